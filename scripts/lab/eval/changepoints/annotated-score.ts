/** A change counts as found when it is at most so many steps away. */
const margin = 5

/**
 * F1 of change points against several annotators, as van den Burg & Williams (2020) define it: precision against what any of
 * them marked, recall as the mean over them. The first position counts as a change for everybody.
 */
export function annotatedF1(detections: readonly number[], annotators: readonly (readonly number[])[]): number {
  const own = withStart(detections)
  const marked = annotators.map(withStart)
  const precision = hits(withStart(marked.flat()), own) / own.length
  const recalls = marked.map((points) => hits(points, own) / points.length)
  const recall = recalls.reduce((sum, value) => sum + value, 0) / recalls.length
  return (2 * precision * recall) / (precision + recall)
}

/** How many of the true points are found, each found point used once. */
function hits(truth: readonly number[], detections: readonly number[]): number {
  const left = new Set(detections)
  let count = 0
  for (const point of truth) {
    const nearest = [...left].toSorted((a, b) => Math.abs(a - point) - Math.abs(b - point))[0]
    if (nearest === undefined || Math.abs(nearest - point) > margin) continue
    left.delete(nearest)
    count++
  }
  return count
}

function withStart(points: readonly number[]): number[] {
  return [...new Set([0, ...points])].toSorted((a, b) => a - b)
}
