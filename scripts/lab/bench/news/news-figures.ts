import { type AuspexClient, createClient, listNews, listNewsClusters } from '@auspex/sdk'
import { readFirstRun } from '@auspex/server'
import { signIn } from '@auspex/server/testing'
import { setTimeout as delay } from 'node:timers/promises'
import type { Figure } from '../signals/figures.ts'
import { type ProbedServer, startProbed } from '../signals/probed-server.ts'
import { type NewsDocument, readNews } from './read-news.ts'

const [firstDay, lastDay] = ['2020-03-11', '2020-03-31']
const batchSize = 500
const rounds = 10
const pollMs = 50
const settlePollMs = 250

/** A null `file` returns figures without values. */
export async function newsFigures(file: string | null): Promise<Figure[]> {
  if (file === null) return toFigures({ articles: 0, perSecond: null, visibleMs: [] })
  const articles = await readNews(file, firstDay, lastDay)
  const server = await startProbed({})
  try {
    const client = await readerOf(server)
    const started = performance.now()
    await store(server, 'three weeks', articles)
    await waitUntilCompared(client)
    const perSecond = articles.length / ((performance.now() - started) / 1000)
    const visibleMs: number[] = []
    for (let round = 0; round < rounds; round++) visibleMs.push(await timeOne(server, client, round))
    return toFigures({ articles: articles.length, perSecond, visibleMs })
  } finally {
    await server.stop()
  }
}

/** Signs in as a person, because services cannot read news. */
async function readerOf({ url, dataDir }: ProbedServer): Promise<AuspexClient> {
  const member = readFirstRun(dataDir)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('The first start made no member')
  const { accessToken } = await signIn(url, { login: member.email, password: member.password })
  if (accessToken === null) throw new Error('The member could not sign in')
  return createClient({ baseUrl: `${url}/api`, auth: { getToken: () => accessToken } })
}

interface NewsTimes {
  articles: number
  perSecond: number | null
  visibleMs: readonly number[]
}

function toFigures({ articles, perSecond, visibleMs }: NewsTimes): Figure[] {
  const on = `${articles.toLocaleString('en')} GDELT articles of ${firstDay} to ${lastDay}`
  return [
    {
      what: 'articles stored and placed into stories, with the database',
      value: perSecond,
      unit: 'a second',
      bar: { atLeast: 500 },
      note: on,
    },
    {
      what: `a new article seen in its story, the slowest of ${rounds}`,
      value: visibleMs.length === 0 ? null : Math.max(...visibleMs) / 1000,
      unit: 's',
      bar: { atMost: 5 },
      note: `in the library of ${on}`,
    },
  ]
}

async function store(server: ProbedServer, name: string, articles: readonly NewsDocument[]): Promise<void> {
  const target = await server.target()
  const sha256 = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
  const { importId } = await target.start({ name, sha256, bytes: articles.length })
  for (let at = 0; at < articles.length; at += batchSize) {
    const documents = articles.slice(at, at + batchSize)
    await target.store(importId, { firstLine: at + 1, lastLine: at + documents.length, documents, rejected: [] })
  }
  await target.finish(importId)
  await target.close()
}

const wholeArchive = { feedId: 'all', startDate: firstDay, endDate: lastDay }

/** Waits until every article has been compared. Requests the stories of a single day, because all of them would put load on the server. */
async function waitUntilCompared(client: AuspexClient): Promise<void> {
  const question = { ...wholeArchive, endDate: firstDay, perPage: 1 }
  while (((await listNewsClusters(question, { client })).pending ?? 0) > 0) await delay(settlePollMs)
}

/** Imports an article with the words of one of the largest stories, and measures how long it takes until that story lists it. */
async function timeOne(server: ProbedServer, client: AuspexClient, round: number): Promise<number> {
  const { items } = await listNewsClusters({ ...wholeArchive, perPage: rounds }, { client })
  const story = items[round % items.length]
  if (story === undefined) throw new Error('No story was found in three weeks of news')
  const outlet = `bench-${round}.example`
  const article: NewsDocument = {
    sourceKey: 'imported',
    nativeId: `bench:${round}`,
    kind: 'article',
    url: `https://${outlet}/story`,
    title: story.title,
    body: null,
    author: null,
    outlet,
    publishedAt: story.lastPublishedAt.slice(0, 19) + 'Z',
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: 'en',
    engagement: null,
  }
  const started = performance.now()
  await store(server, `one more ${round}`, [article])
  for (;;) {
    const { items: found } = await listNews({ ...wholeArchive, outlets: [outlet] }, { client })
    if (found.some(({ news }) => news?.clusterId !== null && news?.clusterId !== undefined))
      return performance.now() - started
    await delay(pollMs)
  }
}
