import { matchSequences } from './match-sequences.ts'

/** What three versions of a text become together. */
export interface Merge {
  readonly text: string
  /** Places that both changed, each in their own way: both stand there, one below the other. */
  readonly conflicts: number
}

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
  const ownMatch = matchSequences(old, own)
  const otherMatch = matchSequences(old, other)
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

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((line, place) => line === others[place])
