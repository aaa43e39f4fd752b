/** Seeded random draws; equal seeds draw equal sequences. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [min, max]. */
  int(min: number, max: number): number
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
}

/** Mulberry32: 32 bits of state are enough for bodies, and it costs a few nanoseconds a draw. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T, // in range, as the list is not empty
    chance: (probability) => next() < probability,
  }
}

/** Turns texts and a seed into a seed, so that each request draws from a sequence of its own (FNV-1a). */
export function seedOf(seed: number, ...texts: readonly string[]): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193) // parts the texts, so that ab+c is not a+bc
  }
  return hash >>> 0
}
