/** Seeded chance: an attack that found something finds it again. */
export interface Chance {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** True once in so many times. */
  oneIn(times: number): boolean
  bytes(length: number): string
}

export const createChance = (seed: number): Chance => {
  // Park and Miller's minimal standard generator, which begins at anything but 0
  let state = seed % 2_147_483_647 || 1
  const below = (end: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % end
  }
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    oneIn: (times) => below(times) === 0,
    bytes: (length) => String.fromCharCode(...Array.from({ length }, () => below(256))),
  }
}
