/**
 * Usage: npm run check checks/claims/main.ts [-- URL FIRST_RUN_FILE TOPIC …]. Checks every sentence in topic reports against the figures of the same
 * report: for the given topics in a running server's library, or for 200 planted topics of every shape. Fails if one contradicts them.
 */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SearchState, SignalQuery, SignalReport } from '@auspex/sdk/types'
import { createRandom } from '@auspex/contract/random'
import { people } from '../../../apps/api/src/testing/people.ts'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { type Request, importDocuments } from '../harness/library.ts'
import { createSend, readToken } from '../harness/product.ts'
import { sampleDocument } from '../../../apps/api/src/testing/stored-documents.ts'
import type { SourceDocument } from '../../../packages/sources/src/index.ts'
import { findContradictions } from './contradictions.ts'

const dayMs = 86_400_000
/** The day before the date of the test API's clock. */
const lastDay = Date.UTC(2026, 10, 20)
const days = 365
const archiveEnd = 220

/** Expected documents a day, by days since the first one; `turn` is the day of the change. */
type Shape = (day: number, turn: number) => number

const shapes: Readonly<Record<string, Shape>> = {
  spike: (day, turn) => (day >= turn && day < turn + 3 ? 12 : 0.2),
  'lasting rise': (day, turn) => (day < turn ? 0.2 : 1.2),
  'lasting fall': (day, turn) => (day < turn ? 1.2 : 0.2),
  'weekly rhythm': (day) => (day % 7 < 5 ? 0.8 : 0.15),
  quiet: () => 0.4,
  growth: (day) => 0.05 * Math.exp(day / 95),
  fall: (day) => 2.2 * Math.exp(-day / 95),
  // all archives of a library end together, otherwise the last one would take the share of those that ended earlier
  'archive end': (day) => (day < archiveEnd ? 0.8 : 0),
  'few documents': () => 0.025,
  'spike upon a rise': (day, turn) => (day < turn ? 0.2 : day < turn + 3 ? 14 : 0.7),
}

/** Topics that cycle through all shapes, each with a made-up name that no other document contains, and their documents; deterministic by seed. */
function plantTopics(count: number, seed: number): { names: string[]; documents: SourceDocument[] } {
  const { next: random, poisson } = createRandom(seed)
  const words = Array.from({ length: 900 }, () => writeWord(random, 2 + Math.floor(random() * 2)))
  const documents: SourceDocument[] = []
  const shapeNames = Object.keys(shapes)
  const names = Array.from({ length: count }, (_, index) => {
    const shape = shapeNames[index % shapeNames.length] ?? 'quiet'
    const name = `${writeWord(random, 3)}${index.toString(36)}x`
    const turn = 60 + Math.floor(random() * (days - 120))
    const level = 0.6 + random() * 0.8
    for (let day = 0; day < days; day += 1) {
      const documentCount = poisson((shapes[shape]?.(day, turn) ?? 0) * level)
      for (let n = 0; n < documentCount; n += 1) documents.push(write({ name, shape, day, number: documents.length }))
    }
    return name
  })
  return { names, documents }

  function write({ name, shape, day, number }: { name: string; shape: string; day: number; number: number }) {
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() ** 1.6 * items.length)] as Item // never empty
    const country = pick(['US', 'GB', 'SE', null])
    // an archive is a separate collection, because otherwise its end would make all news appear silent
    const isArchive = shape === 'archive end'
    return sampleDocument({
      nativeId: `planted-${number}`,
      url: `https://planted.example/${number}`,
      kind: isArchive ? 'comment' : 'article',
      outlet: isArchive ? 'archive.example' : `outlet${Math.floor(random() ** 2 * 40)}.example`,
      title: `${name} ${Array.from({ length: 8 }, () => pick(words)).join(' ')}`,
      body: `${pick(tones)} ${Array.from({ length: 14 }, () => pick(words)).join(' ')}.`,
      author: isArchive ? `author${Math.floor(random() * 60)}` : null,
      country,
      countryBasis: country === null ? null : 'source',
      publishedAt: new Date(lastDay - (days - 1 - day) * dayMs + Math.floor(random() * dayMs)).toISOString(),
    })
  }
}

const tones = ['It is great and people love it.', 'It is awful and people hate it.', 'It came on Monday.']
const syllables = 'ba do fi gu ka le mo nu pa ri so ta ve wi zo che dra fle gri plo sta tru'.split(' ')

function writeWord(random: () => number, length: number): string {
  return Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join('')
}

const [url, firstRunFile, ...topics] = process.argv.slice(2)
if (url === undefined) process.exit(await checkPlanted())
if (firstRunFile === undefined || topics.length === 0)
  throw new TypeError('Say the address of a server, the first-run.json of its data folder, and topics')
const sendToServer = createSend(url, await readToken(url, dirname(firstRunFile), 'member'))
process.exitCode = await checkReports(async (method, path, body) => {
  const reply = await sendToServer(method, path, body)
  return readReply(path, reply.status, await reply.text())
}, topics)

/** Runs the API in this process on a library of planted topics. */
async function checkPlanted(): Promise<0 | 1> {
  const api = await createTestApi({ config: { sources: 'live' } })
  const importer = { ...people.mira, roles: ['member', 'importer'] }
  const request: Request = async (method, path, body) => {
    const reply = await api.request({ method, path, as: importer, body })
    return readReply(path, reply.statusCode, reply.body)
  }
  const planted = plantTopics(200, 30)
  await importDocuments(request, planted.documents)
  const code = await checkReports(request, planted.names)
  await api.close()
  return code
}

function readReply(route: string, status: number, text: string): Record<string, unknown> {
  if (status >= 300 && status !== 422) throw new Error(`${route}: ${status} ${text}`)
  return JSON.parse(text) as Record<string, unknown> // every response here is an object
}

/** Queries each topic, and variants of some, and prints contradictions; returns 0 if there are none and most topics have a report. */
async function checkReports(request: Request, names: readonly string[]): Promise<0 | 1> {
  let [reports, sentences, faults] = [0, 0, 0]
  const questions = names.flatMap((topic, index): SignalQuery[] => [
    { query_term: topic },
    ...(index % 10 === 0 ? [{ query_term: topic, geo: 'US', sources: ['imported' as const] }] : []),
  ])
  for (const question of questions) {
    let state: Partial<SearchState> = await request('POST', '/explore/topicQuery', question)
    while (state.request_id !== undefined && state.finishedAt === null) {
      await pause(20)
      state = await request('POST', '/explore/getQueryStatus', { request_id: state.request_id })
    }
    if (state.signal_id === undefined) continue // too few documents for a report
    const report = (await request('GET', `/signal/json/${state.signal_id}`)) as unknown as SignalReport // by the contract
    reports += 1
    sentences += report.summary.statements.length
    for (const { rule, text } of findContradictions(report)) {
      faults += 1
      console.log(`${report.query.subject ?? report.query.title}: ${rule}: ${text}`)
    }
  }
  console.log(`${reports} reports, ${sentences} sentences, ${faults} contradictions`)
  return faults === 0 && reports > questions.length / 2 ? 0 : 1
}
