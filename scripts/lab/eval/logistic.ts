/** One case to learn from. */
export interface LogisticExample {
  /** As many as every other has. */
  features: readonly number[]
  /** 1 for yes, 0 for no, between them for one that counts as partly both. */
  chance: number
  weight: number
}

export interface LogisticModel {
  bias: number
  weights: number[]
}

const newtonSteps = 30

/** The log odds of yes. */
export function oddsOf({ bias, weights }: LogisticModel, features: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias)
}

/** Logistic regression with an L2 penalty, by Newton's method on standardised features (Hastie, Tibshirani & Friedman 2009, §4.4). */
export function fitLogistic(examples: readonly LogisticExample[], penalty: number): LogisticModel {
  const features = examples[0]?.features ?? []
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const means = features.map(
    (_, at) => examples.reduce((sum, example) => sum + example.weight * (example.features[at] ?? 0), 0) / total,
  )
  const spreads = means.map(
    (mean, at) =>
      Math.sqrt(
        examples.reduce((sum, example) => sum + example.weight * ((example.features[at] ?? 0) - mean) ** 2, 0) / total,
      ) || 1,
  )
  const rows = examples.map((example) => [
    1,
    ...example.features.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  ])
  const size = features.length + 1
  let fitted = Array.from({ length: size }, () => 0)
  for (let step = 0; step < newtonSteps; step++) {
    const gradient = fitted.map((value, at) => (at === 0 ? 0 : penalty * value))
    const hessian = fitted.map((_, at) => fitted.map((__, other): number => (at === other && at > 0 ? penalty : 0)))
    rows.forEach((row, index) => {
      const { chance: known = 0, weight = 0 } = examples[index] ?? {}
      const odds = row.reduce((sum, value, at) => sum + value * (fitted[at] ?? 0), 0)
      const chance = 1 / (1 + Math.exp(-odds))
      row.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + weight * (chance - known) * value
        const line = hessian[at] ?? []
        row.forEach(
          (otherValue, other) =>
            (line[other] = (line[other] ?? 0) + weight * chance * (1 - chance) * value * otherValue),
        )
      })
    })
    const change = solve(hessian, gradient)
    fitted = fitted.map((value, at) => value - (change[at] ?? 0))
  }
  const weights = fitted.slice(1).map((value, at) => value / (spreads[at] ?? 1))
  return { bias: (fitted[0] ?? 0) - weights.reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0), weights }
}

/** Gauss-Jordan elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, values[at] ?? 0])
  lines.forEach((line, at) => {
    const pivot = line[at] ?? 1
    line.forEach((value, column) => (line[column] = value / pivot))
    for (const other of lines) {
      if (other === line) continue
      const factor = other[at] ?? 0
      other.forEach((value, column) => (other[column] = value - factor * (line[column] ?? 0)))
    }
  })
  return lines.map((line) => line.at(-1) ?? 0)
}
