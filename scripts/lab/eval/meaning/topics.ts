import { type ClusterableDocument, clusterNearDuplicates, type TopicDocument, tokens } from '@auspex/analytics'
import { readJsonLines } from '../../figures.ts'
import type { LibraryRow } from './meaning.ts'

/** Chosen before any of their groups was looked at: politics, products, places, people, trades and news of the archives. */
const queries = (
  'obama, romney, climate change, minecraft, sopa, egypt, wikileaks, bitcoin, steve jobs, gun control, marijuana, iphone, netflix, north korea, libya, ' +
  'tesla, occupy wall street, snowden, python, coffee, salmon, lobster, coronavirus, vaccine, unemployment, tuna, school, keyboard, facebook, nasa'
).split(', ')

/** The topics whose groups were read while thresholds were chosen; the others were looked at only here. */
const readWhileTuning: ReadonlySet<string> = new Set(
  (
    'obama, climate change, minecraft, sopa, bitcoin, steve jobs, tesla, occupy wall street, snowden, python, coffee, salmon, lobster, coronavirus, ' +
    'vaccine, school, facebook'
  ).split(', '),
)

/** A product's topic has at most this many documents; more are drawn at even distances. */
const maxDocuments = 3_000

export interface EvaluatedTopic {
  query: string
  isHeldOut: boolean
  own: Set<string>
  documents: TopicDocument[]
}

/** The topics with their documents: all words of the query in title or text, copies of titles folded. */
export async function readTopics(corpora: readonly string[]): Promise<EvaluatedTopic[]> {
  const topics = queries.map((query) => ({ query, words: query.split(' '), rows: [] as LibraryRow[] }))
  for (const corpus of corpora) {
    for await (const row of readJsonLines<LibraryRow>(corpus)) {
      if (row.lang !== null && row.lang !== 'en') continue
      const text = `${row.title ?? ''} ${row.body ?? ''}`
      const lower = text.toLowerCase()
      const candidates = topics.filter(({ words }) => words.every((word) => lower.includes(word)))
      if (candidates.length === 0) continue
      const textWords = new Set(tokens(text))
      for (const { words, rows } of candidates) if (words.every((word) => textWords.has(word))) rows.push(row)
    }
  }
  return topics.map(({ query, words, rows }) => ({
    query,
    isHeldOut: !readWhileTuning.has(query),
    own: new Set(words),
    documents: toDocuments(sample(rows)),
  }))
}

function sample(rows: readonly LibraryRow[]): LibraryRow[] {
  if (rows.length <= maxDocuments) return [...rows]
  const part = (at: number) => Math.floor((at * maxDocuments) / rows.length)
  return rows.filter((_, at) => part(at) !== part(at - 1))
}

function toDocuments(rows: readonly LibraryRow[]): TopicDocument[] {
  const stories = clusterNearDuplicates(
    rows.map(({ id, url, source, published_at, title }): ClusterableDocument => ({
      id,
      url,
      outlet: source,
      publishedDay: published_at.slice(0, 10),
      tokens: tokens(title ?? ''),
    })),
  )
  return rows.map(({ id, title, body, source }) => ({
    id,
    title: title ?? '',
    body,
    outlet: source,
    storyId: stories.get(id) ?? id,
  }))
}
