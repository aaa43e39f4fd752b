import type { MockControl } from '../control.ts'
import type { MockSnapshot, SeedInput } from '../../mock.ts'
import { catalogue } from '../../scenarios/catalogue.ts'
import type { StubInput } from '../../stubs/stub.ts'
import type { Expectation } from '../../stubs/verify.ts'

/** An invalid call of the admin API. The message is for the user. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: 404 | 405 | 422

  constructor(status: AdminError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** One call of the admin API. */
export interface AdminCall {
  control: MockControl
  /** The last segment of the path when the route has `{id}`. */
  id: string
  query: URLSearchParams
  /** Parsed JSON; undefined for none. */
  body: unknown
}

interface AdminRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/__mock`. */
  path: string
  /** One sentence for the table of the admin API. */
  summary: string
  /** A body to try; absent for routes without a body. */
  example?: Record<string, unknown>
  run: (call: AdminCall) => unknown
}

/** Reads a field of a JSON body. Throws an `AdminError` that names the field. */
function field(body: unknown, name: string, type: 'integer' | 'string' | 'optional integer'): unknown {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  if (type === 'optional integer' && value === undefined) return undefined
  const fits = type === 'string' ? typeof value === 'string' : Number.isInteger(value)
  if (!fits) throw new AdminError(422, `The body needs ${name}, ${type === 'string' ? 'a text' : 'a whole number'}`)
  return value
}

/** All routes of `/__mock`; the table in the README and `GET /__mock` are generated from here. */
export const adminRoutes: readonly AdminRoute[] = [
  {
    method: 'POST',
    path: '/reset',
    summary: 'Resets state, clock, log, sequences and scenarios; with another seed if one is given.',
    example: { seed: 7 },
    run: ({ control, body }) => {
      control.reset(field(body, 'seed', 'optional integer') as number | undefined) // field() has checked it
      return { reset: true }
    },
  },
  {
    method: 'POST',
    path: '/seed',
    summary: 'Adds items to a collection: your own, or a number of generated ones.',
    example: { collection: 'portfolios', items: 3 },
    run: ({ control, body }) => {
      field(body, 'collection', 'string')
      return { items: orRefuse(() => control.seed<string>(body as SeedInput)) } // the mock refuses invalid items
    },
  },
  {
    method: 'GET',
    path: '/snapshot',
    summary: 'The complete state of the mock, as JSON.',
    run: ({ control }) => control.snapshot(),
  },
  {
    method: 'POST',
    path: '/restore',
    summary: 'Restores a snapshot, sent as the body.',
    run: ({ control, body }) => {
      if (typeof body !== 'object' || body === null || !('collections' in body))
        throw new AdminError(422, 'The body is no snapshot; send what GET /__mock/snapshot answered')
      orRefuse(() => control.restore(body as MockSnapshot)) // the mock skips what the contract no longer has
      return { restored: true }
    },
  },
  {
    method: 'GET',
    path: '/requests',
    summary: 'The last exchanges with their operation, faults and scenarios. Filter by ?operation=, ?status=, ?limit=.',
    run: ({ control, query }) => {
      const [operation, status] = [query.get('operation'), query.get('status')]
      const items = control
        .requests()
        .filter((each) => operation === null || each.operationId === operation)
        .filter((each) => status === null || String(each.status) === status)
      return { items: items.slice(-Math.max(1, Number(query.get('limit') ?? '100') || 100)) }
    },
  },
  {
    method: 'DELETE',
    path: '/requests',
    summary: 'Empties the log of exchanges.',
    run: ({ control }) => {
      control.clearRequests()
      return { items: [] }
    },
  },
  {
    method: 'GET',
    path: '/clock',
    summary: 'The time that the mock writes into bodies.',
    run: ({ control }) => clock(control.now()),
  },
  {
    method: 'PUT',
    path: '/clock',
    summary: 'Sets the clock.',
    example: { now: '2026-12-24T18:00:00Z' },
    run: ({ control, body }) => {
      const now = Date.parse(String(field(body, 'now', 'string')))
      if (Number.isNaN(now)) throw new AdminError(422, 'now is no date; write it as 2026-12-24T18:00:00Z')
      control.setClock(now)
      return clock(control.now())
    },
  },
  {
    method: 'POST',
    path: '/clock/advance',
    summary: 'Advances the clock, and with it searches and exports.',
    example: { ms: 60_000 },
    run: ({ control, body }) => {
      control.advanceClock(Number(field(body, 'ms', 'integer')))
      return clock(control.now())
    },
  },
  {
    method: 'GET',
    path: '/scenarios',
    summary: 'The active scenarios, and all available ones.',
    run: ({ control }) => ({
      active: control.scenarios(),
      known: catalogue.map(({ name, summary, value }) => ({ name, summary, value })),
    }),
  },
  {
    method: 'POST',
    path: '/scenarios',
    summary: 'Activates scenarios, written as in the header.',
    example: { scenario: 'rate-limited=20;operation=listPortfolios;next=3' },
    run: ({ control, body }) => {
      const text = String(field(body, 'scenario', 'string'))
      return { active: orRefuse(() => control.addScenarios(text)) }
    },
  },
  {
    method: 'DELETE',
    path: '/scenarios',
    summary: 'Switches all scenarios off.',
    run: ({ control }) => {
      control.clearScenarios()
      return { active: [] }
    },
  },
  {
    method: 'DELETE',
    path: '/scenarios/{id}',
    summary: 'Switches one scenario off.',
    run: ({ control, id }) => {
      if (!control.removeScenario(id)) throw new AdminError(404, `No scenario ${id} is on`)
      return { active: control.scenarios() }
    },
  },
  {
    method: 'GET',
    path: '/replies',
    summary: 'Custom replies, and how often each was used.',
    run: ({ control }) => ({ items: control.replies() }),
  },
  {
    method: 'POST',
    path: '/replies',
    summary: 'Adds a reply for matching requests; it must be valid unless isBroken is true.',
    example: { match: { operation: 'listPortfolios', user: 'mira' }, status: 503, times: 2 },
    run: ({ control, body }) => orRefuse(() => addReplies(control, body)),
  },
  {
    method: 'DELETE',
    path: '/replies',
    summary: 'Takes all of them away.',
    run: ({ control }) => {
      control.clearReplies()
      return { items: [] }
    },
  },
  {
    method: 'DELETE',
    path: '/replies/{id}',
    summary: 'Takes one of them away.',
    run: ({ control, id }) => {
      if (!control.removeReply(id)) throw new AdminError(404, `No reply ${id} is on`)
      return { items: control.replies() }
    },
  },
  {
    method: 'POST',
    path: '/verify',
    summary: 'Checks the number of matching requests: times, atLeast or atMost.',
    example: { match: { operation: 'listPortfolios', query: { page: '2' } }, atMost: 1 },
    run: ({ control, body }) => {
      if (typeof body !== 'object' || body === null || !('match' in body))
        throw new AdminError(422, 'The body needs match, as in { "match": { "operation": "listPortfolios" } }')
      return orRefuse(() => control.verify(body as Expectation))
    },
  },
  {
    method: 'GET',
    path: '/contract',
    summary: 'The served contract: file, operations, and why a newer version is not served.',
    run: ({ control }) => control.contract(),
  },
  {
    method: 'POST',
    path: '/contract/reload',
    summary: 'Reads the contract’s file again; an invalid one is a 409 that says why, and the last valid one stays.',
    run: ({ control }) => control.reloadContract(),
  },
  {
    method: 'GET',
    path: '/recording',
    summary: 'Responses of the proxied server, in the form that /__mock/replies accepts.',
    run: ({ control }) => ({ items: control.recording() }),
  },
  {
    method: 'GET',
    path: '/violations',
    summary: 'Exchanges of the proxied server that broke the contract.',
    run: ({ control }) => ({ items: control.violations() }),
  },
  {
    method: 'DELETE',
    path: '/violations',
    summary: 'Forgets the violations.',
    run: ({ control }) => {
      control.clearViolations()
      return { items: [] }
    },
  },
]

/** One reply, or a list of them from a recording. */
function addReplies(control: MockControl, body: unknown): unknown {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : null
  if (!Array.isArray(items)) return control.addReply(body as StubInput) // the stub is parsed and checked
  return { items: items.map((each) => control.addReply(each as StubInput)) }
}

function clock(now: number) {
  return { now: new Date(now).toISOString() }
}

/** Converts the known failures of a call into a reply; anything else is a bug. */
function orRefuse<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'ScenarioError'))
      throw new AdminError(422, error.message)
    throw error
  }
}
