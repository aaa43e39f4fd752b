import { lightStem } from '../narratives/light-stem.ts'
import { canEndName, type GroupTerm } from './name-groups.ts'
import type { TopicWords } from './topic-words.ts'

/** A word belongs to a name if it stands beside it in this part of its occurrences, */
const belongingPart = 2 / 3
/** and this often. */
const minTogether = 3
/** How often a name is made longer on each side at most. */
const maxSteps = 2
/** Words that join two parts of a name: *Bank of America, war on drugs*. */
const links: ReadonlySet<string> = new Set('of on for and to de'.split(' '))

/**
 * The terms of a name with the words that stand beside them in most of its texts: *Ron* and *Paul* are *Ron Paul*, *york* is *New York*, *Affordable* is
 * *Affordable Care Act*, *America* is *Bank of America*. A term that is then part of another one is left out, and one that shares half of its words with one before it.
 */
export function completeNames(
  words: TopicWords,
  terms: readonly GroupTerm[],
  { texts, isName }: { texts: readonly number[]; isName: (stems: readonly string[]) => boolean },
): (readonly string[])[] {
  const stemOf = createStems()
  const holders = texts.filter((text) => terms.some(({ term }) => words.terms[text]?.includes(term)))
  const sequences = holders.map((text) => (words.texts[text] ?? []).map(stemOf))
  const complete: (readonly string[])[] = []
  for (const { term } of terms) {
    let stems = words.stems[term] ?? []
    for (const side of ['after', 'before'] as const) {
      for (let step = 0; step < maxSteps; step++) {
        const beside = wordsBeside(sequences, stems, side)
        // the topic's words say nothing in the name of a part of it
        if (beside.length === 0 || beside.some((stem) => words.own.has(stem))) break
        const longer = side === 'after' ? [...stems, ...beside] : [...beside.toReversed(), ...stems]
        if (!isName(longer)) break
        stems = longer
      }
    }
    complete.push(stems)
  }
  // a name that is whole takes the place of its first part
  const names: (readonly string[])[] = []
  for (const stems of complete) {
    const whole = complete.reduce(
      (longest, other) => (other.length > longest.length && isWithin(stems, other) ? other : longest),
      stems,
    )
    const isSaid = (other: readonly string[]) => whole.filter((stem) => other.includes(stem)).length >= whole.length / 2
    if (!names.some(isSaid)) names.push(whole)
  }
  return names
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `)
}

/** The stems of words, each looked at once. */
function createStems(): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    const stem = known.get(word) ?? lightStem(word)
    known.set(word, stem)
    return stem
  }
}

/** The word that stands on a side of most occurrences of a term, or a link and the word after it (*of America*); none where different words do. */
function wordsBeside(
  sequences: readonly (readonly string[])[],
  stems: readonly string[],
  side: 'after' | 'before',
): string[] {
  const [next, second] = [new Map<string, number>(), new Map<string, number>()]
  let occurrences = 0
  for (const sequence of sequences) {
    for (let at = sequence.indexOf(stems[0] ?? ''); at >= 0; at = sequence.indexOf(stems[0] ?? '', at + 1)) {
      if (!stems.every((stem, offset) => sequence[at + offset] === stem)) continue
      occurrences++
      const [one = '', other = ''] =
        side === 'after'
          ? [sequence[at + stems.length], sequence[at + stems.length + 1]]
          : [sequence[at - 1], sequence[at - 2]]
      next.set(one, (next.get(one) ?? 0) + 1)
      const both = `${one} ${other}`
      second.set(both, (second.get(both) ?? 0) + 1)
    }
  }
  const needed = Math.max(minTogether, belongingPart * occurrences)
  const usual = (counts: ReadonlyMap<string, number>) => [...counts].find(([, count]) => count >= needed)?.[0]
  const one = usual(next)
  if (one === undefined || one === '') return []
  if (!links.has(one)) return canEndName(one) ? [one] : []
  const [, other = ''] = usual(second)?.split(' ') ?? []
  return other !== '' && canEndName(other) ? [one, other] : []
}
