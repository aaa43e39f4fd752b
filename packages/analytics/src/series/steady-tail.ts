/** A shorter tail may be the last weeks of the archive before. */
const minDays = 182
/** The pace of stragglers is at most a hundredth of the pace before. */
const minPart = 0.01
/** Fewer documents in four weeks are stragglers whatever came before. */
const minDocuments = 10
/** Maximum ratio between four-week periods and their median, for three quarters of them, and between the first and the last third. */
const evenFactor = 2
const evenPart = 0.75
const fourWeeks = 28

/**
 * Whether the thin tail after the covered days of an archive is a separate archive, collected at an even pace, rather than stragglers, which fade out
 * or appear now and then. `usual` is the pace of the fullest half year before it, in documents a day.
 */
export function isSteadyTail(tail: readonly number[], usual: number): boolean {
  if (tail.length < minDays) return false
  const blocks = Array.from({ length: Math.floor(tail.length / fourWeeks) }, (_, at) =>
    sumOf(tail.slice(at * fourWeeks, (at + 1) * fourWeeks)),
  )
  const median = blocks.toSorted((a, b) => a - b)[Math.floor(blocks.length / 2)] ?? 0
  if (median < minDocuments || median < minPart * usual * fourWeeks) return false
  const even = blocks.filter((block) => block * evenFactor >= median && block <= evenFactor * median).length
  const third = Math.floor(blocks.length / 3)
  const [first, last] = [sumOf(blocks.slice(0, third)), sumOf(blocks.slice(-third))]
  return even >= evenPart * blocks.length && Math.max(first, last) <= evenFactor * Math.min(first, last)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
