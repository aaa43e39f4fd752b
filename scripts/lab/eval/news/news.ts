import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNewsStream, type NewsArticle, trimOutletName } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { type EvalData, type EvalRow, type EvalTask, readJsonLines, shareOf } from '../../figures.ts'
import { bCubedF1, isHeldOut, type LabelledText, pairF1, readLabelled } from '../story-clusters.ts'

/**
 * Stories of the news feed: labelled news in an arbitrary order, batch by batch; paraphrases and look-alikes; a replayed week. The values of
 * `newsStreamDefaults` were chosen on the odd-numbered stories of googlenews_snippets, on wikiref220 and on the odd-numbered pairs; the even-numbered
 * ones were looked at only here.
 */
export const news: EvalTask = {
  name: 'news',
  run: async (data) => [...stories(data), ...paraphrases(), ...(await replay(data))],
}

const instant = '2026-01-01T00:00:00Z'
const storyBar = { atLeast: 0.87 }

function stories(data: EvalData): EvalRow[] {
  return [
    ...storyRows(
      'googlenews_snippets, held-out stories',
      data.path('clustering/googlenews_snippets.tsv.gz'),
      isHeldOut,
    ),
    ...storyRows('wikiref220 (tuned on)', data.path('clustering/wikiref220_stories.tsv.gz'), () => true),
  ]
}

function storyRows(label: string, path: string | null, keep: (text: LabelledText) => boolean): EvalRow[] {
  if (path === null)
    return ['pair F1', 'B³ F1'].map((measure) => ({ data: label, measure, value: null, bar: storyBar }))
  // shuffled, because the files are sorted by label, which no stream is
  const texts = shuffle(readLabelled(path).filter(keep))
  const truth = texts.map((text) => text.label)
  // without dates, so that time cannot help
  const groups = assignStories(
    texts.map(({ text }, at) => ({ id: `${at}`, outlet: null, title: '', lead: text, publishedAt: instant })),
    2_000,
  )
  const k = new Set(truth).size
  const data = `${label} (${texts.length.toLocaleString('en')} texts, ${k} labels)`
  return Object.entries({ 'pair F1': pairF1, 'B³ F1': bCubedF1 }).map(([measure, score]): EvalRow => ({
    data,
    measure: `${measure}, ${new Set(groups).size} found`,
    value: score(truth, groups),
    bar: storyBar,
  }))
}

function assignStories(articles: readonly NewsArticle[], batchSize: number): string[] {
  const stream = createNewsStream()
  let storyOf: ReadonlyMap<string, string> = new Map()
  for (let at = 0; at < articles.length; at += batchSize)
    storyOf = stream.place(articles.slice(at, at + batchSize)).storyOf
  return articles.map(({ id }) => storyOf.get(id) ?? id)
}

function shuffle<T>(items: readonly T[]): T[] {
  const { below } = createRandom(20_261_123)
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = below(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T] // both are indexes of the list
  }
  return shuffled
}

/**
 * Pairs of headlines in one stream: how many pairs about the same event are joined, and how many joined pairs are about the same event. `same` pairs
 * report one event in different words; `other` ones share a template or a topic but not the facts.
 */
function paraphrases(): EvalRow[] {
  const lines = readFileSync(join(import.meta.dirname, 'paraphrases.tsv'), 'utf8')
    .trim()
    .split('\n')
  const pairs = lines.map((line) => line.split('\t') as [kind: 'same' | 'other', string, string]) // our own file
  const half = (parity: number) =>
    (['same', 'other'] as const).map((kind) =>
      pairs.filter((pair) => pair[0] === kind).filter((_, at) => at % 2 === parity),
    )
  return [...paraphraseRows('held out', half(0), true), ...paraphraseRows('tuned on', half(1), false)]
}

type Pair = [kind: 'same' | 'other', one: string, other: string]

