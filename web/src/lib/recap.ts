// The deeds of a seat since the last decision, in a few words.
import type { Deed, Sign } from '../motion/beats'
import { t } from './i18n.svelte'
import { capital } from './text'

const VP = 'vp'
const listed = (deed: Deed): string => (deed.names ?? []).join(', ')

/** A deed in words, as its sign has them. */
function words(deed: Deed, signs: Record<string, Sign>): string {
  const sign = signs[deed.sign]
  return sign ? t(sign.text, { n: deed.n ?? 0, names: listed(deed) }) : ''
}

export interface Recap {
  /** The deed that says most; empty for none. */
  main: string
  /** Points that were gained. */
  points: number
  /** Everything. */
  whole: string
}

/** The signs of a game stand in the order of what they say: the first deed is told, the rest is in the whole. */
export function recapInWords(deeds: readonly Deed[], signs: Record<string, Sign>): Recap {
  const order = Object.keys(signs)
  // Of an exploration that began before the decision only the discards would be counted.
  const counted = deeds.filter(({ n }) => n === undefined || n > 0)
  const sorted = counted.sort((a, b) => order.indexOf(a.sign) - order.indexOf(b.sign))
  const main = sorted.find(({ sign }) => sign !== VP)
  const points = deeds.find(({ sign }) => sign === VP)?.n ?? 0
  return {
    main: main ? capital(words(main, signs)) : '',
    points,
    whole: capital(sorted.map((deed) => words(deed, signs)).join(', ')),
  }
}
