/** Minimum share of all words of two copies that both have. */
const minShared = 0.5
/** Minimum share of the shorter text's words that the longer one repeats. */
const minContained = 0.75

/** Whether two texts say nearly the same in nearly the same words. Words are those of `tokens`. */
export function isNearCopy(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)]
  const shorter = Math.min(one.size, other.size)
  if (shorter === 0) return false
  const shared = [...one].filter((word) => other.has(word)).length
  return shared >= minShared * (one.size + other.size - shared) || shared >= minContained * shorter
}
