/**
 * Usage: node scripts/checks/drift/semantics.ts [--write]. Sends the real server and the mock at least 5,000 requests that the contract allows
 * but whose meaning is wrong or an edge case: blank words, broken queries, reversed days, ids of nothing, of the caller and of another
 * organization. Statuses and problem codes must agree in 99 %; refusals in other words are counted. --write lists the known differences in the mock's README.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type ContractOperation, loadContract } from '@auspex/contract'
import { requestArbitrary, writeRequest } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { type Call, parseBody, type Reply, type SendCall, startMockApi, startRealApi } from './sides.ts'

const seed = 20_261_123
/** Requests of each operation, before changes. */
const requestsEach = 9
const document = readContractDocument()
const operations = loadContract(document).operations.filter(
  ({ isElsewhere, responses }) => !isElsewhere && !responses.has(501),
)

/** A request that is valid by the contract but wrong, or an edge case, in its meaning. */
interface SemanticCase {
  name: string
  operation: ContractOperation
  /** Its ids name nothing until `withIds` replaces them. */
  call: Call
}

type Base = ReturnType<typeof sampleRequests>[number]
type Change = (name: string, value: unknown) => unknown

const wordFields = /term|query|title|name|message|subject|text|find|condition/i

/** Changes tried on every field; each applies where it returns a different value. */
const changes: Record<string, Change> = {
  'blank words': (name, value) => (typeof value === 'string' && wordFields.test(name) ? '   ' : value),
  'a broken query': (name, value) =>
    typeof value === 'string' && wordFields.test(name) ? '"never closed AND (' : value,
  'nothing but signs': (name, value) => (typeof value === 'string' && wordFields.test(name) ? '*?!' : value),
  'a cursor of nobody': (name, value) => (name === 'cursor' ? 'nonsense' : value),
  'a page far behind the end': (name, value) => (name === 'page' ? 9 : value),
  'days that run backwards': (name, value) =>
    typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)
      ? value
      : /^(from|since|start)/i.test(name)
        ? `2026-11-20${value.slice(10)}`
        : `2026-11-01${value.slice(10)}`,
}

/** For each operation, `each` requests that the contract allows, unchanged and with every change that has an effect. Deterministic. */
function writeSemanticCases(): SemanticCase[] {
  return operations.flatMap((operation, index) => {
    const caseByCall = new Map<string, SemanticCase>()
    for (const base of sampleRequests(operation, index)) {
      const variants = [['as it is', base] as const, ...variantsOf(base)]
      for (const [name, request] of variants) {
        const httpRequest = writeRequest(operation, request)
        if (httpRequest === null) continue
        const call = { ...httpRequest, path: httpRequest.target }
        caseByCall.set(`${call.path} ${call.body ?? ''}`, { name, operation, call })
      }
    }
    return [...caseByCall.values()]
  })
}

/** Every optional parameter occurs in some of them, because an omitted one cannot be wrong. */
function sampleRequests(operation: ContractOperation, index: number) {
  return fc.sample(requestArbitrary(document, operation), { seed: seed + index, numRuns: requestsEach })
}

function variantsOf(base: Base): [string, Base][] {
  return Object.entries(changes).flatMap(([name, change]): [string, Base][] => {
    const changed = {
      ...base,
      path: mapFields(base.path, change),
      query: mapFields(base.query, change),
      body: mapFields(base.body, change),
    } as Base // fields keep their names
    return JSON.stringify(changed) === JSON.stringify(base) ? [] : [[name, changed]]
  })
}

function mapFields(value: unknown, change: Change, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mapFields(each, change, name))
  if (typeof value !== 'object' || value === null) return change(name, value)
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, mapFields(each, change, inner)]))
}

/** Replaces the call's ids with ids of real things by prefix; null if it contains none. */
function withIds({ call }: SemanticCase, ids: ReadonlyMap<string, string>): Call | null {
  const put = (text: string) =>
    text.replaceAll(
      /(?<![a-z0-9_])([a-z]{2,4})_[a-z0-9]{1,40}(?![a-z0-9_])/g,
      (id, prefix: string) => ids.get(prefix) ?? id,
    )
  const filled = { ...call, path: put(call.path), body: call.body === null ? null : put(call.body) }
  return filled.path === call.path && filled.body === call.body ? null : filled
}

const minShare = 0.99
const minRequests = 5000
const readme = new URL('../../../packages/mock-server/README.md', import.meta.url)

interface Side {
  send: SendCall
  /** This side's token for the person, and for one of another organization. */
  own: string
  foreign: string
}

const cases = writeSemanticCases()
// with a library about the topics of the requests below, like the one in the mock's examples
const real = await startRealApi({ background: true, library: true })
const sendToMock = startMockApi(document)
const sides: Side[] = [
  { send: real.send, own: 'Bearer root', foreign: 'Bearer root.contoso' },
  { send: sendToMock, own: 'Bearer org_northwind.usr_root.godmode', foreign: 'Bearer org_contoso.usr_eve.godmode' },
]

/** Created on both sides, so that there are ids of the caller's own things and of others'. */
const setups: readonly (readonly [path: string, body: object, idName: string])[] = [
  ['/portfolio/create', { title: 'Plant milks' }, 'id'],
  ['/stories/create', { title: 'Why oat milk wins' }, 'id'],
  ['/project/create', { title: 'Plant milks' }, 'projectId'],
  ['/zeus/saveZeusReport', { title: 'Oat milk', contents: 'It rises.' }, 'id'],
  ['/explore/topicQuery', { query_term: 'oat milk' }, 'signal_id'],
  ['/explore/saveRecentSearch', { query_term: 'oat milk' }, 'id'],
]

