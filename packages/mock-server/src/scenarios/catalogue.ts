import {
  type ContractDocument,
  type ContractOperation,
  jsonType,
  mediaTypeOf,
  type Method,
  resolve,
  resolveSchema,
  type Schema,
} from '@auspex/contract'
import { change, type Effect, isStream, type Scenario, type StagedReply, type Success } from './scenario.ts'
import { isFields } from '../state/request-fields.ts'
import { refusals } from './refusals.ts'
import { streams } from './streams.ts'

const milliseconds = { unit: 'milliseconds', min: 0, max: 900_000 }

/** Scenarios that only add delay. */
const delays: readonly Scenario[] = [
  {
    name: 'slow',
    summary: 'Waits before it answers.',
    value: { ...milliseconds, fallback: 1000 },
    effect: (ms) => ({ kind: 'delay', ms }),
  },
  {
    name: 'jitter',
    summary: 'Waits a seeded random time, at most this long.',
    value: { ...milliseconds, fallback: 1000 },
    effect: (ms, random) => ({ kind: 'delay', ms: random.int(0, ms) }),
  },
  {
    name: 'hang',
    summary: 'Never answers within the longest timeout of the contract (900 s), unless a shorter time is given.',
    value: { ...milliseconds, max: 3_600_000, fallback: 900_000 },
    effect: (ms) => ({ kind: 'delay', ms }),
  },
]

/** Scenarios of a broken network and of invalid responses. */
const damages: readonly Scenario[] = [
  {
    name: 'reset',
    summary: 'Destroys the connection before the first byte.',
    value: null,
    effect: () => change((reply) => ({ ...reply, connection: 'reset' })),
  },
  {
    name: 'truncated',
    summary: 'Sends the first half of a JSON body as if it were whole.',
    needs: 'object',
    value: null,
    effect: () => change((reply) => (isWhole(reply.body) ? { ...reply, body: half(reply.body) } : reply)),
  },
  {
    name: 'cut-off',
    summary: 'Sends the first half of a body and destroys the connection, although Content-Length promised the rest.',
    needs: 'body',
    value: null,
    effect: () =>
      change((reply) =>
        isWhole(reply.body)
          ? { ...withLength(reply, byteLength(reply.body)), body: half(reply.body), connection: 'cut' }
          : reply,
      ),
  },
  {
    name: 'wrong-content-type',
    summary: 'Sends an HTML page with status 200, as a misplaced proxy or sign-in page does.',
    needs: 'body',
    value: null,
    effect: () =>
      change((reply) =>
        isStream(reply.body)
          ? reply
          : {
              ...reply,
              status: 200,
              headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
              body: '<!doctype html><title>Sign in</title><p>Please sign in to the guest network.</p>',
            },
      ),
  },
]

type Whole = string | Uint8Array<ArrayBuffer>

function isWhole(body: StagedReply['body']): body is Whole {
  return typeof body === 'string' || body instanceof Uint8Array
}

function half(body: Whole): Whole {
  return body.slice(0, Math.ceil(body.length / 2))
}

function byteLength(body: Whole): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).byteLength : body.byteLength
}

function withLength(reply: StagedReply, length: number): StagedReply {
  return {
    ...reply,
    headers: { ...reply.headers, 'content-length': String(length) },
  }
}

const hugePage = 200

/** Scenarios of unusual successes. */
const contents: readonly Scenario[] = [
  {
    name: 'data-too-sparse',
    summary: 'Searches end in data-too-sparse: too few documents match for a report.',
    needs: 'search',
    value: null,
    effect: () => onSuccess((body) => ('needed' in body && 'matched' in body ? tooSparse(body) : body)),
  },
  {
    name: 'product-error',
    summary:
      'Answers 200 with message "error", as the specification’s older services do; clients must not treat it as a success.',
    needs: 'object',
    value: null,
    effect: () => onSuccess(() => ({ message: 'error' })),
  },
  {
    name: 'empty',
    summary: 'Lists are empty.',
    needs: 'list',
    value: null,
    effect: () => onSuccess((body) => (Array.isArray(body['items']) ? withItems(body, []) : body)),
  },
  {
    name: 'huge-page',
    summary: `Lists have this many items (at most what the contract allows, ${hugePage} by default).`,
    needs: 'list',
    value: { unit: 'items', min: 1, max: 10_000, fallback: hugePage },
    effect: (count) =>
      change((reply, { operation }) =>
        reshape(reply, (body) => {
          const { items } = body
          if (!Array.isArray(items) || items.length === 0) return body
          const check = operation.responses.get(reply.status)?.get(jsonType)
          // halved until the contract allows it, since short fixed lists have their own maximum
          for (let itemCount = count; itemCount > 0; itemCount = Math.floor(itemCount / 2)) {
            const full = withItems(body, copies(items, itemCount))
            if (check === undefined || check(full).length === 0) return full
          }
          return body
        }),
      ),
  },
]

