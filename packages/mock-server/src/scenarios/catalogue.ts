import {
  type ContractDocument,
  type ContractOperation,
  jsonType,
  mediaTypeOf,
  resolve,
  resolveSchema,
  type Schema,
} from '@auspex/contract'
import { usualFailures } from '@auspex/contract/refusals'
import type { Random } from '@auspex/contract/random'
import { pause } from '../clock.ts'
import type { MockReply } from '../http/messages.ts'
import type { ProblemFacts } from '../http/problem.ts'
import { methodOf } from '../replies/served-contract.ts'
import { type Fields, isFields } from '../state/fields.ts'

/** What a scenario needs of an operation: a stream of events; any other body; a JSON object; one with a list of items; the state of a search. */
type Success = 'stream' | 'body' | 'object' | 'list' | 'search'

/** A fault or a state that a tester can request by name: it delays the reply, refuses the request, or changes the reply. */
export interface Scenario {
  /** One sentence for the help and the admin API. */
  summary: string
  /** The number after its name, as in `slow=500`; null for a scenario without one. */
  value: { unit: string; min: number; max: number; fallback: number } | null
  /** What an operation must have for it: a documented status, or a kind of success. Without it, it applies to all. */
  needs?: number | Success
  /** Its number is how many requests it lasts for; without one it stays. */
  isBurst?: boolean
  /** Milliseconds. */
  delay?: (value: number, random: Random) => number
  /** The failure instead of the reply, without words if they are the contract's; null to let the request pass. */
  refuse?: (value: number, random: Random) => ProblemFacts | null
  change?: (reply: MockReply, context: ChangeContext) => MockReply
}

interface ChangeContext {
  value: number
  operation: ContractOperation
  signal: AbortSignal
}

const milliseconds = { unit: 'milliseconds', min: 0, max: 900_000, fallback: 1000 }
const seconds = { unit: 'seconds', min: 0, max: 3600, fallback: 20 }
const maxPage = 200
const serverFailure = { status: 500, ...usualFailures[500] }

