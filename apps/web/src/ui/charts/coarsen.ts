/** The means of `parts` equal parts of a series; the series itself when it is not longer than that. */
export const coarsen = (values: readonly number[], parts: number): readonly number[] => {
  const count = Math.min(parts, values.length)
  return Array.from({ length: count }, (_, part) => {
    const [start, end] = [part, part + 1].map((edge) => Math.floor((edge * values.length) / count))
    const slice = values.slice(start, end)
    return slice.reduce((sum, value) => sum + value, 0) / slice.length
  })
}
