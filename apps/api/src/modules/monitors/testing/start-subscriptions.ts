import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Mailer } from '../../../adapters/mail/mailer.port.ts'
import type { ExploreModule } from '../../search/index.ts'
import type { MakeCollectionPdf } from '../mail/send-mails.ts'
import { createGuardedPost, type Medicine } from '@auspex/sources'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createRandomId } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { stub } from '../../../testing/stub.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createClinicalModule } from '../../clinical/index.ts'
import { createCollections } from '../../collections/index.ts'
import { categories, createDocumentsModule } from '../../library/index.ts'
import { createTrendsModule } from '../../markets/index.ts'
import { createUsersModule, type Images } from '../../people/index.ts'
import { createSignalsModule } from '../../reports/index.ts'
import { createFindNewComments, makeCollectionFile } from '../../writing/index.ts'
import { type DeliveryLimits, noLimits } from '../notifications/delivery-limits.ts'
import { createSubscriptionsModule } from '../subscriptions.module.ts'

const testKey = new Uint8Array(32).fill(7)

/**
 * The server with a webhook receiver that it may post to, and the background work of subscriptions, which tests trigger themselves. The clock is
 * fixed at 2026-11-21.
 */
export async function startSubscriptions({
  medicine = null,
  mailer = null,
  limits = noLimits,
  makeCollectionPdf,
}: {
  medicine?: Medicine | null
  mailer?: Mailer | null
  limits?: DeliveryLimits
  makeCollectionPdf?: MakeCollectionPdf
} = {}) {
  const receiver = await startWebhookReceiver()
  const webhooks = createGuardedPost({
    userAgent: 'auspex-test/1',
    allow: { endpoints: [receiver.endpoint] },
    pause: async () => new Promise((done) => setImmediate(done)),
  })
  const api = await createTestApi({ config: { sources: 'live', delivery: limits }, webhooks, mailer, medicine })
  const { database, clock } = api
  const kernel = { database, clock, createId: createRandomId, log: createLogger('silent') }
  const documents = createDocumentsModule({ ...kernel, log: silentLog })
  const provenance = async () => 'real' as const
  const { signals } = createSignalsModule({ ...kernel, documents, provenance, connectors: [] })
  const { trends } = createTrendsModule({ ...kernel, documents, provenance, categories })
  const users = createUsersModule({
    ...kernel,
    embeddedIssuer: null,
    webClientId: 'auspex-web',
    recordSecurityEvent: () => {},
    isActivityRecorded: true,
    providerAccounts: { remove: async () => {}, setDisabled: async () => {}, isSuspended: async () => false },
  })
  const { access, people } = users
  const { portfolios, projects } = createCollections({
    ...kernel,
    jobs: stub<Jobs>({}),
    signals,
    explore: stub<ExploreModule>({}),
    users,
    images: stub<Images>({ namedBy: () => {}, addressOf: () => null }),
    writeAudit: async () => {},
  })
  const outages = { since: () => null, record: () => {}, stop: async () => {} }
  const { conditions } = createClinicalModule({ database, medicine, outages, clock })
  /** Signals whose sources were queried again. */
  const refreshedSignals: string[] = []
  const subscriptions = createSubscriptionsModule({
    ...kernel,
    signals,
    trends,
    portfolios,
    projects,
    listSchedules: async () => [],
    findNewComments: createFindNewComments(database),
    documents,
    conditions,
    querySources: async (signalId: string) => void refreshedSignals.push(signalId),
    webhooks,
    mailer,
    limits,
    publicUrl: new URL('https://auspex.example'),
    makeCollectionPdf:
      makeCollectionPdf ??
      ((request) =>
        makeCollectionFile({ ...request, format: 'pdf', comparison: null }, { portfolios, projects, people, clock })),
    encryptionKey: testKey,
    people,
    access,
    categories,
  })
  return {
    api,
    documents,
    receiver,
    subscriptions,
    refreshedSignals,
    runJobs: () => runOnce(subscriptions.jobs),
    async close() {
      await api.close()
      await receiver.close()
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

/** A server on loopback that stores the posts it receives and answers with a status that a test sets. */
async function startWebhookReceiver() {
  const received: unknown[] = []
  /** The raw posts, by which a receiver verifies signatures. */
  const posts: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = []
  let status = 204
  let answerHeaders: Record<string, string> = {}
  /** Closes the connection instead of an answer. */
  let isSilent = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      posts.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
      received.push(request.headers['content-type'] === 'application/json' ? JSON.parse(body) : body)
      if (isSilent) request.socket.destroy()
      else response.writeHead(status, answerHeaders).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server that listens on a port
  return {
    endpoint: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    posts,
    answer: (next: number, headers: Record<string, string> = {}) => {
      status = next
      answerHeaders = headers
      isSilent = false
    },
    hangUp: () => {
      isSilent = true
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
