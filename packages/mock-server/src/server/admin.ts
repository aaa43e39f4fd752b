import { jsonType, problemType } from '@auspex/contract'
import { ScenarioError } from '../scenarios/parse-scenarios.ts'
import { parseJson } from '../http/messages.ts'
import type { MockSnapshot, SeedInput } from '../mock.ts'
import { catalogue } from '../scenarios/catalogue.ts'
import type { StubInput } from '../stubs/stubs.ts'
import type { Expectation } from '../stubs/request-pattern.ts'
import { BodyTooLargeError, type NodeExchange, readBody, sendText } from './answer-mock.ts'
import { ContractFileError } from './contract-file.ts'
import type { MockControl } from './control.ts'

const prefix = '/__mock'

/** An invalid call of the admin API. The message is for the user. */
class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** One call of the admin API. */
interface AdminCall {
  control: MockControl
  /** The last segment of the path when the route has `{id}`. */
  id: string
  query: URLSearchParams
  /** Parsed JSON; undefined for none. */
  body: unknown
}

interface AdminRoute {
  method: string
  /** Below `/__mock`. */
  path: string
  /** One sentence for the table of the admin API. */
  summary: string
  run: (call: AdminCall) => unknown
  /** A body to try; absent for routes without a body. */
  example?: Record<string, unknown>
}

function route(
  endpoint: string,
  summary: string,
  run: AdminRoute['run'],
  example?: Record<string, unknown>,
): AdminRoute {
  const [method = '', path = ''] = endpoint.split(' ')
  return { method, path, summary, run, ...(example !== undefined && { example }) }
}

/** All routes of `/__mock`; a test keeps the table in the README at them, and calls each example. */
export const adminRoutes: readonly AdminRoute[] = [
  route(
    'POST /reset',
    'Resets state, clock, log, sequences and scenarios; with another seed if one is given.',
    ({ control, body }) => {
      control.reset(body === undefined || !hasField(body, 'seed') ? undefined : wholeField(body, 'seed'))
      return { reset: true }
    },
    { seed: 7 },
  ),
  route(
    'POST /seed',
    'Adds items to a collection: your own, or a number of generated ones.',
    ({ control, body }) => {
      textField(body, 'collection')
      return { items: control.seed<string>(body as SeedInput) } // the mock refuses invalid items
    },
    { collection: 'portfolios', items: 3 },
  ),
  route('GET /snapshot', 'The complete state of the mock, as JSON.', ({ control }) => control.snapshot()),
  route('POST /restore', 'Restores a snapshot, sent as the body.', ({ control, body }) => {
    if (!hasField(body, 'collections'))
      throw new AdminError(422, 'The body is no snapshot; send what GET /__mock/snapshot answered')
    control.restore(body as unknown as MockSnapshot) // the mock skips what the contract no longer has
    return { restored: true }
  }),
  route(
    'GET /requests',
    'The last exchanges with their operation, faults and scenarios. Filter by ?operation=, ?status=, ?limit=.',
    ({ control, query }) => {
      const [operation, status] = [query.get('operation'), query.get('status')]
      const items = control
        .requests()
        .filter((each) => operation === null || each.operationId === operation)
        .filter((each) => status === null || String(each.status) === status)
      return { items: items.slice(-Math.max(1, Number(query.get('limit') ?? '100') || 100)) }
    },
  ),
  route('DELETE /requests', 'Empties the log of exchanges.', ({ control }) => {
    control.clearRequests()
    return { items: [] }
  }),
  route('GET /clock', 'The time that the mock writes into bodies.', ({ control }) => clock(control)),
  route(
    'PUT /clock',
    'Sets the clock.',
    ({ control, body }) => {
      const now = Date.parse(textField(body, 'now'))
      if (Number.isNaN(now)) throw new AdminError(422, 'now is no date; write it as 2026-12-24T18:00:00Z')
      control.setClock(now)
      return clock(control)
    },
    { now: '2026-12-24T18:00:00Z' },
  ),
  route(
    'POST /clock/advance',
    'Advances the clock, and with it searches and exports.',
    ({ control, body }) => {
      control.advanceClock(wholeField(body, 'ms'))
      return clock(control)
    },
    { ms: 60_000 },
  ),
  route('GET /scenarios', 'The active scenarios, and all available ones.', ({ control }) => ({
    active: control.scenarios(),
    known: catalogue.map(({ name, summary, value }) => ({ name, summary, value })),
  })),
  route(
    'POST /scenarios',
    'Activates scenarios, written as in the header.',
    ({ control, body }) => ({ active: control.addScenarios(textField(body, 'scenario')) }),
    { scenario: 'rate-limited=20;operation=listPortfolios;next=3' },
  ),
  route('DELETE /scenarios', 'Switches all scenarios off.', ({ control }) => {
    control.clearScenarios()
    return { active: [] }
  }),
  route('DELETE /scenarios/{id}', 'Switches one scenario off.', ({ control, id }) => {
    if (!control.removeScenario(id)) throw new AdminError(404, `No scenario ${id} is on`)
    return { active: control.scenarios() }
  }),
  route('GET /replies', 'Custom replies, and how often each was used.', ({ control }) => ({
    items: control.replies(),
  })),
  route(
    'POST /replies',
    'Adds a reply for matching requests; it must be valid unless isBroken is true.',
    ({ control, body }) =>
      // one reply, or a list of them from a recording; each is parsed and checked
      hasField(body, 'items') && Array.isArray(body['items'])
        ? { items: body['items'].map((each) => control.addReply(each as StubInput)) }
        : control.addReply(body as StubInput),
    { match: { operation: 'listPortfolios', user: 'mira' }, status: 503, times: 2 },
  ),
  route('DELETE /replies', 'Takes all of them away.', ({ control }) => {
    control.clearReplies()
    return { items: [] }
  }),
  route('DELETE /replies/{id}', 'Takes one of them away.', ({ control, id }) => {
    if (!control.removeReply(id)) throw new AdminError(404, `No reply ${id} is on`)
    return { items: control.replies() }
  }),
  route(
    'POST /verify',
    'Checks the number of matching requests: times, atLeast or atMost.',
    ({ control, body }) => {
      if (!hasField(body, 'match'))
        throw new AdminError(422, 'The body needs match, as in { "match": { "operation": "listPortfolios" } }')
      return control.verify(body as unknown as Expectation) // it refuses unknown names
    },
    { match: { operation: 'listPortfolios', query: { page: '2' } }, atMost: 1 },
  ),
  route(
    'GET /contract',
    'The served contract: file, operations, and why a newer version is not served.',
    ({ control }) => control.contract(),
  ),
  route(
    'POST /contract/reload',
    'Reads the contract’s file again; an invalid one is a 409 that says why, and the last valid one stays.',
    ({ control }) => control.reloadContract(),
  ),
  route(
    'GET /recording',
    'Responses of the proxied server, in the form that /__mock/replies accepts.',
    ({ control }) => ({ items: control.recording() }),
  ),
  route('GET /violations', 'Exchanges of the proxied server that broke the contract.', ({ control }) => ({
    items: control.violations(),
  })),
  route('DELETE /violations', 'Forgets the violations.', ({ control }) => {
    control.clearViolations()
    return { items: [] }
  }),
]