function paraphraseRows(label: string, [same = [], other = []]: Pair[][], isJudged: boolean): EvalRow[] {
  const titles = [...same, ...other].flatMap(([, first, second]) => [first, second])
  const articles = titles.map((title, at) => ({ id: `${at}`, outlet: null, title, lead: null, publishedAt: instant }))
  const judge = (groups: readonly string[]) => {
    const joined = [...same, ...other].flatMap(([kind], at) => (groups[at * 2] === groups[at * 2 + 1] ? [kind] : []))
    const right = joined.filter((kind) => kind === 'same').length
    return { recall: right / same.length, precision: joined.length === 0 ? 0 : right / joined.length }
  }
  const ours = judge(assignStories(articles, articles.length))
  const data = `own paraphrases and look-alikes, ${label} (${same.length} + ${other.length} pairs)`
  const row = (measure: string, quantity: 'recall' | 'precision', atLeast: number): EvalRow => ({
    data,
    measure,
    value: ours[quantity],
    bar: isJudged ? { atLeast } : undefined,
  })
  return [row('recall of paraphrases', 'recall', 0.6), row('precision of what is joined', 'precision', 0.95)]
}

interface CorpusRow {
  id: string
  source: string
  title: string | null
  body: string | null
  published_at: string
}

/**
 * A week of real news, twice: in batches of 500 and of 120. How many articles have a different story id the second time, how many changed theirs
 * after it was first assigned (except for stories that were merged, whose old id redirects), and how many are placed a second. Titles are without the
 * outlet's name, as the product compares them.
 */
async function replay(data: EvalData): Promise<EvalRow[]> {
  const path = data.path('corpora/news_gdelt_2017_2021.jsonl.gz')
  const articles = path === null ? [] : await readWeek(path)
  const [first, second] = [replayBatches(articles, 500), replayBatches(articles, 120)]
  const label = `a week of GDELT titles, 2 to 8 March 2020 (${articles.length.toLocaleString('en')})`
  const row = (measure: string, value: number, bar: EvalRow['bar']): EvalRow => ({
    data: label,
    measure,
    value: path === null ? null : value,
    bar,
  })
  const changed = shareOf(articles, ({ id }) => first.last.get(id) !== second.last.get(id))
  const moved = shareOf(articles, ({ id }) => second.end(second.given.get(id) ?? '') !== second.last.get(id))
  return [
    row('ids changed on replay in other batches, %', 100 * changed, { atMost: 2 }),
    row('ids changed after they were given, %', 100 * moved, { atMost: 2 }),
    row('articles placed a second, without the database', articles.length / first.seconds, { atLeast: 500 }),
  ]
}

function replayBatches(articles: readonly NewsArticle[], batchSize: number) {
  const stream = createNewsStream()
  const assigned = new Map<string, string>()
  const redirects = new Map<string, string>()
  let last: ReadonlyMap<string, string> = new Map()
  const began = performance.now()
  for (let at = 0; at < articles.length; at += batchSize) {
    const changes = stream.place(articles.slice(at, at + batchSize))
    // as the product stores it: an id that is in use by a story again no longer redirects
    for (const storyId of [...changes.begun, ...changes.split.map((split) => split.storyId)]) redirects.delete(storyId)
    for (const { storyId, into } of changes.joined) redirects.set(storyId, into)
    for (const { id, storyId } of changes.moved) if (!assigned.has(id)) assigned.set(id, storyId)
    last = changes.storyOf
  }
  const end = (id: string): string => {
    const next = redirects.get(id)
    return next === undefined || next === id ? id : end(next)
  }
  return { given: assigned, last, end, seconds: (performance.now() - began) / 1_000 }
}

async function readWeek(path: string): Promise<NewsArticle[]> {
  const articles: NewsArticle[] = []
  for await (const { id, source, title, body, published_at: publishedAt } of readJsonLines<CorpusRow>(path))
    if (publishedAt >= '2020-03-02' && publishedAt < '2020-03-09' && title !== null)
      articles.push({ id, outlet: source, title: trimOutletName(title, source), lead: body, publishedAt })
  const order = ({ publishedAt, id }: NewsArticle) => `${publishedAt} ${id}`
  return articles.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))
}
