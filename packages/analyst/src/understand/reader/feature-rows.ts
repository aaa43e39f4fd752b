/** The row of each feature that a part of the model knows; a feature is an integer from 0, below 2^22. */
export interface FeatureRows extends Iterable<readonly [feature: number, row: number]> {
  get(feature: number): number | undefined
}

/** The rows of features that are given in ascending order. The features of the model take a megabyte in arrays, and 16 in maps. */
export function toFeatureRows(ascending: Uint32Array): FeatureRows {
  return {
    get: (feature) => {
      const row = lowerBound(ascending, feature)
      return ascending[row] === feature ? row : undefined
    },
    *[Symbol.iterator]() {
      for (const [row, feature] of ascending.entries()) yield [feature, row]
    },
  }
}

/** The place of the first number that is not below another. */
function lowerBound(ascending: Uint32Array, least: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ascending[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}
