// The faces of the bots, drawn by hand as paths in a box of 96: one for each family of `src/repulse/bots/characters.json`.
import list from '../../../src/repulse/bots/characters.json'

export interface Character {
  id: string
  bots: string[]
  names: string[]
}
export type Mood = '' | 'glad' | 'sad'

/** All characters, weakest first. */
export const CHARACTERS: readonly Character[] = list

interface Drawing {
  /** The light and the dark end of the skin, and of the ground. */
  skin: [string, string]
  ground: [string, string]
  /** What is drawn, with `SKIN` for the skin. */
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
}

/** How far the colors of the second member of a family are turned from those of the first, in degrees. */
const TURN = 40

const byBot = new Map(CHARACTERS.flatMap((character) => character.bots.map((bot) => [bot, character])))

/** The character that a bot is; none for a bot of no level. */
export const characterOf = (bot: string): Character | undefined => byBot.get(bot)

/** What the bots of other seats are called, as the server names them: the next free name of each family. */
export function namesOf(bots: string[], taken: string[] = []): string[] {
  const names: string[] = []
  for (const bot of bots) {
    const family = characterOf(bot)?.names ?? [bot]
    names.push(family.find((name) => !taken.includes(name) && !names.includes(name)) ?? family.at(-1)!)
  }
  return names
}

/** How far the colors of a member of a family are turned. */
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
