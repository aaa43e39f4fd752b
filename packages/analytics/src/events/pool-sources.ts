import type { BurstInput } from './find-bursts.ts'
import { type CoveredSource, expectedCounts } from './expected-counts.ts'
import { usualSpread } from './usual-spread.ts'

/** How the days of the sources are read. */
export interface PoolOptions {
  /** Marks days that are no base. */
  masked: Uint8Array
  /** Marks days on which something happens, which do not tell how days scatter. Null: days scatter as Poisson. */
  busy: Uint8Array | null
  /** What each weekday holds of a usual day, that of the first day first. */
  factors: readonly number[]
}

/** Adds up the sources over the days that any of them covers: what they have, what is expected of them, and how far that scatters. */
export function poolSources(sources: readonly CoveredSource[], { masked, busy, factors }: PoolOptions): BurstInput {
  const length = masked.length
  const [counts, expected] = [new Float64Array(length), new Float64Array(length)]
  const [doubt, scatter] = [new Float64Array(length), new Float64Array(length)]
  for (const source of sources) {
    const part = expectedCounts(source, { masked, factors })
    const spread = busy === null ? 0 : usualSpread(part, busy)
    for (const { from, to } of source.runs)
      for (let day = from; day < to; day++) {
        const usual = part.expected[day] ?? 0
        counts[day] = (counts[day] ?? 0) + (part.counts[day] ?? 0)
        expected[day] = (expected[day] ?? 0) + usual
        doubt[day] = (doubt[day] ?? 0) + (part.doubt[day] ?? 0)
        scatter[day] = (scatter[day] ?? 0) + spread * usual ** 2
      }
  }
  const at = Int32Array.from(expected.keys()).filter((day) => (expected[day] ?? 0) > 0)
  // a loop: `from` with a function walks an iterator, which took longer than the search
  const pick = (values: Float64Array) => {
    const picked = new Float64Array(at.length)
    for (let position = 0; position < at.length; position++) picked[position] = values[at[position] ?? 0] ?? 0
    return picked
  }
  return { at, counts: pick(counts), expected: pick(expected), doubt: pick(doubt), scatter: pick(scatter) }
}
