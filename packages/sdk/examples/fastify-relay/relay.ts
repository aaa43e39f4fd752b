import { AuspexError, createClient, getSignalReport, TokenError, UnauthenticatedError } from '@auspex/sdk'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'

/** A client for one request: it acts as the caller, with the caller's token, and shares nothing with other callers. */
const clientOf = (request: FastifyRequest, baseUrl: string) =>
  createClient({
    baseUrl,
    auth: { getToken: () => request.headers.authorization?.replace(/^Bearer /, '') },
    // The request's id goes on to Auspex, so that one id finds it in both logs.
    createRequestId: () => request.id,
  })

/** An app with a route of its own that asks Auspex: how a topic is doing, in the three numbers its dashboard shows. */
export const createRelay = (baseUrl: string): FastifyInstance => {
  const app = fastify({ genReqId: () => crypto.randomUUID() })

  app.get<{ Params: { signalId: string } }>('/topics/:signalId', async (request, reply) => {
    const stopping = new AbortController()
    // Whoever goes away no longer needs the answer.
    reply.raw.on('close', () => stopping.abort())
    const client = clientOf(request, baseUrl)
    const report = await getSignalReport(request.params.signalId, {}, { client, signal: stopping.signal })
    return { title: report.query.title, documents: report.counts.documents, stage: report.stage.stage }
  })

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AuspexError)) throw error
    if (error.retryAfter !== null) void reply.header('retry-after', Math.ceil(error.retryAfter))
    // The only token is the caller's: one that cannot stand in a header is refused like one that Auspex refuses.
    if (error instanceof UnauthenticatedError || error instanceof TokenError) {
      void reply.header('www-authenticate', 'Bearer')
      return reply.status(401).send({ message: error.productMessage, requestId: error.requestId })
    }
    // What Auspex refused, this app refuses; where Auspex did not answer, this app is a gateway that failed.
    return reply
      .status(error.status !== null && error.status >= 400 ? error.status : 502)
      .send({ message: error.productMessage ?? error.message, requestId: error.requestId })
  })
  return app
}
