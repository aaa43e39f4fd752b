/** A shorter tail may be the last weeks of what came before. */
const leastDays = 182
/** Stragglers are a hundredth of what came before, or fewer. */
const leastPart = 0.01
/** Fewer documents in four weeks are stragglers whatever came before. */
const leastDocuments = 10
/** Four weeks of an archive differ from its median by this factor at most, three of four times, and its ends do. */
const evenFactor = 2
const evenPart = 0.75
const fourWeeks = 28

/**
 * Whether the thin tail behind the covered days of an archive is an archive of its own, collected at an even pace, and not stragglers, which
 * die away or come now and then. `usual` is the pace of the fullest half year before it, in documents a day.
 */
export function isSteadyTail(tail: readonly number[], usual: number): boolean {
  if (tail.length < leastDays) return false
  const blocks = Array.from({ length: Math.floor(tail.length / fourWeeks) }, (_, at) =>
    sumOf(tail.slice(at * fourWeeks, (at + 1) * fourWeeks)),
  )
  const median = blocks.toSorted((a, b) => a - b)[Math.floor(blocks.length / 2)] ?? 0
  if (median < leastDocuments || median < leastPart * usual * fourWeeks) return false
  const even = blocks.filter((block) => block * evenFactor >= median && block <= evenFactor * median).length
  const third = Math.floor(blocks.length / 3)
  const [first, last] = [sumOf(blocks.slice(0, third)), sumOf(blocks.slice(-third))]
  return even >= evenPart * blocks.length && Math.max(first, last) <= evenFactor * Math.min(first, last)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