/** A refusal for some seconds. */
function unavailable(wait: number, facts: ProblemFacts): ProblemFacts {
  const detail = `Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
  return { ...facts, detail, headers: { 'retry-after': String(wait) } }
}

/** Every available scenario, in the order of the help. */
const scenarios = {
  slow: { summary: 'Waits before it answers.', value: milliseconds, delay: (ms) => ms },
  jitter: {
    summary: 'Waits a seeded random time, at most this long.',
    value: milliseconds,
    delay: (ms, random) => random.int(0, ms),
  },
  hang: {
    summary: 'Never answers within the longest timeout of the contract (900 s), unless a shorter time is given.',
    value: { ...milliseconds, max: 3_600_000, fallback: 900_000 },
    delay: (ms) => ms,
  },
  flaky: {
    summary: 'Answers 500 to this share of requests, drawn from the seed.',
    needs: 500,
    value: { unit: 'percent', min: 0, max: 100, fallback: 20 },
    refuse: (percent, random) => (random.chance(percent / 100) ? serverFailure : null),
  },
  'expired-token': {
    summary: 'Answers 401 invalid_token, as for an access token that ran out.',
    needs: 401,
    value: null,
    refuse: () => ({
      status: 401,
      code: 'identity.invalid_token',
      title: 'The access token has expired',
      detail: 'Renew it and try again.',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  },
  forbidden: {
    summary: 'Answers 403, as for a person without the role or the module.',
    needs: 403,
    value: null,
    refuse: () => ({ status: 403 }),
  },
  'not-found': {
    summary: 'Answers 404, as for a deleted item or one of another tenant.',
    needs: 404,
    value: null,
    refuse: () => ({ status: 404 }),
  },
  conflict: {
    summary: 'Answers 409, as for an item whose state does not allow the call.',
    needs: 409,
    value: null,
    refuse: () => ({ status: 409 }),
  },
  'rate-limited': {
    summary: 'Answers 429 with this Retry-After in seconds.',
    needs: 429,
    value: seconds,
    refuse: (wait) => unavailable(wait, { status: 429, ...usualFailures[429] }),
  },
  'server-error': {
    summary: 'Answers 500 to this many requests, then recovers; without a number it stays active.',
    needs: 500,
    value: { unit: 'requests', min: 1, max: 1_000_000, fallback: 0 },
    isBurst: true,
    refuse: () => serverFailure,
  },
  maintenance: {
    summary: 'Answers 503 with this Retry-After in seconds.',
    needs: 503,
    value: { ...seconds, fallback: 10 },
    refuse: (wait) =>
      unavailable(wait, { status: 503, code: 'request.maintenance', title: 'Auspex is being maintained' }),
  },
  reset: {
    summary: 'Destroys the connection before the first byte.',
    value: null,
    change: (reply) => ({ ...reply, connection: 'reset' }),
  },
  truncated: {
    summary: 'Sends the first half of a JSON body as if it were whole.',
    needs: 'object',
    value: null,
    change: (reply) => (isWhole(reply.body) ? { ...reply, body: half(reply.body) } : reply),
  },
  'cut-off': {
    summary: 'Sends the first half of a body and destroys the connection, although Content-Length promised the rest.',
    needs: 'body',
    value: null,
    change: (reply) => {
      const { body, headers } = reply
      if (!isWhole(body)) return reply
      const { byteLength } = typeof body === 'string' ? new TextEncoder().encode(body) : body
      const promised = { ...headers, 'content-length': String(byteLength) }
      return { ...reply, headers: promised, body: half(body), connection: 'cut' }
    },
  },
  'wrong-content-type': {
    summary: 'Sends an HTML page with status 200, as a misplaced proxy or sign-in page does.',
    needs: 'body',
    value: null,
    change: (reply) => {
      if (isStream(reply.body)) return reply
      const headers = { ...reply.headers, 'content-type': 'text/html; charset=utf-8' }
      const body = '<!doctype html><title>Sign in</title><p>Please sign in to the guest network.</p>'
      return { ...reply, status: 200, headers, body }
    },
  },
  'sse-drop': {
    summary: 'Drops the connection after this many events; Last-Event-ID resumes.',
    needs: 'stream',
    value: { unit: 'events', min: 0, max: 10_000, fallback: 3 },
    change: (reply, { value }) =>
      isStream(reply.body) ? { ...reply, connection: 'cut', body: take(reply.body, value) } : reply,
  },
  'sse-slow': {
    summary: 'Waits this long before each event.',
    needs: 'stream',
    value: milliseconds,
    change: (reply, { value, signal }) =>
      isStream(reply.body) ? { ...reply, body: delayEach(reply.body, value, signal) } : reply,
  },
  'sse-garbage': {
    summary:
      'Puts comments, unknown fields, empty events and CRLF line ends between the events; readers must skip them.',
    needs: 'stream',
    value: null,
    change: (reply) => (isStream(reply.body) ? { ...reply, body: addGarbage(reply.body) } : reply),
  },
  'data-too-sparse': {
    summary: 'Searches end in data-too-sparse: too few documents match for a report.',
    needs: 'search',
    value: null,
    change: (reply) =>
      reshape(reply, (body) => {
        if (!('needed' in body) || !('matched' in body)) return body
        const suggestions = ['Search a broader term', 'Widen the dates']
        const finishedAt = body['finishedAt'] ?? body['startedAt']
        const sparse = { message: 'data-too-sparse', matched: 3, suggestions, finishedAt }
        return { ...body, status: 'failed', ...sparse }
      }),
  },
  'product-error': {
    summary:
      'Answers 200 with message "error", as the specification’s older services do; clients must not treat it as a success.',
    needs: 'object',
    value: null,
    change: (reply) => reshape(reply, () => ({ message: 'error' })),
  },
  empty: {
    summary: 'Lists are empty.',
    needs: 'list',
    value: null,
    change: (reply) => reshape(reply, (body) => (Array.isArray(body['items']) ? withItems(body, []) : body)),
  },
  'huge-page': {
    summary: `Lists have this many items (at most what the contract allows, ${maxPage} by default).`,
    needs: 'list',
    value: { unit: 'items', min: 1, max: 10_000, fallback: maxPage },
    change: (reply, { value, operation }) =>
      reshape(reply, (body) => {
        const { items } = body
        if (!Array.isArray(items) || items.length === 0) return body
        const check = operation.responses.get(reply.status)?.get(jsonType)
        // halved until the contract allows it, since short fixed lists have their own maximum
        for (let count = value; count > 0; count = Math.floor(count / 2)) {
          const full = withItems(body, copies(items, count))
          if (check === undefined || check(full).length === 0) return full
        }
        return body
      }),
  },
} satisfies Record<string, Scenario>

/** The faults of a mock. `npx auspex-mock --help` describes each. */
export type ScenarioName = keyof typeof scenarios

/** A scenario in the syntax of the header `X-Mock-Scenario`: its name, its number if it takes one, and its scope; several are separated by commas. */
export type ScenarioText = `${ScenarioName}${'' | `${'=' | ';' | ','}${string}`}`

export type NamedScenario = Scenario & { name: ScenarioName }

export const catalogue: readonly NamedScenario[] = Object.entries<Scenario>(scenarios).map(([name, scenario]) => ({
  ...scenario,
  name: name as ScenarioName, // `Object.entries` loses the type
}))

/** The scenarios that can have an effect on an operation, in the order of the help. */
export function scenariosFor(operation: ContractOperation, document: ContractDocument): NamedScenario[] {
  const successes = successesOf(operation, document)
  return catalogue.filter(
    ({ needs }) =>
      needs === undefined || (typeof needs === 'number' ? operation.responses.has(needs) : successes.has(needs)),
  )
}

function successesOf(operation: ContractOperation, document: ContractDocument): Set<Success> {
  if (operation.events !== null) return new Set(['stream'])
  const successes = new Set<Success>()
  const responses = Object.entries(document.paths[operation.path]?.[methodOf(operation)]?.responses ?? {})
  for (const [, response] of responses.filter(([status]) => status.startsWith('2'))) {
    const { content = {} } = resolve(document, response)
    if (Object.keys(content).length > 0) successes.add('body')
    const schema: unknown = content[jsonType]?.schema
    if (!isFields(schema)) continue
    const names = propertiesOf(document, schema)
    successes.add('object')
    if (names.has('items')) successes.add('list')
    if (names.has('matched') && names.has('needed')) successes.add('search')
  }
  return successes
}

/** The properties of an object in any of its forms. */
function propertiesOf(document: ContractDocument, schema: Schema): Set<string> {
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolveSchema(document, schema)
  const inner = [...allOf, ...oneOf, ...anyOf].flatMap((each) => [...propertiesOf(document, each)])
  return new Set([...Object.keys(properties), ...inner])
}

export function isStream(body: MockReply['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && !(body instanceof Uint8Array)
}

function isWhole(body: MockReply['body']): body is string | Uint8Array<ArrayBuffer> {
  return body !== null && !isStream(body)
}

function half<Body extends string | Uint8Array<ArrayBuffer>>(body: Body): Body {
  return body.slice(0, Math.ceil(body.length / 2)) as Body // the same kind of body
}

/** Changes the JSON object of a success; other replies stay unchanged. */
function reshape(reply: MockReply, apply: (body: Fields) => Fields): MockReply {
  if (reply.status >= 300 || typeof reply.body !== 'string') return reply
  if (mediaTypeOf(reply.headers['content-type']) !== jsonType) return reply
  const body: unknown = JSON.parse(reply.body)
  return isFields(body) ? { ...reply, body: JSON.stringify(apply(body)) } : reply
}

function withItems(body: Fields, items: unknown[]): Fields {
  const { page } = body
  if (!isFields(page) || !('perPage' in page)) return { ...body, items }
  const total = items.length
  const perPage = Math.max(1, Math.min(maxPage, total || 20))
  const totalPages = Math.ceil(total / maxPage)
  return { ...body, items, page: { ...page, page: 1, perPage, total, totalPages, nextCursor: null } }
}

/** Repeats items in turn; copies get their own ids, so that list keys in a UI stay unique. */
function copies(items: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const item = items[index % items.length]
    if (index < items.length || !isFields(item) || typeof item['id'] !== 'string') return item
    return { ...item, id: `${item['id'].slice(0, 36)}${index}` }
  })
}

type Events = AsyncIterable<string>

async function* take(events: Events, count: number): Events {
  let sentCount = 0
  if (count > 0)
    for await (const event of events) {
      yield event
      sentCount += 1
      if (sentCount === count) return
    }
}

async function* delayEach(events: Events, ms: number, signal: AbortSignal): Events {
  for await (const event of events) {
    await pause(ms, signal)
    if (signal.aborted) return
    yield event
  }
}

const garbage = [': keep-alive\n\n', ':\n\n', 'colour: purple\n\n', '\n\n', ': a comment\r\n\r\n']

async function* addGarbage(events: Events): Events {
  let place = 0
  for await (const event of events) {
    yield garbage[place % garbage.length] ?? ''
    yield place % 2 === 0 ? event : event.replaceAll(/\r?\n/g, '\r\n')
    place += 1
  }
}
