/** The maximum size of the comparison table; larger differences are not matched, to limit memory. */
const maxCells = 4_000_000

/** For each item of the old sequence, its position in the new one; -1 if it was removed. The longest common subsequence. */
export const matchSequences = (old: readonly string[], now: readonly string[]): number[] => {
  const match = old.map(() => -1)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) match[start] = start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) match[--oldEnd] = --nowEnd
  const [height, width] = [oldEnd - start, nowEnd - start]
  if (height * width === 0 || height * width > maxCells) return match
  const lengths = new Uint32Array((height + 1) * (width + 1))
  const cell = (row: number, column: number) => lengths[row * (width + 1) + column] ?? 0
  for (let row = height - 1; row >= 0; row -= 1)
    for (let column = width - 1; column >= 0; column -= 1)
      lengths[row * (width + 1) + column] =
        old[start + row] === now[start + column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1))
  for (let row = 0, column = 0; row < height && column < width;)
    if (old[start + row] === now[start + column]) match[start + row++] = start + column++
    else if (cell(row + 1, column) >= cell(row, column + 1)) row += 1
    else column += 1
  return match
}
