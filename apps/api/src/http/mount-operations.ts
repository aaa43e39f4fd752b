import type { Actor } from '../kernel/actor.ts'
import type { RecordSecurityEvent } from '../kernel/security-event.ts'
import type { Authenticate } from './authenticate.ts'
import type { Handlers, RequestContext } from './handlers.ts'
import { type CheckedInput, type Contract, type ContractOperation, modulesOf, modulesOfRequest } from '@auspex/contract'
import type { AuspexClient } from '@auspex/sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { runAs, strangers, type Tenant, type Work, serverWork } from '../kernel/work.ts'
import { authorize, authorizeRequest, type FindAccess, isStillAllowed } from './authorize.ts'
import { FileBody } from './body-parsers.ts'
import { checkReply } from './check-reply.ts'
import { describeCaller } from './describe-caller.ts'
import { fingerprintOf, readIdempotencyKey, type RunOnce } from './idempotency-key.ts'
import { RawJson, rawJson } from './raw-json.ts'
import { readRequest } from './read-request.ts'

/** How often the access of stream readers is checked. */
const accessCheckMs = 2_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null until the token is verified, and on operations without sign-in. */
    actor: Actor | null
    /** The validated request; null before validation. */
    input: CheckedInput | null
  }
  interface FastifyContextConfig {
    operation?: ContractOperation
  }
}

export interface MountOptions extends RequestContextOptions {
  handlers: Handlers
  contract: Contract
  authenticate: Authenticate
  findAccess: FindAccess
  runOnce: RunOnce
  /** Validates every reply against the contract; for tests, where a wrong reply must fail. */
  checkResponses: boolean
  /** Which part of the contract is mounted: the product API, or the assistant's operations. */
  service: 'api' | 'assistant'
}

type AnyHandler = (input: CheckedInput, context: RequestContext) => Promise<AnyOutput> | AnyOutput

interface AnyOutput {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * Mounts every operation of the contract. The caller is authenticated before the body is read, so that without a token nobody can learn about the
 * contract or make the server parse megabytes.
 */
export function mountOperations(app: FastifyInstance, options: MountOptions): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('input', null)
  const watch = createAccessWatch(options.findAccess)
  for (const operation of options.contract.operations)
    if (operation.isElsewhere === (options.service === 'assistant')) mount(app, operation, { ...options, watch })
}

function mount(
  app: FastifyInstance,
  operation: ContractOperation,
  options: MountOptions & { watch: AccessWatch },
): void {
  // the map is exhaustive by its type; the inputs and outputs of its functions are validated against the same contract
  const handlers = options.handlers as unknown as Record<string, AnyHandler>
  const handle = handlers[operation.id]
  if (handle === undefined)
    throw new Error(`No handler for ${operation.id}: generate the operations from this contract again`)
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/{(\w+)}/g, ':$1'),
    config: { operation },
    exposeHeadRoute: false,
    // a compressor would buffer a stream
    ...(operation.events !== null && { compress: false as const }),
    ...(operation.bodyLimit === null ? {} : { bodyLimit: operation.bodyLimit }),
    onRequest: operation.secured ? async (request: FastifyRequest) => identify(request, operation, options) : [],
    preValidation: async (request: FastifyRequest) => {
      const input = readRequest(operation, request)
      request.input = input
      const { actor } = request
      if (actor !== null) await authorizeRequest(operation, input, () => options.findAccess(actor.userId))
    },
    handler: async (request, reply) => {
      const input = request.input as CheckedInput // set by preValidation
      const key = readIdempotencyKey(input)
      const context = createRequestContext(request, reply, options)
      const output =
        key === null
          ? await runAs(toWork(context, operation, request, reply), () => handle(input, context))
          : await answerOnce({ request, operation, key, input, handle }, options)
      if (options.checkResponses) checkReply(operation, output.status, output.body)
      if (output.headers !== undefined) reply.headers(output.headers)
      if (isUnmodified(request, output)) return reply.code(304).send()
      reply.code(output.status)
      if (output.body instanceof FileBody) {
        const modules = [...modulesOf(operation), ...modulesOfRequest(operation, input), ...output.body.modules]
        const file = sendFile(output.body, { request, reply, modules, watch: options.watch })
        return reply.type(output.body.mediaType).send(file)
      }
      reply.type('application/json; charset=utf-8')
      if (!(output.body instanceof RawJson)) return reply.send(JSON.stringify(output.body))
      const { text, compressed } = output.body
      if (compressed === null || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
      return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(compressed)
    },
  })
}

