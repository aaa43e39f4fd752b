import type { Caller } from './identity/caller.ts'
import type { DirectoryPerson } from './identity/directory.ts'
import type { Mock, MockOptions, MockSnapshot, SeedInput } from './mock.ts'
import type { Serving } from './replies/success-reply.ts'
import { type Contract, type ContractDocument, type ContractOperation, resolve } from '@auspex/contract'
import { createRandom } from '@auspex/contract/random'
import { createMockClock, type MockClock, wait } from './clock.ts'
import { uploadRules } from './files/uploads.ts'
import { seedOf } from './generate/generator.ts'
import {
  type Exchange,
  fromWebRequest,
  type Interceptor,
  type MockReply,
  type MockRequest,
  toWebResponse,
  untilAborted,
} from './http/messages.ts'
import { problemReply, RefusalError } from './http/problem.ts'
import { answer, type Notes } from './replies/answer.ts'
import { IdempotencyCache } from './replies/idempotency-cache.ts'
import { serveContract } from './replies/served-contract.ts'
import { examplesOf } from './replies/success.ts'
import { createRequestLog, type LoggedExchange, loggedHeaders } from './request-log.ts'
import { valueAt, toInstant } from './state/fields.ts'
import { Resources } from './state/resources.ts'
import { seedExamples, seedItems } from './state/seed-examples.ts'
import { Store } from './state/store.ts'
import { Runs } from './streams/runs.ts'
import { signalsCollection } from './world/signals.ts'

/** The default limit of the product API. */
const requestsPerMinute = 1200

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
    'x-ratelimit-limit': String(requestsPerMinute),
    'x-ratelimit-remaining': String(isOver ? 0 : requestsPerMinute - 1),
    'x-ratelimit-reset': isOver ? (headers['retry-after'] ?? '60') : '60',
  }
}

/** Valid request ids of callers: printable, short, and safe in a log line. The same rule as in the product API. */
const requestIdPattern = /^[A-Za-z0-9._:-]{1,100}$/

/** Uses the caller's `x-request-id`, or a number when it is missing or invalid. */
function chooseRequestId(callerId: string | undefined, count: number): string {
  return callerId !== undefined && requestIdPattern.test(callerId)
    ? callerId
    : `r-${count.toString(16).padStart(8, '0')}`
}

const fallbackPerson = { userId: 'usr_example', organizationId: 'org_example' }

/** The person in the contract's examples, from the example of `GET /users/me`. */
function examplePerson(document: ContractDocument): Omit<Caller, 'roles'> {
  const response = document.paths['/users/me']?.get?.responses['200']
  const media = response === undefined ? undefined : resolve(document, response).content?.['application/json']
  const example = examplesOf(document, media)[0]?.[1]
  const userId = valueAt(example, '/profile/id')
  const organizationId = valueAt(example, '/organization/id')
  return {
    userId: typeof userId === 'string' ? userId : fallbackPerson.userId,
    organizationId: typeof organizationId === 'string' ? organizationId : fallbackPerson.organizationId,
  }
}

/** Headers of every reply, as the product API sends them. */
const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Creates a mock from the contract alone. Uses only web platform APIs, so it runs in browsers, in Node and inside a server.
 * Throws an `InvalidContractError` when the document cannot be served.
 */
export function createMock(options: MockOptions): Mock {
  return new ContractMock(options)
}

/** A mock's state, and what changes it. Its methods are bound, because callers pass `fetch` and `answer` on without the object. */
class ContractMock implements Mock {
  readonly clock: MockClock
  readonly log: ReturnType<typeof createRequestLog>
  readonly #options: MockOptions
  readonly #startedAt: number
  readonly #store = new Store()
  readonly #idempotencyCache = new IdempotencyCache(() => this.clock.now())
  readonly #runs = new Runs()
  /** The rows of the contract's examples; null for a contract whose examples are not stored yet. */
  #examples: ReturnType<Store['all']> | null = null
  #seed: number
  #requests = 0
  #made = 0
  #interceptor: Interceptor | null = null
  #serving: Serving

  constructor(options: MockOptions) {
    this.#options = options
    this.clock = createMockClock()
    this.log = createRequestLog()
    this.#startedAt = this.clock.now()
    this.#seed = options.seed ?? 1
    this.#serving = this.#serve(options.document)
    this.#storeExamples()
  }

  get contract(): Contract {
    return this.#serving.contract.contract
  }

  readonly people = (): DirectoryPerson[] => this.#serving.resources.context.directory.people()

  readonly intercept = (interceptor: Interceptor | null): void => {
    this.#interceptor = interceptor
  }

  readonly fetch = async (request: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const incoming = request instanceof Request && init === undefined ? request : new Request(request, init)
    return untilAborted(incoming.signal, async () =>
      toWebResponse(await this.answer(fromWebRequest(incoming)), incoming.signal),
    )
  }

