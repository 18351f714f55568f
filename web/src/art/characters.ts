// The faces of the bots, drawn by hand as paths in a box of 96: one for each family of `src/repulse/bots/characters.json`.
import list from '../../../src/repulse/bots/characters.json'

export interface Character {
  id: string
  /** The bots that it plays for; none for a character with a temperament, which plays at every level. */
  bots: string[]
  /** Its temperament; empty for a character of a level. */
  temperament: string
  names: string[]
}
export type Mood = '' | 'glad' | 'sad'

/** All characters: those of the levels, weakest first, then those with a temperament. */
export const CHARACTERS: readonly Character[] = list.map(({ bots = [], temperament = '', ...rest }) => ({
  bots,
  temperament,
  ...rest,
}))

interface Drawing {
  /** The light and the dark end of the skin, and of the ground. */
  skin: [string, string]
  ground: [string, string]
  /** The drawing, with `SKIN` for the skin. */
  body: string
  /** The mouth: as usual, glad and sad. */
  mouth: Record<Mood, string>
}

const line = (path: string, color: string, width: number): string =>
  `<path d="${path}" stroke="${color}" stroke-width="${width}" fill="none" stroke-linecap="round"/>`
const fill = (path: string, color: string): string => `<path d="${path}" fill="${color}"/>`
const dot = (x: number, y: number, r: number, color: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}"/>`
/** A mouth that is open, with teeth. */
const open = (path: string, color: string): string =>
  `<path d="${path}" fill="#fff" stroke="${color}" stroke-width="2" stroke-linejoin="round"/>`
/** A mouth that is the same drawing but for its path. */
const mouths = (color: string, width: number, usual: string, glad: string, sad: string): Drawing['mouth'] => ({
  '': line(usual, color, width),
  glad: open(glad, color),
  sad: line(sad, color, width),
})

const STARS: [number, number, number][] = [
  [22, 40, 1],
  [20, 58, 1.3],
  [76, 46, 1.3],
  [72, 66, 1],
  [30, 20, 1],
  [70, 26, 1.2],
]

