import { type CheckedInput, type Contract, type ContractOperation, modulesOf, modulesOfRequest } from '@auspex/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { Actor } from '../kernel/actor.ts'
import { type AccessWatch, createAccessWatch } from './access-watch.ts'
import type { Authenticate } from './authenticate.ts'
import { authorize, authorizeRequest, type FindAccess } from './authorize.ts'
import { checkReply } from './check-reply.ts'
import { FileBody } from './file-body.ts'
import { fingerprintOf, readIdempotencyKey, type RunOnce } from './idempotency-key.ts'
import { readRequest } from './read-request.ts'
import type { Handlers, RequestContext } from './handlers.ts'
import { RawJson, rawJson } from './raw-json.ts'
import { createRequestContext, type RequestContextOptions } from './request-context.ts'
import { runAs, strangers, type Tenant, type Work } from '../kernel/work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null until the token is verified, and on operations that need nobody to be signed in. */
    actor: Actor | null
    /** The request as the contract reads it; null until it is checked. */
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
  /** Checks every reply against the contract; for tests, where a wrong reply must fail. */
  checkResponses: boolean
  /** Which part of the contract is mounted: the product API, or what the assistant answers. */
  service: 'api' | 'assistant'
}

type AnyHandler = (input: CheckedInput, context: RequestContext) => Promise<AnyOutput> | AnyOutput

interface AnyOutput {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * Mounts every operation of the contract. The caller is known before their body is read, so that nobody learns
 * anything about the contract, or makes the server parse megabytes, without a token.
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
  // the map is exhaustive by its type; what its functions take and give is checked by the same contract
  const handlers = options.handlers as unknown as Record<string, AnyHandler>
  const handle = handlers[operation.id]
  if (handle === undefined)
    throw new Error(`No handler for ${operation.id}: generate the operations from this contract again`)
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/{(\w+)}/g, ':$1'),
    config: { operation },
    exposeHeadRoute: false,
    // a compressor gathers what a stream sends
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

interface OnceOptions {
  request: FastifyRequest
  operation: ContractOperation
  key: string
  input: CheckedInput
  handle: AnyHandler
}

/** Answers a request that has a key. It goes on when its caller hangs up: who lost the answer asks for it again. */
async function answerOnce(
  { request, operation, key, input, handle }: OnceOptions,
  options: MountOptions,
): Promise<AnyOutput> {
  const context = createRequestContext(request, null, options)
  const { userId } = context.actor
  const once = { userId, key, fingerprint: fingerprintOf(operation, input) }
  const answer = await options.runOnce(once, async () => {
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

/** A caller who hangs up no longer waits; the signal is made when something first asks for it. */
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

/** Whose rows the operation may touch: those of everybody for what administrators do in all organizations. */
function tenantOf({ permission }: ContractOperation, { actor }: FastifyRequest): Tenant | null {
  if (permission?.tenancy === 'all') return null
  return actor === null ? strangers : { userId: actor.userId, organizationId: actor.organizationId }
}

/** Whether `Accept-Encoding` (RFC 9110 §12.5.3) names gzip, and not with the weight 0. */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[\d.]*\s*)?$/i.test(coding))
}

async function identify(
  request: FastifyRequest,
  operation: ContractOperation,
  { authenticate, findAccess }: Pick<MountOptions, 'authenticate' | 'findAccess'>,
): Promise<void> {
  request.actor = await authenticate(request.headers.authorization, request.ip)
  authorize(request.actor, operation, await findAccess(request.actor.userId))
}

/** A file that is being sent ends torn when its reader loses the access: whoever is out reads nothing more. */
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
  const forget = watch.follow({
    userId,
    modules,
    end: () => {
      stream.destroy(new Error('The access of the reader was taken away'))
      // a stream that waits for the database ends only when that answers
      reply.raw.destroy()
    },
  })
  return stream.once('close', forget)
}
