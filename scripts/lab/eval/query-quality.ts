import { setTimeout as pause } from 'node:timers/promises'
import { isContextTerm, tokens } from '@auspex/analytics'
import type { QueryCheck, QueryQuality, SearchState } from '@auspex/sdk/types'
import { sampleDocument } from '../../../apps/api/src/testing/stored-documents.ts'
import { createLibraryApi, openLibrary, storeDocuments } from '../../checks/harness/library.ts'
import type { EvalData, EvalRow, EvalTask } from '../figures.ts'
import { type LabelledText, readLabelled } from './story-clusters.ts'

/** Checks that the intervals of precision and recall contain the truth, on collections whose documents are all labelled. */
export const queryQuality: EvalTask = {
  name: 'query-quality',
  run: async (data) => [
    ...(await measureCollection(data, { name: 'Stack Overflow titles', file: 'clustering/stackoverflow_20.tsv.gz' })),
    ...(await measureCollection(data, { name: 'news snippets', file: 'clustering/googlenews_snippets.tsv.gz' })),
  ],
}

const topicCount = 20
/** Samples per topic: the first one is held against the bar, all of them show how often the intervals hold. */
const draws = 3

async function measureCollection(data: EvalData, { name, file }: { name: string; file: string }): Promise<EvalRow[]> {
  const path = data.path(file)
  // one of twenty intervals of 95% may miss
  const bar = { atLeast: 19 }
  const measures = ['precision', 'recall'].map((figure) => `topics of ${topicCount} whose interval holds the ${figure}`)
  if (path === null) return measures.map((measure) => ({ data: name, measure, value: null, bar }))
  const texts = readLabelled(path)
  const library = await openLibrary()
  await storeDocuments(
    library,
    texts.map(({ text }, n) =>
      sampleDocument({
        nativeId: `${n}`,
        url: `https://labelled.example/${n}`,
        outlet: `outlet${n % 50}.example`,
        title: text,
        publishedAt: new Date(Date.UTC(2026, 0, 1 + (n % 300))).toISOString(),
      }),
    ),
  )
  while (await library.documents.enrich.step());
  let time = Date.UTC(2026, 10, 20)
  const api = await createLibraryApi(library.database, { clock: { now: () => new Date((time += 1_000)) } })
  const request = async <Body>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Body> => {
    const headers = { authorization: 'Bearer judge' }
    const reply = await api.app.inject({ method, url: `/api${url}`, headers, ...(body && { payload: body }) })
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`)
    return reply.json<Body>()
  }
  const outcomes: Outcome[][] = []
  for (const topic of chooseTopics(texts)) {
    const signalId = await search(topic.query, request)
    const ofTopic: Outcome[] = []
    for (let draw = 0; draw < draws; draw += 1) ofTopic.push(await judge({ ...topic, signalId, texts }, request))
    outcomes.push(ofTopic)
    console.error(`${name}, ${topic.query}: ${ofTopic.map(describeOutcome).join('; ')}`)
  }
  await api.app.close()
  await library.close()
  const first = outcomes.flatMap(([outcome]) => (outcome === undefined ? [] : [outcome]))
  const all = outcomes.flat()
  const count = (of: readonly Outcome[], figure: 'precision' | 'recall') => of.filter((one) => one[figure]).length
  const counted = `${name} (${texts.length.toLocaleString('en')})`
  return [
    { data: counted, measure: measures[0] ?? '', value: count(first, 'precision'), bar },
    { data: counted, measure: measures[1] ?? '', value: count(first, 'recall'), bar },
    {
      data: counted,
      measure: 'labels at most',
      value: Math.max(...all.map(({ labels }) => labels)),
      bar: { atMost: 50 },
    },
    { data: counted, measure: `intervals of precision that hold, of ${all.length}`, value: count(all, 'precision') },
    { data: counted, measure: `intervals of recall that hold, of ${all.length}`, value: count(all, 'recall') },
    {
      data: counted,
      measure: 'mean width of recall',
      value: all.reduce((sum, { width }) => sum + width, 0) / all.length,
    },
  ]
}

type Request = <Body>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => Promise<Body>

interface Topic {
  label: string
  query: string
}

/** The largest topics, each with the word that tells it apart best by F1: some find nearly all of it, some half. */
function chooseTopics(texts: readonly LabelledText[]): Topic[] {
  const sizes = countBy(texts.map(({ label }) => label))
  const withWord = countBy(texts.flatMap(({ text }) => [...new Set(tokens(text))]))
  return [...sizes]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, topicCount)
    .map(([label, size]) => {
      const ofTopic = texts.filter((text) => text.label === label)
      const words = countBy(ofTopic.flatMap(({ text }) => [...new Set(tokens(text))].filter(isContextTerm)))
      const ranked = [...words].map(([word, hits]) => ({ word, f1: (2 * hits) / (size + (withWord.get(word) ?? 0)) }))
      return { label, query: ranked.toSorted((a, b) => b.f1 - a.f1)[0]?.word ?? '' }
    })
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

async function search(term: string, request: Request): Promise<string> {
  let state = await request<SearchState>('POST', '/explore/topicQuery', { query_term: term })
  while (state.finishedAt === null) {
    await pause(20)
    state = await request<SearchState>('POST', '/explore/getQueryStatus', { request_id: state.request_id })
  }
  return state.signal_id
}

interface Outcome {
  precision: boolean
  recall: boolean
  labels: number
  /** Of the interval of recall. */
  width: number
  text: string
}

function describeOutcome({ text }: Outcome): string {
  return text
}

/** Draws documents, labels them by the collection's labels, and compares the intervals with the truth. */
async function judge(
  { label, query, signalId, texts }: Topic & { signalId: string; texts: readonly LabelledText[] },
  request: Request,
): Promise<Outcome> {
  const check = await request<QueryCheck>('POST', `/signals/${signalId}/queryCheck`, {})
  const labels = check.documents.map(({ document }) => ({
    documentId: document.id,
    label: texts[Number(document.url?.split('/').at(-1))]?.label === label ? 'about' : 'not',
  }))
  const quality = await request<QueryQuality>('PUT', `/signals/${signalId}/queryCheck/labels`, { labels })
  const has = ({ text }: LabelledText, terms: readonly string[]) => {
    const words = ` ${tokens(text).join(' ')} `
    return terms.some((term) => words.includes(` ${tokens(term).join(' ')} `))
  }
  const frame = texts.filter((text) => has(text, [query, ...check.widerTerms]))
  if (frame.length !== check.matches + check.others)
    throw new Error(`${query}: ${frame.length} texts, but ${check.matches} matches and ${check.others} others`)
  const matches = frame.filter((text) => has(text, [query]))
  const about = (of: readonly LabelledText[]) => of.filter((text) => text.label === label).length
  const truth = { precision: about(matches) / matches.length, recall: about(matches) / about(frame) }
  const { precision, recall } = quality
  const holds = (value: number, interval: typeof precision) =>
    interval !== null && value >= interval.low && value <= interval.high
  const write = (value: number, interval: typeof precision) =>
    `${value.toFixed(3)} in ${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)}`
  return {
    precision: holds(truth.precision, precision),
    // without a wider query there is no claim about recall, and so none that is wrong
    recall: check.others === 0 || holds(truth.recall, recall),
    labels: labels.length,
    width: recall === null ? 1 : recall.high - recall.low,
    text: `${write(truth.precision, precision)}, ${write(truth.recall, recall)} of ${check.matches} + ${check.others}`,
  }
}
