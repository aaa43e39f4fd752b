import { createRandom } from '@auspex/contract/random'

/** Seeded randomness, so that an attack that found something is reproducible. */
export interface Chance {
  /** A whole number from 0 up to, but excluding, `end`. */
  below(end: number): number
  pick<T>(items: readonly T[]): T
  /** True with a probability of 1 in `times`. */
  oneIn(times: number): boolean
  bytes(length: number): string
}

export function createChance(seed: number): Chance {
  const { below, pick } = createRandom(seed)
  return {
    below,
    pick,
    oneIn: (times) => below(times) === 0,
    bytes: (length) => String.fromCharCode(...Array.from({ length }, () => below(256))),
  }
}
