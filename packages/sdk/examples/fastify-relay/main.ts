/** Usage: node main.ts, then curl -H "Authorization: Bearer $AUSPEX_TOKEN" localhost:5000/topics/sig_… */
import { AuspexError, TokenError, UnauthenticatedError, createClient, getSignalReport } from '@auspex/sdk'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'

/** A client for one request: it uses the caller's token and shares nothing with other callers. */
const clientOf = (request: FastifyRequest, baseUrl: string) =>
  createClient({
    baseUrl,
    auth: { getToken: () => request.headers.authorization?.replace(/^Bearer /, '') },
    // The request's id is passed on to Auspex, so that one id identifies it in both logs.
    createRequestId: () => request.id,
  })

/** An app whose own route queries Auspex: the state of a topic, in the three numbers of its dashboard. */
const createRelay = (baseUrl: string): FastifyInstance => {
  const app = fastify({ genReqId: () => crypto.randomUUID() })

  app.get<{ Params: { signalId: string } }>('/topics/:signalId', async (request, reply) => {
    const stopping = new AbortController()
    // A client that disconnects no longer needs the response.
    reply.raw.on('close', () => stopping.abort())
    const client = clientOf(request, baseUrl)
    const report = await getSignalReport(request.params.signalId, {}, { client, signal: stopping.signal })
    return { title: report.query.title, documents: report.counts.documents, stage: report.stage.stage }
  })

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AuspexError)) throw error
    if (error.retryAfter !== null) void reply.header('retry-after', Math.ceil(error.retryAfter))
    // The only token is the caller's: one that is invalid in a header is rejected like one that Auspex rejects.
    if (error instanceof UnauthenticatedError || error instanceof TokenError) {
      void reply.header('www-authenticate', 'Bearer')
      return reply.status(401).send({ message: error.productMessage, requestId: error.requestId })
    }
    // A request that Auspex rejects is rejected here as well; when Auspex does not respond, this app is a failed
    // gateway.
    return reply
      .status(error.status !== null && error.status >= 400 ? error.status : 502)
      .send({ message: error.productMessage ?? error.message, requestId: error.requestId })
  })
  return app
}

const app = createRelay(`${process.env.AUSPEX_URL ?? 'http://localhost:4000'}/api`)
console.log(`Listening at ${await app.listen({ port: Number(process.env.PORT ?? 5000) })}`)
