import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from '../kernel/logger.ts'
import { problemType } from '@auspex/contract'
import { toProblem } from './problem.ts'
import { chooseRequestId } from './request-id.ts'
import { closeIdleConnections } from './graceful-close.ts'

/** How long a client may take to send its whole request. Replies may take longer: calls of 15 minutes are allowed. */
const receiveTimeoutMs = 300_000

/** How long it may take to send the headers alone, how often that is looked at, and how large they may be. */
const headerLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 }

/** Longer than the idle time-outs of common proxies, so that never our side closes a socket that a proxy is about to use. */
const keepAliveTimeoutMs = 72_000

/** The HTTP server without routes; further plugins may be registered on it until it is ready. */
export function createServer(logger: Logger, { trustProxy }: { trustProxy: number | string[] }): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // its lines hold addresses with their values; ours do not
    logController: new fastify.LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: chooseRequestId,
    requestIdHeader: false,
    http: headerLimits,
    // by the hop, because the framework takes no number; with 0 hops nobody is believed
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: receiveTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    bodyLimit: 1_048_576,
    // compiling the contract takes a busy machine longer than the ten seconds of the default
    pluginTimeout: 120_000,
    // a long parameter is the contract's to refuse; Node takes no longer address than this
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerFrameworkError,
  })
  // no operation has it, so it is an unknown address like any other, and not a body whose type is missing
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  closeIdleConnections(app)
  return app
}

/** For failures before any route is found, such as an address that cannot be decoded. */
function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, headers } = toProblem(error, request.id)
  void reply.headers(headers).code(problem.status).type(problemType).send(problem)
}