const DRAWINGS: Record<string, Drawing> = {
  pip: {
    skin: ['#7fe7d8', '#1f6f77'],
    ground: ['#12444f', '#0a1c30'],
    body:
      line('M48 22V12', '#bff5ee', 3) +
      dot(48, 10, 4.5, '#ffd76a') +
      dot(48, 50, 27, 'SKIN') +
      '<path d="M24 62Q48 84 72 62L72 64Q60 80 48 80 32 80 24 64Z" fill="#0c2f3a" opacity=".45"/>' +
      dot(48, 46, 16, '#0b2230') +
      dot(48, 46, 12, '#eafffb') +
      dot(50, 48, 6.5, '#0b2230') +
      dot(45, 42, 3.2, '#fff') +
      line('M20 46q-8 2-8 10M76 46q8 2 8 10', '#7fe7d8', 4),
    mouth: mouths('#0b2230', 2.6, 'M42 68q6 4 12 0', 'M39 66q9 10 18 0z', 'M42 70q6-5 12 0'),
  },
  juno: {
    skin: ['#ffd29a', '#a8562c'],
    ground: ['#5a2a2a', '#1f1226'],
    body:
      fill('M30 30 22 14 40 24M66 30 74 14 56 24', '#c46f3c') +
      '<rect x="22" y="24" width="52" height="52" rx="20" fill="SKIN"/>' +
      '<rect x="28" y="38" width="40" height="18" rx="9" fill="#26121a"/>' +
      dot(39, 47, 5.5, '#ffe9a8') +
      dot(57, 47, 5.5, '#ffe9a8') +
      fill('M22 84Q48 74 74 84V96H22Z', '#7c3a2a'),
    mouth: mouths('#5c2413', 3, 'M38 65q10 7 20 0', 'M37 62q11 13 22 0z', 'M38 68q10-7 20 0'),
  },
  vega: {
    skin: ['#cfe0ff', '#5a6fb0'],
    ground: ['#243a86', '#0e1434'],
    body:
      fill('M26 40Q26 16 48 16T70 40V62Q70 76 48 78 26 76 26 62Z', 'SKIN') +
      fill('M26 40Q26 16 48 16T70 40L64 36Q48 26 32 36Z', '#3a4fa0') +
      fill('M30 44H66V52Q58 60 48 60T30 52Z', '#0c1330') +
      fill('M36 50l6-3v6ZM60 50l-6-3v6Z', '#7fd0ff') +
      dot(39, 50, 3.6, '#9fe0ff') +
      dot(57, 50, 3.6, '#9fe0ff') +
      line('M48 16V28', '#9fe0ff', 2.5) +
      fill('M18 88Q48 72 78 88V96H18Z', '#3a4fa0') +
      dot(48, 88, 4, '#9fe0ff'),
    mouth: mouths('#33437f', 3, 'M42 68h12', 'M39 65q9 10 18 0z', 'M41 70q7-5 14 0'),
  },
  orion: {
    skin: ['#ffb1a6', '#7c2340'],
    ground: ['#5c1836', '#1a0c24'],
    body:
      fill('M48 8 56 24H40Z', '#ffd76a') +
      fill('M24 34 36 20H60L72 34V56L60 78H36L24 56Z', 'SKIN') +
      fill('M24 34 36 20H60L72 34 62 38H34Z', '#a8324e') +
      fill('M30 42 46 47V52L32 51ZM66 42 50 47V52L64 51Z', '#1a0616') +
      line('M34 46l10 3M62 46l-10 3', '#ffe08a', 3.2) +
      fill('M14 92 30 77H66L82 92V96H14Z', '#a8324e') +
      '<path d="M30 77 48 91 66 77" fill="none" stroke="#ffd76a" stroke-width="2.5"/>',
    mouth: mouths('#4a0f26', 2.6, 'M40 64H56M43 69H53', 'M38 61H58L53 70H43Z', 'M39 69q9-8 18 0'),
  },
  nyx: {
    skin: ['#efe3ff', '#5b3a9c'],
    ground: ['#3a1d78', '#0d0724'],
    body:
      fill('M14 44Q22 12 48 10T82 44Q84 74 70 90H26Q12 74 14 44Z', '#1d0f44') +
      fill('M30 40Q32 22 48 22T66 40Q68 60 58 72 52 79 48 79T38 72Q28 60 30 40Z', 'SKIN') +
      fill('M33 48Q40 43 45 50 40 54 33 48ZM63 48Q56 43 51 50 56 54 63 48Z', '#180a3a') +
      dot(39.5, 49, 2.4, '#d9b8ff') +
      dot(56.5, 49, 2.4, '#d9b8ff') +
      fill('M48 26l4.5 6-4.5 6-4.5-6Z', '#ffd76a') +
      '<circle cx="48" cy="32" r="14" fill="#ffd76a" opacity=".16"/>' +
      STARS.map(([x, y, r]) => dot(x, y, r, '#fff')).join('') +
      fill('M26 96Q34 84 48 84T70 96Z', '#5b3a9c'),
    mouth: mouths('#4a2b86', 2.4, 'M44 67q4 2 8 0', 'M41 65q7 8 14 0z', 'M43 69q5-4 10 0'),
  },
  antares: {
    skin: ['#ff9d7a', '#8c1f1a'],
    ground: ['#4a0f12', '#14060c'],
    body:
      fill('M14 96 24 74H72L82 96Z', '#5a1418') +
      fill('M26 42Q24 14 48 10T70 42L66 66 56 80H40L30 66Z', 'SKIN') +
      fill('M20 44 26 22 40 30H56L70 22 76 44 62 40 48 50 34 40Z', '#3b0d12') +
      line('M26 22 18 8M70 22 78 8', '#ffd0a8', 4) +
      fill('M33 48 46 53 44 57 34 55ZM63 48 50 53 52 57 62 55Z', '#fff0d0') +
      dot(40, 54, 2, '#a01414') +
      dot(56, 54, 2, '#a01414') +
      line('M60 60 66 72', '#5a1418', 2.5),
    mouth: mouths('#4a0c0c', 3, 'M40 70H56', 'M38 66H58L54 75H42Z', 'M40 73q8-6 16 0'),
  },
  hermes: {
    skin: ['#ffe3a1', '#a8741c'],
    ground: ['#0f4a3e', '#06201f'],
    body:
      fill('M18 96Q22 78 48 76T78 96Z', '#0f6b58') +
      dot(48, 50, 25, 'SKIN') +
      fill('M22 40Q26 18 48 18T74 40L70 38H26Z', '#146a5a') +
      fill('M20 36 6 22 24 27ZM76 36 90 22 72 27Z', '#eafff6') +
      '<circle cx="58" cy="49" r="8.5" fill="#fffbe8" stroke="#6b4a10" stroke-width="2.5"/>' +
      line('M66 52 72 66', '#6b4a10', 2) +
      dot(58, 49, 3.4, '#2c1d05') +
      dot(38, 49, 3.4, '#2c1d05') +
      dot(48, 88, 6, '#ffd76a') +
      line('M48 85v6', '#a8741c', 2),
    mouth: mouths('#6b3f0c', 3, 'M38 64q8 6 18-1', 'M36 62q12 12 24 0z', 'M38 67q10-6 18 0'),
  },
  minerva: {
    skin: ['#f3d9ff', '#7a4fa3'],
    ground: ['#2b2f63', '#0c0f26'],
    body:
      fill('M20 96Q26 80 48 80T76 96Z', '#434a94') +
      fill('M24 44Q24 14 48 14T72 44V60Q66 78 48 80 30 78 24 60Z', 'SKIN') +
      fill('M24 40Q30 14 48 14T72 40L64 30 56 36 48 24 40 36 32 30Z', '#e0b34a') +
      '<circle cx="38" cy="50" r="9" fill="#fff" stroke="#434a94" stroke-width="2.5"/>' +
      '<circle cx="58" cy="50" r="9" fill="#fff" stroke="#434a94" stroke-width="2.5"/>' +
      line('M47 50h2', '#434a94', 2.5) +
      dot(39, 51, 4, '#2a1a4a') +
      dot(57, 51, 4, '#2a1a4a') +
      fill('M48 57 51 63H45Z', '#c79a35'),
    mouth: mouths('#53307a', 2.4, 'M43 70q5 2 10 0', 'M40 67q8 9 16 0z', 'M43 72q5-4 10 0'),
  },
  halley: {
    skin: ['#bff0ff', '#1e6fa8'],
    ground: ['#0a3a66', '#04122a'],
    body:
      fill('M40 30 4 6 34 44ZM36 42 2 40 34 56Z', '#ffb84d') +
      fill('M44 24 22 2 40 36Z', '#ffe08a') +
      dot(54, 52, 26, 'SKIN') +
      fill('M40 44H74Q76 52 72 58H44Q38 52 40 44Z', '#06223f') +
      fill('M44 48 54 46V54L46 54Z', '#ffe08a') +
      fill('M60 46 71 48 69 54H60Z', '#ffe08a') +
      line('M34 66 22 74M38 74 28 86', '#bff0ff', 3),
    mouth: mouths('#06223f', 2.8, 'M48 68q8 3 14-3', 'M46 65q11 11 20 0z', 'M48 70q8-6 14 0'),
  },
  draco: {
    skin: ['#c9f29a', '#3f7a1f'],
    ground: ['#2f3d0e', '#10160a'],
    body:
      fill('M30 28 20 6 42 22ZM66 28 76 6 54 22Z', '#e8d9a0') +
      fill('M22 44Q24 20 48 20T74 44L70 62 58 80H38L26 62Z', 'SKIN') +
      fill('M30 44Q38 36 45 46 38 52 30 44ZM66 44Q58 36 51 46 58 52 66 44Z', '#fff3b0') +
      line('M39 41v8M57 41v8', '#1d2a08', 2.6) +
      dot(44, 62, 1.8, '#27480f') +
      dot(52, 62, 1.8, '#27480f') +
      fill('M10 96Q16 84 28 88 36 80 48 86 60 80 68 88 80 84 86 96Z', '#ffd76a') +
      dot(30, 92, 2.5, '#fff') +
      dot(62, 91, 2.5, '#fff'),
    mouth: mouths('#27480f', 2.8, 'M38 70q10 4 20 0', 'M36 68q12 11 24 0z', 'M38 73q10-6 20 0'),
  },
  talos: {
    skin: ['#e4e8ee', '#66707f'],
    ground: ['#26414a', '#0b171c'],
    body:
      '<rect x="24" y="20" width="48" height="56" rx="12" fill="SKIN"/>' +
      fill('M24 36H72V30Q70 12 48 12T24 30Z', '#9a6a34') +
      fill('M45 12H51V62H45Z', '#b8823f') +
      fill('M29 42H44V50H31ZM52 42H67L65 50H52Z', '#0c1a20') +
      dot(38, 46, 3, '#7fffe0') +
      dot(58, 46, 3, '#7fffe0') +
      fill('M14 96V84Q30 74 48 78 66 74 82 84V96Z', '#9a6a34') +
      fill('M40 80H56V88Q54 94 48 96 42 94 40 88Z', '#e4c37a') +
      dot(28, 70, 2, '#444d59') +
      dot(68, 70, 2, '#444d59'),
    mouth: mouths('#39424f', 2.8, 'M40 68H56', 'M38 65H58L55 73H41Z', 'M40 71q8-5 16 0'),
  },
}

