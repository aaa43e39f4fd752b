/**
 * Usage: node scripts/checks/drift/values.ts [SEQUENCES]. Plays random sequences (1,000 by default) of searches, reports, lists, portfolios, monitors,
 * comparisons and links against the real server and the mock: every field that the request decides must be equal on both, and what a list shows must be
 * what was requested. All sequences must agree.
 */
import { readContractDocument } from '@auspex/contract/file'
import { createRandom } from '@auspex/mock-server'
import { type Call, parseBody, type SendCall, startMockApi, startRealApi, topics } from './sides.ts'

type Body = Record<string, unknown>

interface Side {
  send: SendCall
  /** Signals of this sequence, in the order in which they were searched. */
  signals: string[]
}

/** A call that both sides get, and the part of its reply that the call decides. */
interface Step {
  name: string
  call(side: Side): Call
  outcome(body: Body, side: Side): unknown
}

const sequences = Number(process.argv[2] ?? 1000)
const random = createRandom(20_261_129)
const headers = { 'content-type': 'application/json' }

function get(path: string): Call {
  return { method: 'GET', path, headers: {}, body: null }
}

function post(path: string, body: object): Call {
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

const words = [
  ...topics,
  'Heat pumps',
  'night  trains',
  'AI',
  'GLP-1',
  '"green tea" OR matcha',
  'tea -coffee',
  'déjà vu',
]
const sourceKeys = ['imported', 'hacker_news', 'google_news', 'reddit']

function pickDays(): { startDate: string | null; endDate: string | null } {
  if (random.chance(0.5)) return { startDate: null, endDate: null }
  const month = random.int(1, 9)
  return {
    startDate: `2026-0${month}-01`,
    endDate: random.chance(0.7) ? `2026-${month + 2 < 10 ? '0' : ''}${month + 2}-15` : null,
  }
}

function pickQuery(): Body {
  const query: Body = { ...pickDays(), geo: random.pick([null, 'DE', 'SE', 'UK']) }
  query['sources'] = random.chance(0.3) ? [random.pick(sourceKeys), random.pick(sourceKeys)].toSorted() : []
  query['sources'] = [...new Set(query['sources'] as string[])]
  if (random.chance(0.2)) query['entity'] = 'Volvo'
  return random.chance(0.2)
    ? { ...query, x_term: random.pick(words), y_term: random.pick(words), isCompound: random.chance(0.5) }
    : { ...query, query_term: random.pick(words) }
}

function pick(body: unknown, ...names: readonly string[]): Body {
  return Object.fromEntries(names.map((name) => [name, (body as Body | null | undefined)?.[name]])) // an object of the contract, or nothing
}

function lastSignal({ signals }: Side): string {
  return signals.at(-1) ?? 'sig_unknown0'
}

function search(): Step {
  const query = pickQuery()
  return {
    name: `topicQuery ${JSON.stringify(query)}`,
    call: () => post('/explore/topicQuery', query),
    outcome: (body, side) => {
      if (typeof body['signal_id'] === 'string') side.signals.push(body['signal_id'])
      const signals = new Set(side.signals)
      return { query: body['query'], count: signals.size, needed: body['needed'] }
    },
  }
}

const rules = [
  { kind: 'volume-above', documents: 5, windowDays: 7 },
  { kind: 'momentum-above', ratio: 1.5, windowDays: 28 },
  { kind: 'tone-below', tone: -0.2, windowDays: 7 },
]

const steps: Record<string, () => Step> = {
  search,
  saveRecentSearch: () => {
    const query = pickQuery()
    return {
      name: `saveRecentSearch ${JSON.stringify(query)}`,
      call: () => post('/explore/saveRecentSearch', query),
      outcome: (body, side) => ({ query: body['query'], known: side.signals.indexOf(String(body['signalId'])) }),
    }
  },
  report: () => ({
    name: 'getSignalReport',
    call: (side) => get(`/signal/json/${lastSignal(side)}`),
    outcome: (body, side) => ({ ...pick(body, 'query'), id: side.signals.lastIndexOf(String(body['signalId'])) }),
  }),
  reportOfDays: () => ({
    name: 'getSignalReport of October',
    call: (side) => get(`/signal/json/${lastSignal(side)}?from=2026-10-01&to=2026-10-31`),
    outcome: (body, side) => ({ ...pick(body, 'query'), isPart: body['signalId'] !== lastSignal(side) }),
  }),
  section: () => {
    const interval = random.pick(['day', 'week', 'month'])
    return {
      name: `getSignalSection volume by ${interval}`,
      call: (side) => get(`/signal/json/${lastSignal(side)}/volume?interval=${interval}`),
      outcome: (body) => pick(body, 'section', 'interval'),
    }
  },
  documents: () => {
    const tone = random.pick(['positive', 'negative', 'neutral'])
    const perPage = random.int(1, 30)
    return {
      name: `listSignalDocuments ${tone}`,
      call: (side) =>
        get(`/signals/${lastSignal(side)}/documents?tone=${tone}&perPage=${perPage}&from=2026-10-01&to=2026-10-20`),
      outcome: ({ items, page }) => {
        const listed = Array.isArray(items) ? (items as Body[]) : null
        const matchesFilter = ({ tone: shown, publishedAt }: Body) =>
          (shown as Body)['label'] === tone && /^2026-10-(?:[01]\d|20)/.test(String(publishedAt))
        return { isRight: listed?.every(matchesFilter), ...pick(page, 'page', 'perPage') }
      },
    }
  },
  portfolio: () => {
    const title = random.pick(['Sea', 'Énergie 2026', 'a "quoted" one'])
    return {
      name: `createPortfolioWithTrends ${title}`,
      call: ({ signals }) =>
        post('/portfolio/createWithTrendsBulk', {
          title,
          trends: [...new Set(signals)]
            .slice(0, 3)
            .map((signalId, at) => ({ signalId, ...(at === 0 && { title: 'First' }) })),
        }),
      outcome: (body, { signals }) => ({
        ...pick(body, 'title', 'organizationGroupId'),
        trends: ((body['trends'] ?? []) as Body[]).map((trend) => ({
          ...pick(trend, 'title', 'query'),
          signal: signals.indexOf(String(trend['signalId'])),
        })),
      }),
    }
  },
  monitor: () => {
    const rule = random.pick(rules)
    const query_term = random.pick(words)
    const cooldownHours = random.int(1, 72)
    return {
      name: `createMonitorSubscription ${query_term} ${rule.kind}`,
      call: () =>
        post('/explore/createMonitorSubscription', { query: { query_term }, rule, channels: ['inbox'], cooldownHours }),
      outcome: (body) =>
        pick(body, 'title', 'query', 'rule', 'channels', 'webhookUrl', 'cooldownHours', 'isPaused', 'name'),
    }
  },
  compare: () => ({
    name: 'compareSignals',
    call: ({ signals }) => get(`/signals/compare?ids=${[...new Set(signals)].slice(0, 3).join(',')}&basis=stories`),
    outcome: (body, { signals }) => ({
      basis: body['basis'],
      reference: signals.indexOf(String(body['referenceId'])),
      signals: ((body['signals'] ?? []) as Body[]).map((each) => ({
        id: signals.indexOf(String(each['signalId'])),
        query: each['query'],
      })),
    }),
  }),
  share: () => {
    const access = random.pick(['organization', 'anyone'])
    return {
      name: `createShareLink for ${access}`,
      call: (side) => post('/shareLinks', { kind: 'signal', itemId: lastSignal(side), access }),
      outcome: (body) => ({
        ...pick(body, 'kind', 'access', 'title', 'expiresAt'),
        hasToken: typeof body['token'] === 'string',
      }),
    }
  },
  comment: () => ({
    name: 'createComment',
    call: (side) => post('/comments', { kind: 'signal', itemId: lastSignal(side), text: 'Why?' }),
    outcome: (body, { signals }) => ({
      ...pick(body, 'kind', 'title', 'text'),
      about: signals.indexOf(String(body['itemId'])),
      path: String(body['path']).replace(String(body['itemId']), 'ITEM').replace(String(body['id']), 'ID'),
    }),
  }),
  lite: () => {
    const [first, second] = [random.pick(words), random.pick(words)]
    return {
      name: `topicQueryLiteBulk ${first}, ${second}`,
      call: () => post('/explore/topicQueryLiteBulk', { queries: [{ query_term: first }, { query_term: second }] }),
      outcome: ({ items }) => (Array.isArray(items) ? items : []).map((item) => pick(item, 'title')),
    }
  },
}

const real = await startRealApi({ library: true })
const sendToMock = startMockApi(readContractDocument())
const differences = new Map<string, string[]>()
let calls = 0
for (let sequence = 0; sequence < sequences; sequence += 1) {
  // each sequence has a new person, so that it starts with nothing saved
  const sides = [
    createSide(real.send, `Bearer d${sequence}`),
    createSide(sendToMock, `Bearer org_northwind.usr_d${sequence}.godmode`),
  ]
  const kinds = ['search', ...Array.from({ length: random.int(1, 6) }, () => random.pick(Object.keys(steps)))]
  for (const kind of kinds) {
    const step = steps[kind]?.()
    if (step === undefined) continue
    const replies = await Promise.all(
      sides.map(async (side) => {
        const reply = await side.send(step.call(side))
        const body = parseBody(reply.body) as Body // every success here is an object, and so is a problem
        return {
          status: reply.status,
          outcome: reply.status < 300 ? JSON.stringify(step.outcome(body, side), sortKeys) : String(body?.['code']),
        }
      }),
    )
    calls += 1
    const [ours, theirs] = replies
    if (ours === undefined || theirs === undefined) continue
    if (ours.status === theirs.status && ours.outcome === theirs.outcome) continue
    const lines = differences.get(kind) ?? []
    differences.set(kind, lines)
    lines.push(`${step.name}\n    real ${ours.status} ${ours.outcome}\n    mock ${theirs.status} ${theirs.outcome}`)
    break
  }
}
await real.close()
for (const [kind, lines] of differences)
  for (const line of lines.slice(0, 3)) console.log(`  ${kind} (${lines.length}): ${line.slice(0, 1500)}`)
const different = [...differences.values()].reduce((sum, lines) => sum + lines.length, 0)
console.log(
  `${sequences - different} of ${sequences} random sequences (${calls} calls) have every field that the request decides equal on the real server and the mock`,
)
process.exit(different > 0 ? 1 : 0)

function createSide(send: SendCall, authorization: string): Side {
  return { send: (call) => send({ ...call, headers: { authorization, ...call.headers } }), signals: [] }
}

/** Equal objects have equal texts, whatever the order of their names. */
function sortKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