type Body = Record<string, unknown>

function onSuccess(apply: (body: Body) => Body): Effect {
  return change((reply) => reshape(reply, apply))
}

/** Changes the JSON object of a success; other replies stay unchanged. */
function reshape(reply: StagedReply, apply: (body: Body) => Body): StagedReply {
  if (reply.status >= 300 || typeof reply.body !== 'string') return reply
  if (mediaTypeOf(reply.headers['content-type']) !== jsonType) return reply
  const body: unknown = JSON.parse(reply.body)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reply
  return { ...reply, body: JSON.stringify(apply(body as Body)) } // an object, as checked above
}

function tooSparse(body: Body): Body {
  return {
    ...body,
    status: 'failed',
    message: 'data-too-sparse',
    matched: 3,
    needed: 10,
    suggestions: ['Search a broader term', 'Widen the dates'],
    finishedAt: body['finishedAt'] ?? body['startedAt'],
  }
}

function withItems(body: Body, items: unknown[]): Body {
  const { page } = body
  if (typeof page !== 'object' || page === null || !('perPage' in page)) return { ...body, items }
  const total = items.length
  return {
    ...body,
    items,
    page: {
      ...page,
      page: 1,
      perPage: Math.max(1, Math.min(hugePage, total || 20)),
      total,
      totalPages: total === 0 ? 0 : Math.max(1, Math.ceil(total / hugePage)),
      nextCursor: null,
    },
  }
}

/** Repeats items in turn; copies get their own ids, so that list keys in a UI stay unique. */
function copies(items: readonly unknown[], count: number): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const item = items[index % items.length]
    if (index < items.length || typeof item !== 'object' || item === null) return item
    const { id } = item as Body // an object, as checked above
    return typeof id === 'string' ? { ...item, id: `${id.slice(0, 36)}${index}` } : item
  })
}

/** Every available scenario, in the order of the help. */
export const catalogue: readonly Scenario[] = [...delays, ...refusals, ...damages, ...streams, ...contents]

const byName = new Map<string, Scenario>(catalogue.map((scenario) => [scenario.name, scenario]))

export function findScenario(name: string): Scenario | undefined {
  return byName.get(name)
}

/** The scenarios that can have an effect on an operation, in the order of the help. */
export function scenariosFor(operation: ContractOperation, document: ContractDocument): Scenario[] {
  const successes = successesOf(operation, document)
  return catalogue.filter(
    ({ needs }) =>
      needs === undefined || (typeof needs === 'number' ? operation.responses.has(needs) : successes.has(needs)),
  )
}

function successesOf(operation: ContractOperation, document: ContractDocument): Set<Success> {
  if (operation.events !== null) return new Set(['stream'])
  const found = new Set<Success>()
  const method = operation.method.toLowerCase() as Lowercase<Uppercase<Method>> // it was converted to upper case on receipt
  for (const [status, response] of Object.entries(document.paths[operation.path]?.[method]?.responses ?? {})) {
    if (!status.startsWith('2')) continue
    const { content = {} } = resolve(document, response)
    if (Object.keys(content).length > 0) found.add('body')
    const schema: unknown = content[jsonType]?.schema
    if (!isFields(schema)) continue
    const names = propertiesOf(document, schema)
    found.add('object')
    if (names.has('items')) found.add('list')
    if (names.has('matched') && names.has('needed')) found.add('search')
  }
  return found
}

/** The properties of an object in any of its forms. */
function propertiesOf(document: ContractDocument, schema: Schema): Set<string> {
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolveSchema(document, schema)
  const inner = [...allOf, ...oneOf, ...anyOf].flatMap((each) => [...propertiesOf(document, each)])
  return new Set([...Object.keys(properties), ...inner])
}
