import { tokens } from '@auspex/analytics'
import { benchDocuments } from './documents.ts'

export interface RealTerm {
  /** What it represents: "1 % term", "common phrase". */
  label: string
  /** The query, as a person would type it. */
  query: string
  /** Maximum server time in ms. */
  atMost: number
}

/** Reads one document in 20, because the shares only serve to choose terms. */
const every = 20
const prefixLength = 5
/** This many of the most common words count as grammar ("the", "about") and are not used as queries. */
const grammarWords = 200

/**
 * Chooses from the files' documents: a word that occurs in about 1 % of them, one in 5 %, the most common two-word phrase, and a prefix of about 1 %.
 */
export async function chooseTerms(files: readonly string[]): Promise<RealTerm[]> {
  const [words, phrases, prefixes] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  let documents = 0
  for await (const batch of benchDocuments({ files })) {
    const read = batch.filter((_, at) => at % every === 0).map(({ title, body }) => tokens(`${title} ${body ?? ''}`))
    documents += read.length
    for (const text of read) {
      const long = text.filter(isWord)
      count(words, long)
      count(
        prefixes,
        long.map((word) => word.slice(0, prefixLength)),
      )
      count(
        phrases,
        text.slice(1).flatMap((word, at) => (isWord(word) && isWord(text[at] ?? '') ? [`${text[at]} ${word}`] : [])),
      )
    }
  }
  const grammar = new Set(byCount(words).slice(0, grammarWords))
  const phrase = byCount(phrases).find((pair) => pair.split(' ').every((word) => !grammar.has(word)))
  return [
    { label: '1 % term', query: nearest(words, documents * 0.01), atMost: 120 },
    { label: '5 % term', query: nearest(words, documents * 0.05), atMost: 150 },
    { label: 'common phrase', query: `"${phrase ?? ''}"`, atMost: 200 },
    { label: 'prefix of 1 %', query: `${nearest(prefixes, documents * 0.01)}*`, atMost: 150 },
  ]
}

function isWord(word: string): boolean {
  return /^[a-z]{3,}$/.test(word)
}

/** Counts each key once per document. */
function count(counts: Map<string, number>, keys: readonly string[]): void {
  for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
}

function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
}

function nearest(counts: ReadonlyMap<string, number>, wanted: number): string {
  const [first] = [...counts].toSorted(([, a], [, b]) => Math.abs(a - wanted) - Math.abs(b - wanted))
  if (first === undefined) throw new RangeError('The files hold no word to ask for')
  return first[0]
}
