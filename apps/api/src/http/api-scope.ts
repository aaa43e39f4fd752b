import type { StatementPool } from '../adapters/database/database.port.ts'
import { type AccessScope, type Contract, problemType } from '@auspex/contract'
import { usualFailures } from '@auspex/contract/refusals'
import compressPlugin from '@fastify/compress'
import corsPlugin from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { constants } from 'node:zlib'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { CodedError } from '../kernel/errors.ts'
import { tell } from '../kernel/telemetry.ts'
import { addBodyParsers } from './body-parsers.ts'
import { networkOf } from './describe-caller.ts'
import { createErrorHandler, resourceMetadataPath } from './error-handler.ts'
import { type MountOptions, mountOperations } from './mount-operations.ts'
import { problem } from './problem.ts'
import { createRequestCounter } from './request-counter.ts'

/** The headers with which each counted reply reports the remaining limit. */
export const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/** British English, because American English puts a comma before "or". */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Below this many bytes, compression hardly makes a reply smaller. */
const thresholdBytes = 1024

export interface ApiScopeOptions extends MountOptions {
  /** Where the operations are mounted: `/api` or `/assistant`, or empty on a dedicated host. */
  prefix: string
  publicUrl: URL
  /** Whether pages of another origin may call the API. */
  isAllowedOrigin: (origin: string) => Promise<boolean>
  requestsPerMinute: number
  /** Where requests are counted when several processes share the load; null to count in this process. */
  sharedCounts: StatementPool | null
}

/** Says which provider signs people in to the API, and which scopes there are: RFC 9728. Any page may read it. */
export function addResourceMetadata(
  app: FastifyInstance,
  { publicUrl, issuer }: { publicUrl: URL; issuer: string },
): void {
  const metadata = {
    resource: new URL('/api', publicUrl).href,
    resource_name: 'Auspex',
    resource_documentation: new URL('/docs', publicUrl).href,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write', 'administer'] satisfies AccessScope[],
  }
  const headers = {
    ...securityHeaders(publicUrl),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  app.get(resourceMetadataPath, { exposeHeadRoute: false }, async (_request, reply) =>
    reply.headers(headers).send(metadata),
  )
}

/** Mounts everything that runs before an operation, in its own scope, because the same server may carry other parts. */
export async function mountApi(app: FastifyInstance, options: ApiScopeOptions): Promise<void> {
  await app.register(
    async (scope) => {
      const headers = securityHeaders(options.publicUrl)
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(headers).header('x-request-id', request.id)
      })
      addAccessLog(scope)
      addBodyParsers(scope)
      scope.setErrorHandler(createErrorHandler(options))
      await scope.register(corsPlugin, {
        // our own pages need no permission; during a database outage the operations report it themselves
        origin: async (origin: string | undefined) =>
          origin !== undefined &&
          origin !== options.publicUrl.origin &&
          options.isAllowedOrigin(origin).catch(() => false),
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        // all that the SDK sends
        allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'x-request-id'],
        exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after', 'www-authenticate', ...limitHeaders],
        maxAge: 600,
      })
      const { requestsPerMinute: limit, sharedCounts, service } = options
      addRateLimit(scope, {
        limit,
        counter: createRequestCounter({ name: service, points: limit, shared: sharedCounts }),
      })
      await addCompression(scope)
      scope.setNotFoundHandler(createNotFoundHandler(options.contract, options))
      mountOperations(scope, options)
    },
    { prefix: options.prefix },
  )
}

/**
 * Headers of every API reply, computed at startup: the ready-made plugin costs 45 to 90 µs per request for the same bytes. Replies are data for
 * scripts: nothing may render, frame, sniff or store them.
 */
function securityHeaders(publicUrl: URL): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Compresses replies. Request bodies are never inflated, because a small one could grow without bound. */
async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compressPlugin, {
    threshold: thresholdBytes,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // The library's default (11) is meant for files that are compressed once: it takes 50 times as long to save another tenth of the bytes
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
}

/**
 * Logs one line per request. It contains the route and the operation, never the URL, because paths and queries contain what people search for. The
 * telemetry receives the same values.
 */
function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      operation: request.routeOptions.config.operation?.id ?? null,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.actor?.userId ?? null,
    }
    request.log.info(facts, 'request')
    tell('request', () => ({
      ...facts,
      milliseconds: reply.elapsedTime,
      requestId: request.id,
      traceparent: String(request.headers['traceparent'] ?? '') || null,
    }))
  })
}

/** Answers a path without an operation, or with operations only for other methods (405 with `Allow`). */
function createNotFoundHandler(
  contract: Contract,
  { prefix, service }: { prefix: string; service: 'api' | 'assistant' },
) {
  const serviceOperations = contract.operations.filter(({ isElsewhere }) => isElsewhere === (service === 'assistant'))
  const routes = serviceOperations.map(({ path, method }) => ({
    method,
    pattern: new RegExp(`^${prefix}${path.replaceAll(/{\w+}/g, '[^/]+')}$`),
  }))
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const requestId = request.id
    const body =
      allowed.length === 0
        ? problem({ status: 404, ...usualFailures[404], requestId })
        : problem({
            status: 405,
            ...usualFailures[405],
            detail: `Use ${alternatives.format(allowed)}.`,
            requestId,
          })
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    reply.code(body.status).type(problemType).send(body)
  }
}

/**
 * Limits each caller. It runs after the token is verified and before the body is read, so that people behind one address do not share a limit;
 * operations without sign-in are counted by network. Refused tokens are counted earlier, by the token gate.
 */
function addRateLimit(app: FastifyInstance, { limit, counter }: { limit: number; counter: RateLimiterAbstract }): void {
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.operation === undefined) return
    // during a database outage the operations report it themselves; the liveness probe must still answer
    const count = await counter.penalty(request.actor?.userId ?? networkOf(request.ip)).catch(() => null)
    const { consumedPoints, msBeforeNext } = count ?? { consumedPoints: 0, msBeforeNext: 0 }
    const seconds = Math.ceil(msBeforeNext / 1000)
    const [limitName, remainingName, resetName] = limitHeaders
    reply.headers({
      [limitName]: limit,
      [remainingName]: Math.max(0, limit - consumedPoints),
      [resetName]: seconds,
    })
    if (consumedPoints <= limit) return
    throw new CodedError({
      kind: 'rate_limited',
      ...usualFailures[429],
      detail: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retryAfterSeconds: seconds,
    })
  })
}