function hasField<Name extends string>(body: unknown, name: Name): body is Record<Name, unknown> {
  return typeof body === 'object' && body !== null && name in body
}

function wholeField(body: unknown, name: string): number {
  const value = hasField(body, name) ? body[name] : undefined
  if (!Number.isInteger(value)) throw new AdminError(422, `The body needs ${name}, a whole number`)
  return Number(value)
}

function textField(body: unknown, name: string): string {
  const value = hasField(body, name) ? body[name] : undefined
  if (typeof value !== 'string') throw new AdminError(422, `The body needs ${name}, a text`)
  return value
}

function clock(control: MockControl) {
  return { now: new Date(control.now()).toISOString() }
}

/** Serves the admin API: JSON requests and replies, problems as problem+json. */
export async function answerAdmin(exchange: NodeExchange, control: MockControl): Promise<void> {
  const { request } = exchange
  let [status, body]: [number, unknown] = [200, null]
  try {
    const url = new URL(request.url ?? prefix, 'http://mock')
    const path = url.pathname.slice(prefix.length).replace(/\/$/, '')
    const text = Buffer.from(await readBody(request)).toString('utf8')
    body = path === '' ? table() : call(request.method ?? 'GET', path, { control, query: url.searchParams, text })
  } catch (error) {
    status = statusOf(error)
    const title = error instanceof BodyTooLargeError ? 'The body is too large' : (error as Error).message // as `statusOf` found
    const code = `mock.admin_${status}`
    body = { type: 'about:blank', title, status, code, requestId: 'mock-admin', message: title }
  }
  const headers = { 'content-type': status < 400 ? jsonType : problemType }
  sendText(exchange, { status, headers, body: `${JSON.stringify(body, null, 2)}\n` })
}

/** The status of a known failure; anything else is a bug, and thrown again. */
function statusOf(error: unknown): number {
  if (error instanceof AdminError) return error.status
  if (error instanceof BodyTooLargeError) return 413
  if (error instanceof ContractFileError) return 409
  if (error instanceof TypeError || error instanceof ScenarioError) return 422
  throw error
}

function table() {
  return {
    name: 'Auspex mock server',
    endpoints: adminRoutes.map(({ run: _run, path, ...shown }) => ({ ...shown, path: `${prefix}${path}` })),
  }
}

function call(
  method: string,
  path: string,
  { text, ...rest }: { control: MockControl; query: URLSearchParams; text: string },
): unknown {
  const at = path.lastIndexOf('/')
  const here = adminRoutes.filter((each) => each.path === path)
  const matching = here.length > 0 ? here : adminRoutes.filter((each) => each.path === `${path.slice(0, at)}/{id}`)
  const found = matching.find((each) => each.method === method)
  if (matching.length === 0)
    throw new AdminError(404, `There is no ${prefix}${path}; GET ${prefix} lists what there is`)
  if (found === undefined)
    throw new AdminError(405, `${prefix}${path} takes ${matching.map((each) => each.method).join(' and ')}`)
  return found.run({ ...rest, id: path.slice(at + 1), body: parse(text) })
}

function parse(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined && text.trim() !== '') throw new AdminError(422, 'The body is not JSON')
  return value
}
