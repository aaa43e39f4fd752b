import { createRandom } from '@auspex/contract/random'

/** Seeded chance: an attack that found something finds it again. */
export interface Chance {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** True once in so many times. */
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
