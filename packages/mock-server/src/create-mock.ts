import { type ContractDocument, type ContractOperation, resolve } from '@auspex/contract'
import { examplesOf } from './replies/success.ts'
import { valueAt } from './state/pointer.ts'
import type { Caller } from './identity/caller.ts'
import { createMockClock, wait } from './clock.ts'
import { createRandom } from '@auspex/contract/random'
import { uploadRules } from './files/uploads.ts'
import { seedOf } from './generate/draw.ts'
import type { Exchange, Interceptor } from './http/exchange.ts'
import type { MockReply, MockRequest } from './http/messages.ts'
import { problemReply } from './http/problem.ts'
import { Refusal } from './http/refusal.ts'
import { fromWebRequest, toWebResponse, untilAborted } from './http/web.ts'
import type { Mock, MockOptions } from './mock.ts'
import { createRequestLog, type LoggedExchange, loggedHeaders } from './request-log.ts'
import { answer, type Notes } from './replies/answer.ts'
import type { Serving } from './replies/serving.ts'
import { createIdempotencyCache } from './replies/idempotency-cache.ts'
import { serveContract } from './replies/served-contract.ts'
import { createResources } from './state/resources.ts'
import { seedExamples, seedItems } from './state/seed-examples.ts'
import { toInstant } from './state/stamps.ts'
import { createStore } from './state/store.ts'
import { createRuns } from './streams/runs.ts'

/** The default limit of the product API, in requests per minute. */
const limit = 1200

/**
 * The rate limit headers of a reply, where the contract documents them. The mock does not count, so the headers always show
 * one used request, and none when a scenario answers 429. The product API refuses with 403 before it counts.
 */
function rateLimitHeaders(
  operation: ContractOperation | null,
  { status, headers = {} }: { status: number; headers?: Readonly<Record<string, string>> },
): Record<string, string> {
  if (status === 403 || operation?.responseHeaders.get(status)?.has('x-ratelimit-limit') !== true) return {}
  const isOver = status === 429
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(isOver ? 0 : limit - 1),
    'x-ratelimit-reset': isOver ? (headers['retry-after'] ?? '60') : '60',
  }
}

/** Valid request ids of callers: printable, short, and safe in a log line. The same rule as in the product API. */
const sane = /^[A-Za-z0-9._:-]{1,100}$/

/** Uses the caller's `x-request-id`, or a number when it is missing or invalid. */
function chooseRequestId(callerId: string | undefined, count: number): string {
  return callerId !== undefined && sane.test(callerId) ? callerId : `r-${count.toString(16).padStart(8, '0')}`
}

const fallbackPerson = { userId: 'usr_example', organizationId: 'org_example' }

/** The person in the contract's examples, from the example of `GET /users/me`. */
function examplePerson(document: ContractDocument): Omit<Caller, 'roles'> {
  const response = document.paths['/users/me']?.get?.responses['200']
  const media = response === undefined ? undefined : resolve(document, response).content?.['application/json']
  const shown = examplesOf(document, media)[0]?.[1]
  const userId = valueAt(shown, '/profile/id')
  const organizationId = valueAt(shown, '/organization/id')
  return {
    userId: typeof userId === 'string' ? userId : fallbackPerson.userId,
    organizationId: typeof organizationId === 'string' ? organizationId : fallbackPerson.organizationId,
  }
}

const defaultBodyLimit = 1_048_576

/** Headers of every reply, as the product API sends them. */
const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Creates a mock from the contract alone. Uses only web platform APIs, so it runs in browsers, in Node and inside a server.
 * Throws an `InvalidContractError` when the document cannot be served.
 */
