/** A change counts as found if it is at most this many steps away. */
const margin = 5

/**
 * F1 of change points against several annotators, as defined by van den Burg & Williams (2020): precision against what any of
 * them marked, recall as the mean over them. The first position counts as a change for every annotator.
 */
export function annotatedF1(detections: readonly number[], annotators: readonly (readonly number[])[]): number {
  const ownPoints = withStart(detections)
  const marked = annotators.map(withStart)
  const precision = hits(withStart(marked.flat()), ownPoints) / ownPoints.length
  const recalls = marked.map((points) => hits(points, ownPoints) / points.length)
  const recall = recalls.reduce((sum, value) => sum + value, 0) / recalls.length
  return (2 * precision * recall) / (precision + recall)
}

/** How many true points are found, where each detection is used once. */
function hits(truth: readonly number[], detections: readonly number[]): number {
  const unmatched = new Set(detections)
  let count = 0
  for (const point of truth) {
    const nearest = [...unmatched].toSorted((a, b) => Math.abs(a - point) - Math.abs(b - point))[0]
    if (nearest === undefined || Math.abs(nearest - point) > margin) continue
    unmatched.delete(nearest)
    count++
  }
  return count
}

function withStart(points: readonly number[]): number[] {
  return [...new Set([0, ...points])].toSorted((a, b) => a - b)
}