/** Whether the caller has the reply already (RFC 9110 §13.1.2); a file that is not sent is closed. */
function isUnmodified({ method, headers }: FastifyRequest, { headers: { etag } = {}, body }: AnyOutput): boolean {
  const tags = (headers['if-none-match'] ?? '').split(/\s*,\s*/)
  if (method !== 'GET' || etag === undefined || !tags.some((tag) => tag.replace(/^W\//, '') === etag)) return false
  if (body instanceof FileBody) body.stream.destroy()
  return true
}

interface OnceOptions {
  request: FastifyRequest
  operation: ContractOperation
  key: string
  input: CheckedInput
  handle: AnyHandler
}

/** Answers a request that has a key. The work continues if the caller disconnects: a caller who lost the response retries with the same key. */
async function answerOnce(
  { request, operation, key, input, handle }: OnceOptions,
  options: MountOptions,
): Promise<AnyOutput> {
  const context = createRequestContext(request, null, options)
  const { userId } = context.actor
  const keyedRequest = { userId, key, fingerprint: fingerprintOf(operation, input) }
  const answer = await options.runOnce(keyedRequest, async () => {
    const {
      status,
      body,
      headers = {},
    } = await runAs({ owner: userId, signal: context.signal, tenant: tenantOf(operation, request) }, async () =>
      handle(input, context),
    )
    return { status, headers, body: body instanceof RawJson ? body.text : JSON.stringify(body) }
  })
  return {
    status: answer.status,
    headers: { ...answer.headers, ...(answer.isReplay && { 'idempotency-replayed': 'true' }) },
    body: rawJson(answer.body),
  }
}

/** The work ends when the caller disconnects; the signal is created on first use. */
function toWork(
  context: RequestContext,
  operation: ContractOperation,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Work {
  return {
    owner: request.actor?.userId ?? request.ip,
    tenant: tenantOf(operation, request),
    isDelivered: () => raw.writableEnded,
    get signal() {
      return context.signal
    },
  }
}

/** The tenant whose rows the operation may touch; null for administrators' operations across all organizations. */
function tenantOf({ permission }: ContractOperation, { actor }: FastifyRequest): Tenant | null {
  if (permission?.tenancy === 'all') return null
  return actor === null ? strangers : { userId: actor.userId, organizationId: actor.organizationId }
}

/** Whether `Accept-Encoding` (RFC 9110 §12.5.3) lists gzip with a weight above 0. */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[\d.]*\s*)?$/i.test(coding))
}

async function identify(
  request: FastifyRequest,
  operation: ContractOperation,
  { authenticate, findAccess }: MountOptions,
): Promise<void> {
  request.actor = await authenticate(request.headers.authorization, request.ip)
  authorize(request.actor, operation, await findAccess(request.actor.userId))
}

/** Sends a file and destroys the response when its reader loses access: a person without access must receive nothing more. */
function sendFile(
  { stream }: FileBody,
  {
    request,
    reply,
    modules,
    watch,
  }: { request: FastifyRequest; reply: FastifyReply; modules: readonly string[]; watch: AccessWatch },
): Readable {
  if (request.actor === null) return stream
  const { userId } = request.actor
  const unfollow = watch.follow({
    userId,
    modules,
    end: () => {
      stream.destroy(new Error('The access of the reader was revoked'))
      // a stream that waits for the database would end only when that answers
      reply.raw.destroy()
    },
  })
  return stream.once('close', unfollow)
}

/** Ends streams whose reader has lost access since they began. */
interface AccessWatch {
  /**
   * Calls `end` once when the person has lost access: disabled, or without one of `modules`. Call the returned function when the stream has ended.
   */
  follow(stream: { userId: string; modules: readonly string[]; end: () => void }): () => void
  /** Checks now. A database outage does not end a stream. */
  checkNow(): Promise<void>
}

/** The timer only runs while someone reads a stream. */
export function createAccessWatch(findAccess: FindAccess): AccessWatch {
  const streams = new Set<Parameters<AccessWatch['follow']>[0]>()
  let timer: NodeJS.Timeout | null = null

  async function checkAccess(): Promise<void> {
    const people = new Set([...streams].map(({ userId }) => userId))
    for (const userId of people) {
      const access = await findAccess(userId).catch(() => null)
      if (access === null) continue
      for (const stream of streams)
        if (stream.userId === userId && !isStillAllowed(stream.modules, access)) {
          streams.delete(stream)
          stream.end()
        }
    }
  }

  return {
    checkNow: checkAccess,
    follow(stream) {
      streams.add(stream)
      // a timer started within a request would be attributed to that person
      timer ??= runAs(serverWork, () => setInterval(() => void checkAccess(), accessCheckMs).unref())
      return () => {
        streams.delete(stream)
        if (streams.size > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}

interface RequestContextOptions {
  /** Aborted when the server stops. */
  stopping: AbortSignal
  recordSecurityEvent: RecordSecurityEvent
  /** A client of this API for the bearer of a token. */
  createClient: (authorization: string) => AuspexClient
}

/**
 * Builds the context of an operation. The signal is created on first use, because most operations answer at once and never need it. `actor` is absent
 * on operations without sign-in; their type hides it. Without a reply, the signal is that of the server only, for work that continues when its caller
 * disconnects.
 */
function createRequestContext(
  request: FastifyRequest,
  reply: FastifyReply | null,
  { stopping, recordSecurityEvent, createClient }: RequestContextOptions,
): RequestContext {
  let signal: AbortSignal | undefined
  let client: AuspexClient | undefined
  return {
    actor: request.actor as NonNullable<typeof request.actor>, // set by the hook of every secured operation
    requestId: request.id,
    log: request.log,
    get signal() {
      signal ??= reply === null ? stopping : AbortSignal.any([stopping, hangUpSignal(reply)])
      return signal
    },
    get client() {
      client ??= createClient(request.headers.authorization ?? '')
      return client
    },
    recordSecurityEvent: (name, facts = {}) => recordSecurityEvent({ ...describeCaller(request), name, facts }),
  }
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const hangUp = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) hangUp.abort()
  }
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return hangUp.signal
}