export function createMock(options: MockOptions): Mock {
  const { prefix = '/api', assistantPrefix = '/assistant', examples = {}, stepMs = 2000 } = options
  const clock = options.clock ?? createMockClock()
  const startedAt = clock.now()
  const log = createRequestLog(options.logSize ?? 1000)
  const store = createStore()
  const idempotencyCache = createIdempotencyCache(() => clock.now())
  const runs = createRuns()
  let seed = options.seed ?? 1
  let requests = 0
  let made = 0
  let interceptor: Interceptor | null = null
  let serving = serve(options.document)
  seedExamples(serving.resources.context, owner())

  function serve(document: ContractDocument): Serving {
    const contract = serveContract({ document, prefix, assistantPrefix, examples })
    const nextRandom = (collection: string) => {
      made += 1
      return createRandom(seedOf(seed, collection, String(made)))
    }
    return {
      contract,
      resources: createResources({ contract, store, clock, stepMs, nextRandom }),
      idempotencyCache,
      runs,
      person: examplePerson(document),
      seed,
      bodies: options.bodies ?? 'examples',
      bodyLimit: options.bodyLimit ?? defaultBodyLimit,
      events: { delayMs: options.eventDelayMs ?? 0, wait: options.wait ?? wait },
    }
  }

  function owner(input: { organizationId?: string; userId?: string } = {}): Caller {
    const { organizationId, userId } = serving.person
    return { organizationId: input.organizationId ?? organizationId, userId: input.userId ?? userId, roles: [] }
  }

  async function respond(sent: MockRequest): Promise<MockReply> {
    const { method, target, headers } = sent
    const request = withBodyOnce(sent)
    requests += 1
    if (method !== 'GET') clock.tick()
    const requestId = chooseRequestId(headers['x-request-id'], requests)
    const mark = target.indexOf('?')
    const pathname = mark === -1 ? target : target.slice(0, mark)
    const { match, path } = serving.contract.locate(method, pathname)
    const operation = match.kind === 'found' ? match.operation : null
    const notes: Notes = { caller: null, body: null }
    const current = serving
    const go = async () => {
      try {
        return await answer(
          current,
          { request, match, query: mark === -1 ? '' : target.slice(mark + 1), requestId },
          notes,
        )
      } catch (error) {
        if (error instanceof Refusal) return problemReply(error.facts, requestId)
        throw error
      }
    }
    const exchange: Exchange = {
      request,
      operation,
      path,
      requestId,
      problem: (facts) => problemReply(facts, requestId),
    }
    const reply = interceptor === null ? await go() : await interceptor(exchange, go)
    const logged: LoggedExchange = {
      requestId,
      at: toInstant(clock.now()),
      method,
      target,
      path,
      headers: loggedHeaders(headers),
      operationId: operation?.id ?? null,
      userId: notes.caller?.userId ?? null,
      organizationId: notes.caller?.organizationId ?? null,
      body: notes.body,
      status: reply.status,
    }
    log.add(logged, headers['authorization'])
    const limits = rateLimitHeaders(operation, reply)
    return { ...reply, headers: { ...commonHeaders, 'x-request-id': requestId, ...limits, ...reply.headers } }
  }

  return {
    answer: respond,
    async fetch(request, init) {
      const incoming = request instanceof Request && init === undefined ? request : new Request(request, init)
      return untilAborted(incoming.signal, async () =>
        toWebResponse(await respond(fromWebRequest(incoming)), incoming.signal),
      )
    },
    clock,
    people: () => serving.resources.context.directory.people(),
    log: { list: log.list, clear: log.clear },
    get contract() {
      return serving.contract.contract
    },
    intercept(next) {
      interceptor = next
    },
    reset(next = seed) {
      seed = next
      requests = 0
      made = 0
      serving = { ...serving, seed }
      clock.set(startedAt)
      log.clear()
      idempotencyCache.clear()
      runs.clear()
      store.load({})
      seedExamples(serving.resources.context, owner())
    },
    seed: (input) => structuredClone(seedItems(serving.resources.context, owner(input), input)),
    snapshot: () => ({ version: 1, seed, now: toInstant(clock.now()), requests, made, collections: store.toJson() }),
    restore(snapshot) {
      seed = snapshot.seed
      requests = snapshot.requests
      made = snapshot.made
      serving = { ...serving, seed }
      clock.set(Date.parse(snapshot.now))
      idempotencyCache.clear()
      runs.clear()
      const known = serving.resources.context.collections
      const uploads = uploadRules(serving.contract)?.collection
      const isKnown = (name: string) => known.has(name) || name === uploads
      store.load(Object.fromEntries(Object.entries(snapshot.collections).filter(([name]) => isKnown(name))))
    },
    reload(document) {
      const before = serving.resources.context.collections
      serving = { ...serve(document), person: serving.person } // people keep their identity
      seedExamples(serving.resources.context, owner(), (name) => !before.has(name))
    },
  }
}

/** Lets an interceptor read the body before the mock does, since hosts can read it only once. */
function withBodyOnce(request: MockRequest): MockRequest {
  let body: Promise<Uint8Array> | undefined
  const { method, target, headers } = request
  return {
    method,
    target,
    headers,
    get signal() {
      return request.signal // created on first use
    },
    readBody: () => (body ??= request.readBody()),
  }
}
