import { createRandom } from '@auspex/contract/random'
import type { StoredRow } from './open-summaries.ts'

/** A query that a summary answers, and the same query as a plain test of a row. */
interface Topic {
  query: { query_term: string; endDate?: string; geo?: string }
  matches: (row: StoredRow) => boolean
}

const operators = new Set(['and', 'or', 'not', 'near'])
const minDocuments = 12
const maxDocuments = 900

/**
 * Seeded topics from the words of the rows: words, neighbours, both of two, either of two, one without the other; for all time or until a day, some
 * for one country.
 */
export function makeTopics(rows: readonly StoredRow[], { count, seed }: { count: number; seed: number }): Topic[] {
  const { pick, chance } = createRandom(seed)
  const words = frequentWords(rows)
  const topics: Topic[] = []
  const known = new Set<string>()
  while (topics.length < count) {
    const [term, hasTerm] = pick([oneWord, neighbours, bothWords, eitherWord, oneWithout])({ words, rows, pick })
    const found = rows.filter(hasTerm)
    if (known.has(term) || found.length === 0) continue
    known.add(term)
    const { day, country } = pick(found)
    const endDate = chance(0.6) ? day : null
    const geo = chance(0.15) ? country : null
    topics.push({
      query: { query_term: term, ...(endDate === null ? {} : { endDate }), ...(geo === null ? {} : { geo }) },
      matches: (row) =>
        hasTerm(row) && (endDate === null || row.day <= endDate) && (geo === null || row.country === geo),
    })
  }
  return topics
}

function frequentWords(rows: readonly StoredRow[]): string[] {
  const hits = new Map<string, number>()
  for (const { all } of rows)
    for (const word of all)
      if (/^[a-z]{4,}$/.test(word) && !operators.has(word)) hits.set(word, (hits.get(word) ?? 0) + 1)
  return [...hits]
    .filter(([, n]) => n >= minDocuments && n <= maxDocuments)
    .map(([word]) => word)
    .toSorted()
}

interface Material {
  words: readonly string[]
  rows: readonly StoredRow[]
  pick: <Item>(items: readonly Item[]) => Item
}

type Question = [term: string, matches: (row: StoredRow) => boolean]

function oneWord({ words, pick }: Material): Question {
  const word = pick(words)
  return [word, ({ all }) => all.has(word)]
}

function neighbours({ rows, pick }: Material): Question {
  const { title } = pick(rows).words
  const at = Math.floor(title.length / 2)
  const [one, other] = [title[at - 1] ?? '', title[at] ?? '']
  if (![one, other].every((word) => /^[a-z]{4,}$/.test(word) && !operators.has(word))) return ['', () => false]
  const stand = (words: readonly string[]) => words.some((word, place) => word === one && words[place + 1] === other)
  return [`"${one} ${other}"`, ({ words }) => stand(words.title) || stand(words.body)]
}

function bothWords({ words, pick }: Material): Question {
  const [one, other] = [pick(words), pick(words)]
  return [`${one} AND ${other}`, ({ all }) => all.has(one) && all.has(other)]
}

function eitherWord({ words, pick }: Material): Question {
  const [one, other] = [pick(words), pick(words)]
  return [`${one} OR ${other}`, ({ all }) => all.has(one) || all.has(other)]
}

function oneWithout({ words, pick }: Material): Question {
  const [one, other] = [pick(words), pick(words)]
  return [`${one} NOT ${other}`, ({ all }) => all.has(one) && !all.has(other)]
}
