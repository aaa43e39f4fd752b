import type { DocumentSource, SourceDocument } from '@auspex/sources'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createRandomId } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestRequest } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { categories } from '../../library/index.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { createSignalsModule, readSignalQuery } from '../../reports/index.ts'
import { createNewsfeedModule } from '../index.ts'
import { everyModule, stub } from '../../../testing/stub.ts'

/** An article of one outlet; a text is its body. */
export function article(
  outlet: string,
  publishedAt: string,
  title: string,
  details: string | Partial<SourceDocument> = {},
): SourceDocument {
  const path = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const more = typeof details === 'string' ? { body: details } : details
  return sampleDocument({ outlet, publishedAt, title, body: null, url: `https://${outlet}/${path}`, ...more })
}

/**
 * The server with the news feed's background work, which tests trigger themselves. The clock is fixed at 2026-11-21T08:00:00Z, and every document
 * counts as real.
 */
export async function startNewsfeed({ reader }: { reader?: DocumentSource } = {}) {
  const api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const kernel = { database, clock, createId: createRandomId, log: silentLog }
  const documents = createDocumentsModule(kernel)
  const provenance = async () => 'real' as const
  const { signals } = createSignalsModule({ ...kernel, documents, provenance, connectors: [] })
  const newsfeed = createNewsfeedModule({
    ...kernel,
    jobs: stub({ enqueue: async () => {} }),
    documents,
    signals,
    portfolios: stub({ get: () => Promise.reject(new Error('not asked by jobs')), listOf: async () => [] }),
    access: everyModule,
    connectors: reader === undefined ? [] : [reader],
    categories,
    provenance,
  })
  return {
    api,
    /** Stores articles and places them into stories. */
    async publish(articles: readonly SourceDocument[]): Promise<string[]> {
      const { ids } = await documents.storeDocuments(articles)
      await runOnce(newsfeed.jobs)
      return ids
    },
    /** Stores a query as a signal, so that it can be added to a portfolio. */
    async saveSignal(term: string): Promise<string> {
      const query = readSignalQuery({ query_term: term })
      await signals.save(query)
      return query.signalId
    },
    store: documents.storeDocuments,
    remove: documents.removeByOrigin,
    runJobs: () => runOnce(newsfeed.jobs),
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the contract has validated the response of the operation
    async ask<T>(
      method: TestRequest['method'],
      path: string,
      body?: object,
      as: TestRequest['as'] = 'mira',
    ): Promise<{ status: number; body: T }> {
      const reply = await api.request({ method, path, as, ...(body !== undefined && { body }) })
      return { status: reply.statusCode, body: reply.json() }
    },
    async close() {
      await newsfeed.end()
      await api.close()
    },
  }
}

export type NewsfeedWorld = Awaited<ReturnType<typeof startNewsfeed>>
