/**
 * Usage: npm run check checks/claims/main.ts [-- URL FIRST_RUN_FILE TOPIC …]. Checks every sentence in topic reports against the figures of the same
 * report: for the given topics in a running server's library, or for 200 planted topics of every shape. Fails if one contradicts them.
 */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SearchState, SignalQuery, SignalReport } from '@auspex/sdk/types'
import { people } from '../../../apps/api/src/testing/people.ts'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { importDocuments, type Request } from '../harness/library.ts'
import { createSend, readToken } from '../harness/product.ts'
import { findContradictions } from './contradictions.ts'
import { plantTopics } from './planted-topics.ts'

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
