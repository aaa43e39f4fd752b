/** What three versions of a text become together. */
export interface Merge {
  readonly text: string
  /** Places that both changed, each in their own way: both stand there, one below the other. */
  readonly conflicts: number
}

/** Larger differences are one place that both changed: the table of lines would take too much memory. */
const mostCells = 4_000_000

/**
 * Joins what two made of one text, line by line: what one changed is taken, and where both changed the same, both stay. No line that one of them
 * wrote is lost.
 */
export const mergeTexts = ({
  base,
  mine,
  theirs,
}: {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}): Merge => {
  const lines = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]] // one for each
  const [old, own, other] = lines
  const ownMatch = matchLines(old, own)
  const otherMatch = matchLines(old, other)
  const merged: string[] = []
  let conflicts = 0
  let [at, ownAt, otherAt] = [0, 0, 0]
  const settle = (oldEnd: number, ownEnd: number, otherEnd: number) => {
    const [was, mineNow, theirsNow] = [old.slice(at, oldEnd), own.slice(ownAt, ownEnd), other.slice(otherAt, otherEnd)]
    if (isSame(mineNow, theirsNow) || isSame(theirsNow, was)) merged.push(...mineNow)
    else if (isSame(mineNow, was)) merged.push(...theirsNow)
    else {
      conflicts += 1
      merged.push(...theirsNow, ...(needsGap(theirsNow, mineNow) ? [''] : []), ...mineNow)
    }
    ;[at, ownAt, otherAt] = [oldEnd, ownEnd, otherEnd]
  }
  for (let place = 0; place < old.length; place += 1) {
    const [ownPlace, otherPlace] = [ownMatch[place] ?? -1, otherMatch[place] ?? -1]
    // a line that both kept ends what was changed before it
    if (ownPlace < 0 || otherPlace < 0) continue
    settle(place, ownPlace, otherPlace)
    merged.push(old[place] ?? '')
    ;[at, ownAt, otherAt] = [place + 1, ownPlace + 1, otherPlace + 1]
  }
  settle(old.length, own.length, other.length)
  return { text: merged.join('\n'), conflicts }
}

/** Two paragraphs that come together are still two. */
const needsGap = (above: readonly string[], below: readonly string[]) =>
  (above.at(-1) ?? '').trim() !== '' && (below[0] ?? '').trim() !== ''

/** For each line of the old text, where it stands in the new; -1 for those that are gone. The longest common subsequence. */
const matchLines = (old: readonly string[], now: readonly string[]): number[] => {
  const match = old.map(() => -1)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) match[start] = start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) match[--oldEnd] = --nowEnd
  const [height, width] = [oldEnd - start, nowEnd - start]
  if (height * width === 0 || height * width > mostCells) return match
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

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((line, place) => line === others[place])