async function makeThings({ send }: Side, authorization: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [path, body, idName] of setups) {
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await send({ method: 'POST', path, headers, body: JSON.stringify(body) })
    const id: unknown = (parseBody(reply.body) as Record<string, unknown> | null)?.[idName]
    if (typeof id === 'string') ids.set(id.slice(0, id.indexOf('_')), id)
  }
  return ids
}

function verdict({ status, body }: Reply): string {
  if (status < 400) return String(status)
  return `${status} ${(parseBody(body) as { code?: string } | null)?.code ?? ''}`
}

/** Why the mock cannot do better, by the server's answer. They still count as differences. */
const reasons: Readonly<Record<string, string>> = {
  '404 signals.no_documents': 'the mock has no library: it tells of any topic',
  '422 signals.query_invalid': 'the library of the server is new: it cannot tell what was known on an earlier day',
  '409 subscriptions.tested_recently': 'the server sends a test, and only one in a while',
  '422 destinations.test_failed': 'the server sends a test to the address',
  '422 subscriptions.webhook_refused': 'the server looks the address up in its network',
  '422 audience.name_differs': 'the mock has no library: it does not know what a signal is called',
  '409 onboarding.task_left_out': 'the person of the mock has colleagues, that of the server has none',
}

type Fill = (one: SemanticCase, side: number) => Call | null

const differences = new Map<string, { count: number; example: string }>()
let requests = 0

async function compare(title: string, fill: Fill): Promise<void> {
  for (const testCase of cases) {
    const [realCall, mockCall] = [fill(testCase, 0), fill(testCase, 1)]
    if (realCall === null || mockCall === null) continue
    const [ours, theirs] = await Promise.all([real.send(realCall), sendToMock(mockCall)])
    if (ours.status === 503) continue // this server has no sources to query, so a 503 shows nothing about the actual answer
    requests += 1
    if (verdict(ours) === verdict(theirs)) {
      if (ours.status >= 400) countWords(ours, theirs)
      continue
    }
    const key = `${testCase.operation.id}, ${title}: the server ${verdict(ours)}, the mock ${verdict(theirs)}`
    const earlierDifference = differences.get(key)
    const example = `${realCall.method} ${realCall.path.slice(0, 140)} ${realCall.body?.slice(0, 160) ?? ''}`
    differences.set(key, { count: (earlierDifference?.count ?? 0) + 1, example: earlierDifference?.example ?? example })
  }
}

/** Refusals with one code, by whether a person reads the same; the codes of the others. */
let sameWords = 0
const otherWords = new Map<string, number>()

function countWords(ours: Reply, theirs: Reply): void {
  const [words, mockWords] = [ours, theirs].map(({ body }) => {
    const { title, detail } = parseBody(body) as { title?: string; detail?: string } // both are problems
    return `${title} | ${detail}`
  })
  if (words === mockWords) sameWords += 1
  else {
    const key = `${verdict(ours)}: the server “${words}”, the mock “${mockWords}”`
    otherWords.set(key, (otherWords.get(key) ?? 0) + 1)
  }
}

const own = await Promise.all(sides.map((side) => makeThings(side, side.own)))
const foreign = await Promise.all(sides.map((side) => makeThings(side, side.foreign)))
await compare('ids of nothing', ({ call }) => call)
await compare('ids of another organization', (testCase, side) => withIds(testCase, foreign[side] ?? new Map()))
// last, because it changes and deletes the created things
await compare('ids of one’s own', (testCase, side) => withIds(testCase, own[side] ?? new Map()))
await real.close()

const ranking = [...differences].toSorted(([, left], [, right]) => right.count - left.count)
const differenceCount = ranking.reduce((sum, [, { count }]) => sum + count, 0)
for (const [key, { count, example }] of ranking.slice(0, 100)) console.log(`  ${count} × ${key}\n      ${example}`)
const share = 1 - differenceCount / Math.max(1, requests)
console.log(
  `${requests - differenceCount} of ${requests} requests got one status and one code from the real server and the mock (${(share * 100).toFixed(2)} %, at least ${minShare * 100} %, of ${minRequests} requests)`,
)
const otherCount = [...otherWords.values()].reduce((sum, count) => sum + count, 0)
for (const [key, count] of [...otherWords].toSorted(([, left], [, right]) => right - left).slice(0, 20))
  console.log(`  ${count} × ${key}`)
console.log(`${sameWords} of ${sameWords + otherCount} refusals with one code are in the same words`)
if (process.argv.includes('--write')) writeReadme()
process.exit(share < minShare || requests < minRequests ? 1 : 0)

/** Writes the differences between the README's markers. */
function writeReadme(): void {
  const text = readFileSync(readme, 'utf8')
  const lines = ranking.map(([key, { count }]) => {
    const reason = Object.entries(reasons).find(([answer]) => key.includes(`the server ${answer},`))?.[1]
    return `- ${key} (${count})${reason === undefined ? '' : `: ${reason}`}`
  })
  const summary = `${requests - differenceCount} of ${requests} requests agreed (${(share * 100).toFixed(2)} %).`
  const [head, rest] = text.split('<!-- differences -->\n', 2)
  const tail = rest?.split('<!-- end of differences -->', 2)[1]
  if (head === undefined || tail === undefined) throw new Error('The README has no marks for the differences')
  writeFileSync(
    readme,
    `${head}<!-- differences -->\n\n${summary}\n\n${lines.join('\n')}\n\n<!-- end of differences -->${tail}`,
  )
}
