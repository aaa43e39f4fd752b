import type { Random } from '@auspex/contract/random'

/** A key of `weights`, with a chance in proportion to its weight. */
export function pickWeighted<Key extends string>(random: Random, weights: Readonly<Partial<Record<Key, number>>>): Key {
  // Cast: Object.entries widens the keys of a record to string.
  const entries = Object.entries(weights) as [Key, number][]
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  const last = entries.at(-1)
  if (!last) throw new RangeError('pickWeighted needs at least one weight')
  return last[0]
}
