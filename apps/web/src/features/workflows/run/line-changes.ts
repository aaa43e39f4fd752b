export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly line: string
}

/** More lines are compared as a whole: the table below would be too large. */
const mostLines = 1500

/** What has to be taken out of the older text and put in to get the newer one: the fewest lines. Numbers of evidence do not count. */
export const lineChanges = (older: string, newer: string): LineChange[] => {
  const [before, after] = [toLines(older), toLines(newer)]
  if (before.length > mostLines || after.length > mostLines)
    return [
      ...before.map((line) => ({ kind: 'removed', line }) as const),
      ...after.map((line) => ({ kind: 'added', line }) as const),
    ]
  const common = longestCommon(before, after)
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]]
    if (old !== undefined && old === next) {
      changes.push({ kind: 'same', line: old })
      i += 1
      j += 1
    } else if (old !== undefined && (next === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      changes.push({ kind: 'removed', line: old })
      i += 1
    } else {
      changes.push({ kind: 'added', line: next ?? '' })
      j += 1
    }
  }
  return changes
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ ?(?<!\\)\[\d{1,3}\]/g, '')
        .replaceAll(/\\(?=[^\w\s])/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^\|( ---\s?\|)+$/.test(line))

/** Lengths of the longest common ends, from each pair of places. */
const longestCommon = (before: readonly string[], after: readonly string[]): number[][] => {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      if (row === undefined) continue
      row[j] =
        before[i] === after[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  return lengths
}
