import { createNewsStream, type NewsArticle, trimOutletName } from '@auspex/analytics'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { EvalData, EvalRow } from '../eval.types.ts'

interface CorpusRow {
  id: string
  source: string
  title: string | null
  body: string | null
  published_at: string
}

const firstDay = '2020-03-02'
const afterDay = '2020-03-09'

/**
 * A week of real news, twice: in batches of 500 and of 120. How many articles have a different story id the second time, how many changed theirs
 * after it was first assigned (except for stories that were merged, whose old id redirects), and how many are placed a second. Titles are
 * without the outlet's name, as the product compares them.
 */
export function replay(data: EvalData): EvalRow[] {
  const path = data.path('corpora/news_gdelt_2017_2021.jsonl.gz')
  const label = 'a week of GDELT titles, 2 to 8 March 2020'
  const absent = (measure: string): EvalRow => ({
    task: 'news',
    data: label,
    measure,
    value: null,
    bar: null,
    baseline: null,
  })
  if (path === null) return [absent('ids changed on replay, %'), absent('articles placed a second')]
  const articles = readWeek(path)
  const first = place(articles, 500)
  const second = place(articles, 120)
  const changed = articles.filter(({ id }) => first.last.get(id) !== second.last.get(id)).length
  const moved = articles.filter(({ id }) => second.end(second.given.get(id) ?? '') !== second.last.get(id)).length
  const shown = `${label} (${articles.length.toLocaleString('en')})`
  const share = (count: number) => (100 * count) / Math.max(1, articles.length)
  return [
    {
      task: 'news',
      data: shown,
      measure: 'ids changed on replay in other batches, %',
      value: share(changed),
      bar: { atMost: 2 },
      baseline: null,
    },
    {
      task: 'news',
      data: shown,
      measure: 'ids changed after they were given, %',
      value: share(moved),
      bar: { atMost: 2 },
      baseline: null,
    },
    {
      task: 'news',
      data: shown,
      measure: 'articles placed a second, without the database',
      value: articles.length / first.seconds,
      bar: { atLeast: 500 },
      baseline: null,
    },
  ]
}

function place(articles: readonly NewsArticle[], batchSize: number) {
  const stream = createNewsStream()
  const given = new Map<string, string>()
  const redirects = new Map<string, string>()
  let last: ReadonlyMap<string, string> = new Map()
  const began = performance.now()
  for (let at = 0; at < articles.length; at += batchSize) {
    const changes = stream.place(articles.slice(at, at + batchSize))
    // as the product stores it: an id that is in use by a story again no longer redirects
    for (const storyId of [...changes.begun, ...changes.split.map((one) => one.storyId)]) redirects.delete(storyId)
    for (const { storyId, into } of changes.joined) redirects.set(storyId, into)
    for (const { id, storyId } of changes.moved) if (!given.has(id)) given.set(id, storyId)
    last = changes.storyOf
  }
  const end = (id: string): string => {
    const next = redirects.get(id)
    return next === undefined || next === id ? id : end(next)
  }
  return { given, last, end, seconds: (performance.now() - began) / 1_000 }
}

function readWeek(path: string): NewsArticle[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusRow) // the shape of a corpus row
    .filter(({ published_at: at, title }) => at >= firstDay && at < afterDay && title !== null)
    .map(({ id, source, title, body, published_at: publishedAt }) => ({
      id,
      outlet: source,
      title: trimOutletName(title ?? '', source),
      lead: body,
      publishedAt,
    }))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : a.id < b.id ? -1 : 1))
}
