/** Words that two texts share, out of all that they have: from here on they are copies. */
const leastShared = 0.5
/** The same out of the shorter one, which the longer one then repeats. */
const leastContained = 0.75

/** Whether one text says nearly what the other says, in nearly its words. Words as `tokens` gives them. */
export function isNearCopy(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)]
  const shorter = Math.min(one.size, other.size)
  if (shorter === 0) return false
  const shared = [...one].filter((word) => other.has(word)).length
  return shared >= leastShared * (one.size + other.size - shared) || shared >= leastContained * shorter
}
