import type { Logger } from '../kernel/logger.ts'
import { problemType } from '@auspex/contract'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { toProblem } from './problem.ts'

/** How often idle sockets are closed while the server shuts down. */
const sweepMs = 100

/** Characters a caller may use: printable, short, and harmless in a log line. */
const sane = /^[A-Za-z0-9._:-]{1,100}$/

/** Time limit for a client to send its whole request. Replies may take longer: calls of 15 minutes are allowed. */
const receiveTimeoutMs = 300_000

/** Time limit for sending the headers, how often it is checked, and their maximum size. */
const headerLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 }

/** Longer than the idle time-outs of common proxies, so that our side never closes a socket that a proxy is about to use. */
const keepAliveTimeoutMs = 72_000

/** The HTTP server without routes; plugins may be registered until it is ready. */
export function createServer(logger: Logger, { trustProxy }: { trustProxy: number | string[] }): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // its log lines contain URLs with their parameter values; ours do not
    logController: new fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: chooseRequestId,
    requestIdHeader: false,
    http: headerLimits,
    // by hop, because the framework takes no number; with 0 hops no proxy is trusted
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: receiveTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    bodyLimit: 1_048_576,
    // compiling the contract on a busy machine takes longer than the default of ten seconds
    pluginTimeout: 120_000,
    // rejecting a long parameter is left to the contract; Node accepts no longer URL than this
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerFrameworkError,
  })
  // no operation uses this method: it is answered like any unknown route, and not as a body without a type
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  closeIdleConnections(app)
  return app
}

/** For failures before routing, such as a URL that cannot be decoded. */
function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, headers } = toProblem(error, request.id)
  void reply.headers(headers).code(problem.status).type(problemType).send(problem)
}

/** Uses the caller's `x-request-id` so that both logs have the same id; creates one when it is missing or not allowed. */
function chooseRequestId(request: IncomingMessage): string {
  const callerId = request.headers['x-request-id']
  return typeof callerId === 'string' && sane.test(callerId) ? callerId : `r-${randomUUID()}`
}

/**
 * Lets the server close quickly: a keep-alive socket whose request was in flight when closing began would otherwise delay it for the whole keep-alive
 * time.
 */
function closeIdleConnections(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    sweep.unref()
  })
  app.addHook('onClose', async () => clearInterval(sweep))
}
