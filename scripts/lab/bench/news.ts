/**
 * Usage: npm run check lab/bench/news.ts. Feeds three weeks of real news into the real server with its database: measures how many articles a second
 * are stored and placed into stories, and how long it takes until a new article appears in its story. AUSPEX_SHARED_DATA names the folder that
 * contains `corpora`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type AuspexClient, createClient, listNews, listNewsClusters } from '@auspex/sdk'
import { readDocuments } from '@auspex/sources'
import { readToken } from '../../checks/harness/product.ts'
import { printFigures, sharedData } from '../figures.ts'
import { importBatches, type ProbedServer, startProbed, toBatches } from './probed-server.ts'

const [firstDay, lastDay] = ['2020-03-11', '2020-03-31']
const wholeArchive = { feedId: 'all', startDate: firstDay, endDate: lastDay }
const rounds = 10

const path = sharedData.path('corpora/news_gdelt_2017_2021.jsonl.gz')
const articles = path === null ? [] : await readNews(path)
const { perSecond, visibleMs } = path === null ? { perSecond: null, visibleMs: [] } : await measureNews()
const note = `${articles.length.toLocaleString('en')} GDELT articles of ${firstDay} to ${lastDay}`
printFigures([
  {
    what: 'articles stored and placed into stories, with the database',
    value: perSecond,
    unit: 'a second',
    bar: { atLeast: 500 },
    note,
  },
  {
    what: `a new article seen in its story, the slowest of ${rounds}`,
    value: visibleMs.length === 0 ? null : Math.max(...visibleMs) / 1000,
    unit: 's',
    bar: { atMost: 5 },
    note,
  },
])

/** The articles of these days in order of publication. */
async function readNews(file: string) {
  const documents = []
  for await (const row of readDocuments({ path: file, clock: () => new Date() })) {
    if (!('document' in row)) continue
    const day = row.document.publishedAt.slice(0, 10)
    if (day >= firstDay && day <= lastDay) documents.push({ ...row.document, sourceKey: 'imported' as const })
  }
  return documents.toSorted((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt))
}

async function measureNews(): Promise<{ perSecond: number; visibleMs: number[] }> {
  const server = await startProbed()
  try {
    // as a person, because services cannot read news
    const token = await readToken(server.url, server.dataDir, 'member')
    const client = createClient({ baseUrl: `${server.url}/api`, auth: { getToken: () => token } })
    const startedAt = performance.now()
    await importBatches(server, 'three weeks', toBatches(articles, 500))
    // the stories of a single day, because requesting all of them would put load on the server
    const question = { ...wholeArchive, endDate: firstDay, perPage: 1 }
    while (((await listNewsClusters(question, { client })).pending ?? 0) > 0) await delay(250)
    const rate = articles.length / ((performance.now() - startedAt) / 1000)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await timeOne(server, client, round))
    return { perSecond: rate, visibleMs: times }
  } finally {
    await server.end()
  }
}

/** Imports an article with the words of one of the largest stories, and measures how long it takes until that story lists it. */
async function timeOne(server: ProbedServer, client: AuspexClient, round: number): Promise<number> {
  const { items } = await listNewsClusters({ ...wholeArchive, perPage: rounds }, { client })
  const story = items[round % items.length]
  const [article] = articles
  if (story === undefined || article === undefined) throw new Error('No story was found in three weeks of news')
  const outlet = `bench-${round}.example`
  const publishedAt = `${story.lastPublishedAt.slice(0, 19)}Z`
  const copy = {
    ...article,
    nativeId: `bench:${round}`,
    url: `https://${outlet}/story`,
    title: story.title,
    body: null,
  }
  const startedAt = performance.now()
  await importBatches(server, `one more ${round}`, [[{ ...copy, author: null, outlet, publishedAt, lang: 'en' }]])
  for (;;) {
    const newsList = await listNews({ ...wholeArchive, outlets: [outlet] }, { client })
    if (newsList.items.some(({ news }) => news != null && news.clusterId !== null)) return performance.now() - startedAt
    await delay(50)
  }
}