/** The turn of the colors of the second member of a family from those of the first, in degrees. */
const TURN = 40

const byBot = new Map(CHARACTERS.flatMap((character) => character.bots.map((bot) => [bot, character])))

const byTemperament = new Map(
  CHARACTERS.filter(({ temperament }) => temperament).map((character) => [character.temperament, character]),
)

/** The level and the temperament in the name of a bot, such as `expert@trader`. */
export function partsOf(bot: string): { level: string; temperament: string } {
  const at = bot.lastIndexOf('@')
  const temperament = bot.slice(at + 1)
  return at > 0 && byTemperament.has(temperament)
    ? { level: bot.slice(0, at), temperament }
    : { level: bot, temperament: '' }
}

/** The character that a bot is; none for a bot of no level. */
export function characterOf(bot: string): Character | undefined {
  const { level, temperament } = partsOf(bot)
  return byTemperament.get(temperament) ?? byBot.get(level)
}

/** The names of the bots of other seats, as the server names them: the next free name of each family. */
export function namesOf(bots: string[], taken: string[] = []): string[] {
  const names: string[] = []
  for (const bot of bots) {
    const family = characterOf(bot)?.names ?? [bot]
    names.push(family.find((name) => !taken.includes(name) && !names.includes(name)) ?? family.at(-1)!)
  }
  return names
}

/** The turn of the colors of a member of a family. */
const turnOf = ({ names }: Character, name: string): number => TURN * Math.max(0, names.indexOf(name))

/** The drawing of a character, as the text of an SVG picture. */
export function drawCharacter(character: Character, name: string, mood: Mood = ''): string {
  const drawing = DRAWINGS[character.id]
  if (!drawing) return ''
  const { skin, ground, body, mouth } = drawing
  const turn = turnOf(character, name)
  const style = turn ? ` style="filter:hue-rotate(${turn}deg)"` : ''
  const stops = ([light, dark]: [string, string]): string =>
    `<stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"${style}><defs><linearGradient id="a" x2=".7" y2="1">${stops(skin)}</linearGradient><radialGradient id="b" cy=".35">${stops(ground)}</radialGradient></defs><rect width="96" height="96" fill="url(#b)"/>${body.replaceAll('SKIN', 'url(#a)')}${mouth[mood]}</svg>`
}
