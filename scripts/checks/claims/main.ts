/**
 * Usage: npm run check checks/claims/main.ts [-- URL FIRST_RUN_FILE TOPIC …]. Checks every sentence in topic reports against the figures of the same
 * report: for the given topics in a running server's library, or for 200 planted topics of every shape. Fails if one contradicts them.
 */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SearchState, SignalQuery, SignalReport, Statement } from '@auspex/sdk/types'
import { people } from '../../../apps/api/src/testing/people.ts'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { importDocuments, type Request } from '../harness/library.ts'
import { createSend, readToken } from '../harness/product.ts'
import { plantTopics } from './planted-topics.ts'

/** A sentence, or a named stage, and the figures in the same report that contradict it. */
interface Contradiction {
  rule: string
  text: string
}

type Rule = (report: SignalReport) => string[]

/** Each rule returns the sentences of a report that the report's own figures contradict. */
const contradictionRules: Readonly<Record<string, Rule>> = {
  'quiet above a listed change': ({ summary, events, inflections }) =>
    events.found + inflections.found === 0 ? [] : textsOf(summary, /^No event stands out/u),

  'a number that the report does not have': (report) =>
    report.summary.claims.flatMap(({ numbers }) =>
      numbers.flatMap(({ pointer, value, text }) => {
        const figure = pointer === null ? undefined : valueAt(report, pointer)
        return figure === undefined || Math.abs(figure - value) <= 1e-9 * Math.abs(value) ? [] : `${pointer}: ${text}`
      }),
    ),

  'a verdict that the interval does not bear out': ({ summary, momentum: { ratio } }) => [
    ...(ratio !== null && ratio.low > 1 ? [] : textsOf(summary, /, so (?:it|its share) grew/u)),
    ...(ratio !== null && ratio.high < 1 ? [] : textsOf(summary, /, so (?:it|its share) fell/u)),
    ...(ratio !== null && ratio.low <= 1 && ratio.high >= 1
      ? []
      : textsOf(summary, /, so there is no certain change/u)),
  ],

  'a bound rounded onto no change': ({ summary }) =>
    summary.claims.flatMap(({ numbers }) =>
      numbers.flatMap(({ unit, low, high, text }) => {
        const [, first, last] = /\(([\d.]+) to ([\d.]+)\)$/u.exec(text) ?? []
        if (unit !== 'ratio' || low === null || high === null || first === undefined || last === undefined) return []
        return (low > 1 && Number(first) === 1) || (high < 1 && Number(last) === 1) ? text : []
      }),
    ),

  'a stage that the growth does not bear out': ({ momentum, stage }) => {
    const { ratio, stories, previousStories } = momentum
    const name = stage.stage
    const grows = name === 'emerging' || name === 'rising'
    if (!grows && name !== 'declining') return []
    // a null ratio because its bounds are too far apart can still exclude 1; one from too few stories cannot
    if (ratio === null) return stories + previousStories < minStories ? [`${name}: ${stage.reason}`] : []
    return (grows ? ratio.low > 1 : ratio.high < 1) ? [] : [`${name}: ${stage.reason}`]
  },

  'a level that went the other way': ({ summary, inflections }) => {
    const last = inflections.points.findLast(({ kind }) => kind === 'shift')
    const matchingStatements = [
      ...textsOf(summary, /^Talk of .* has (?:been|taken a) \w+.* since/u),
      ...textsOf(summary, /^Since .* (?:as many stories a day|what it was)/u),
    ]
    if (last === undefined) return matchingStatements
    if (last.change === null) return []
    const [isRise, isHeldAgainstBefore] = [
      last.change.value > 1,
      matchingStatements.some((text) => / before \d/u.test(text)),
    ]
    if (isHeldAgainstBefore) return []
    return matchingStatements.filter((text) => {
      if (!text.startsWith('Talk')) return false
      return isRise === / has (?:been lower|taken a smaller)/u.test(text)
    })
  },

  'a change against its own levels': ({ inflections }) =>
    inflections.points.flatMap(({ day, kind, before, after, change }) =>
      change === null || change.value === 1 || before === after || change.value > 1 === after > before
        ? []
        : `${kind} of ${day}: ${before} before, ${after} after, ${change.value} times`,
    ),

  'a peak outside of every event': ({ summary, events }) =>
    textsOf(summary, /^Talk of .* (?:peaked|stood out most) around /u, 'title').filter(
      (text) => !events.events.some(({ peak }) => text.endsWith(sayDay(peak))),
    ),

  'a title that leaves out what is asked': ({ query, summary }) => {
    const names = query.entity === null ? [] : [query.entity.replaceAll('"', '')]
    return textsOf(summary, /./u, 'title').filter(
      (text) =>
        names.some((name) => !text.includes(name)) ||
        (query.geo !== null && !text.includes(' from ')) ||
        (query.sources.length > 0 && !/ (?:on|in) /u.test(text)),
    )
  },
}

/** Stories needed in two windows together before growth is stated: docs/measures.md, "Support". */
const minStories = 10

/** All sentences of a report that its own figures contradict. */
function findContradictions(report: SignalReport): Contradiction[] {
  return Object.entries(contradictionRules).flatMap(([rule, find]) => find(report).map((text) => ({ rule, text })))
}

function textsOf({ statements }: SignalReport['summary'], pattern: RegExp, part?: Statement['part']): string[] {
  return statements
    .filter((one) => part === undefined || one.part === part)
    .flatMap(({ text }) => (pattern.test(text) ? text : []))
}

/** The number at a JSON pointer of a report, or undefined, for example in a part that is sent later. */
function valueAt(report: SignalReport, pointer: string): number | undefined {
  let value: unknown = report
  for (const step of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return typeof value === 'number' ? value : undefined
}

/** A day in the format that sentences use. */
function sayDay(day: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return parts.format(new Date(`${day}T00:00:00Z`))
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
