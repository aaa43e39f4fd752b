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
  const parts = sources.map((source) => {
    const part = expectedCounts(source, { masked, factors })
    return { ...part, spread: busy === null ? 0 : usualSpread(part, busy) }
  })
  const days: number[] = []
  for (let day = 0; day < masked.length; day++)
    if (parts.some(({ expected }) => (expected[day] ?? 0) > 0)) days.push(day)
  const add = (valueOf: (part: (typeof parts)[number], day: number) => number) =>
    Float64Array.from(days, (day) => parts.reduce((sum, part) => sum + valueOf(part, day), 0))
  return {
    at: Int32Array.from(days),
    counts: add(({ counts }, day) => counts[day] ?? 0),
    expected: add(({ expected }, day) => expected[day] ?? 0),
    doubt: add(({ doubt }, day) => doubt[day] ?? 0),
    scatter: add(({ expected, spread }, day) => spread * (expected[day] ?? 0) ** 2),
  }
}
