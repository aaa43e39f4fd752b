interface Vertex {
  at: readonly number[]
  value: number
}

/**
 * Finds a minimum of a function near `start` without derivatives: Nelder & Mead (1965), A simplex method for function
 * minimization, The Computer Journal 7, with the usual coefficients. Deterministic; `steps` limits its work.
 */
export function minimize(
  cost: (at: readonly number[]) => number,
  { start, stepSize, steps }: { start: readonly number[]; stepSize: number; steps: number },
): readonly number[] {
  const vertex = (at: readonly number[]): Vertex => ({ at, value: cost(at) })
  const simplex = [start, ...start.map((_, moved) => start.map((x, i) => (i === moved ? x + stepSize : x)))].map(vertex)
  for (let step = 0; step < steps; step++) {
    simplex.sort((a, b) => a.value - b.value)
    const [best, worst, second] = [simplex[0], simplex.at(-1), simplex.at(-2)]
    if (best === undefined || worst === undefined || second === undefined) break
    if (worst.value - best.value <= 1e-7 * Math.abs(best.value)) break
    const center = start.map(
      (_, i) => simplex.slice(0, -1).reduce((sum, { at }) => sum + (at[i] ?? 0), 0) / start.length,
    )
    const along = (factor: number) => vertex(center.map((c, i) => c + factor * ((worst.at[i] ?? 0) - c)))
    const reflected = along(-1)
    const next =
      reflected.value < best.value
        ? lower(along(-2), reflected)
        : reflected.value < second.value
          ? reflected
          : lower(along(reflected.value < worst.value ? -0.5 : 0.5), worst)
    if (next !== worst) simplex[simplex.length - 1] = next
    else for (let i = 1; i < simplex.length; i++) simplex[i] = vertex(between(best.at, simplex[i]?.at ?? best.at))
  }
  return simplex.reduce(lower).at
}

function lower(a: Vertex, b: Vertex): Vertex {
  return a.value < b.value ? a : b
}

function between(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, i) => (x + (b[i] ?? x)) / 2)
}