  readonly answer = async (sent: MockRequest): Promise<MockReply> => {
    const { method, target, headers } = sent
    const request = withBodyOnce(sent)
    this.#requests += 1
    if (method !== 'GET') this.clock.tick()
    const startedAt = performance.now()
    const requestId = chooseRequestId(headers['x-request-id'], this.#requests)
    const mark = target.indexOf('?')
    const pathname = mark === -1 ? target : target.slice(0, mark)
    const { match, path } = this.#serving.contract.locate(method, pathname)
    const operation = match.kind === 'found' ? match.operation : null
    const notes: Notes = { caller: null, body: null, faults: [] }
    const serving = this.#serving // a reload during the request does not change it
    const query = mark === -1 ? '' : target.slice(mark + 1)
    const answerRequest = async () => answerOrRefuse(serving, { request, match, query, requestId }, notes)
    const exchange: Exchange = {
      request,
      operation,
      path,
      requestId,
      problem: (facts) => problemReply(facts, requestId),
    }
    const reply = this.#interceptor === null ? await answerRequest() : await this.#interceptor(exchange, answerRequest)
    const logged: LoggedExchange = {
      requestId,
      at: toInstant(this.clock.now()),
      method,
      target,
      path,
      headers: loggedHeaders(headers),
      operationId: operation?.id ?? null,
      userId: notes.caller?.userId ?? null,
      organizationId: notes.caller?.organizationId ?? null,
      body: notes.body,
      faults: notes.faults,
      status: reply.status,
      durationMs: performance.now() - startedAt,
      scenarios: reply.scenarios ?? [],
    }
    this.log.add(logged, headers['authorization'])
    const limits = rateLimitHeaders(operation, reply)
    return { ...reply, headers: { ...commonHeaders, 'x-request-id': requestId, ...limits, ...reply.headers } }
  }

  readonly reset = (seed = this.#seed): void => {
    this.#startFrom({ seed, requests: 0, made: 0, now: this.#startedAt })
    this.log.clear()
    this.#storeExamples()
  }

  readonly seed = (input: SeedInput): Record<string, unknown>[] =>
    structuredClone(seedItems(this.#serving.resources.context, this.#owner(input), input))

  readonly snapshot = (): MockSnapshot => {
    const [seed, requests, made] = [this.#seed, this.#requests, this.#made]
    return { version: 1, seed, now: toInstant(this.clock.now()), requests, made, collections: this.#store.toJson() }
  }

  readonly restore = ({ now, collections, ...numbers }: MockSnapshot): void => {
    this.#startFrom({ ...numbers, now: Date.parse(now) })
    const contractCollections = this.#serving.resources.context.collections
    const uploads = uploadRules(this.#serving.contract)?.collection
    const isKnown = (name: string) => contractCollections.has(name) || name === uploads || name === signalsCollection
    this.#store.load(Object.fromEntries(Object.entries(collections).filter(([name]) => isKnown(name))))
  }

  readonly reload = (document: ContractDocument): void => {
    const before = this.#serving.resources.context.collections
    this.#serving = { ...this.#serve(document), person: this.#serving.person } // people keep their identity
    this.#examples = null
    seedExamples(this.#serving.resources.context, this.#owner(), (name) => !before.has(name))
  }

  /** A request of the mock to itself: no scenario applies to it, and nobody sees it in the log. */
  async #fetchOwn(request: Request | string | URL, init?: RequestInit): Promise<Response> {
    const { signal, ...own } = fromWebRequest(new Request(request, init))
    const { pathname, search } = new URL(own.target, 'http://mock.example')
    const { match } = this.#serving.contract.locate(own.method, pathname)
    const question = { request: { ...own, signal }, match, query: search.slice(1), requestId: 'r-own' }
    return toWebResponse(
      await answerOrRefuse(this.#serving, question, { caller: null, body: null, faults: [] }),
      signal,
    )
  }

  /** Stores the contract's examples and nothing else. They are the same after every reset, and no change writes into an item. */
  #storeExamples(): void {
    this.#store.clear()
    if (this.#examples === null) seedExamples(this.#serving.resources.context, this.#owner())
    else this.#store.addAll(this.#examples)
    this.#examples ??= this.#store.all()
  }

  #startFrom({ seed, requests, made, now }: { seed: number; requests: number; made: number; now: number }): void {
    this.#seed = seed
    this.#requests = requests
    this.#made = made
    this.#serving = { ...this.#serving, seed }
    this.clock.set(now)
    this.#idempotencyCache.clear()
    this.#runs.clear()
  }

  #serve(document: ContractDocument): Serving {
    const { prefix = '/api', assistantPrefix = '/assistant' } = this.#options
    const contract = serveContract({ document, prefix, assistantPrefix })
    const nextRandom = (collection: string) => {
      this.#made += 1
      return createRandom(seedOf(this.#seed, collection, String(this.#made)))
    }
    return {
      contract,
      resources: new Resources({
        contract,
        store: this.#store,
        clock: this.clock,
        seed: () => this.#seed,
        nextRandom,
      }),
      idempotencyCache: this.#idempotencyCache,
      runs: this.#runs,
      api: { baseUrl: `http://mock.example${prefix}`, fetch: async (request, init) => this.#fetchOwn(request, init) },
      person: examplePerson(document),
      seed: this.#seed,
      texts: new WeakMap(),
      events: { delayMs: this.#options.eventDelayMs ?? 0, wait: this.#options.wait ?? wait },
    }
  }

  #owner(input: { organizationId?: string; userId?: string } = {}): Caller {
    const { organizationId, userId } = this.#serving.person
    return { organizationId: input.organizationId ?? organizationId, userId: input.userId ?? userId, roles: [] }
  }
}

async function answerOrRefuse(
  serving: Serving,
  question: Parameters<typeof answer>[1],
  notes: Notes,
): Promise<MockReply> {
  try {
    return await answer(serving, question, notes)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    notes.faults = error.facts.errors ?? []
    return problemReply(error.facts, question.requestId)
  }
}

/** Lets an interceptor read the body before the mock does, since hosts can read it only once. */
function withBodyOnce(request: MockRequest): MockRequest {
  let body: ReturnType<MockRequest['readBody']> | undefined
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
