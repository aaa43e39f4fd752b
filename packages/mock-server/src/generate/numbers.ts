import type { Random } from '@auspex/contract/random'
import type { Place } from './texts.ts'

/** The bounds that a schema gives a number. */
export interface NumberSchema {
  isInteger: boolean
  min: number
  max: number
  multipleOf: number | null
}

type Draw = (random: Random) => number

/** Plausible ranges by property name; bounds of the schema still apply. */
const usual: readonly (readonly [RegExp, readonly [low: number, high: number]])[] = [
  [/^page$/, [1, 1]],
  [/^perPage$/, [20, 20]],
  [/year/i, [2024, 2026]],
  [/^(lat|latitude)$/i, [-55, 70]],
  [/^(lon|lng|longitude)$/i, [-170, 170]],
  [/(duration|elapsed|took).*ms$/i, [40, 4000]],
  [/retryAfter/i, [1000, 30_000]],
  [/(bytes|size)$/i, [10_000, 400_000]],
  [/(followers|reach|audience|subscribers|population|views|plays)/i, [200, 900_000]],
  [/(likes|shares|replies|reposts|comments|score|points|votes)$/i, [0, 400]],
  [/(index|offset|start|end|position|rank|order|line|sequence|number)$/i, [0, 40]],
  [/(momentum|growth|lift|ratio|factor|value|low|high)$/i, [0, 6]],
]

/** The quantity of an estimate, from the names around it, when its own bounds are wide. */
const measures: readonly (readonly [RegExp, readonly [low: number, high: number]])[] = [
  [/tone|sentiment/i, [-1, 1]],
  [/share|probability|fraction/i, [0, 1]],
]

/** Draws numbers within the bounds, of a plausible size. */
export function compileNumber(place: Place, { isInteger, min, max, multipleOf }: NumberSchema): Draw {
  const step = multipleOf ?? (isInteger ? 1 : null)
  const [low, high] = rangeOf(place, min, max)
  const isWide = high - low > 1000 && low >= 0
  const spread = (random: Random) =>
    // counts spread over orders of magnitude
    isWide ? low + Math.exp(random.next() * Math.log(high - low + 1)) - 1 : low + random.next() * (high - low)
  if (step !== null) {
    const lowest = Math.ceil(low / step)
    const highest = Math.floor(high / step)
    return lowest > highest
      ? () => Math.ceil(min / step) * step
      : (random) => clamp(Math.round(spread(random) / step), lowest, highest) * step
  }
  const scale = high - low <= 2 ? 1000 : 100
  return (random) => clamp(Math.round(spread(random) * scale) / scale, min, max)
}

function rangeOf({ name, around = '' }: Place, min: number, max: number): [number, number] {
  const measured = /^(value|low|high|mean)$/.test(name) ? measures.find(([meaning]) => meaning.test(around)) : undefined
  const found = (measured ?? usual.find(([meaning]) => meaning.test(name)))?.[1]
  if (found !== undefined) {
    const low = Math.max(min, found[0])
    const high = Math.min(max, found[1])
    if (low <= high) return [low, high]
  }
  if (max - min <= 1000) return [min, max]
  const low = min >= 0 || max <= 0 ? min : 0 // a count, or a deviation of either sign
  return [low, Math.min(max, low + 5000)]
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
