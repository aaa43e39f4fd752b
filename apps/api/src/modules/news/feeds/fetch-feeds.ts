import type { DocumentSource } from '@auspex/sources'
import type { DatabaseLog } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { FeedsRepository } from './feeds.repository.ts'

export interface FetchDependencies {
  feeds: FeedsRepository
  documents: DocumentsModule
  /** Fetches feeds by URL; null if this installation does not. */
  reader: DocumentSource | null
  clock: Clock
  log: DatabaseLog
}

/** A URL is fetched at most four times an hour, regardless of how many people have its feed. */
const refetchMs = 15 * 60_000
const feedsAtOnce = 20
const entriesOfFeed = 200

/** Fetches the feeds that are due and stores their entries. */
export async function fetchFeeds(
  { feeds, documents, reader, clock, log }: FetchDependencies,
  signal: AbortSignal,
): Promise<void> {
  if (reader === null) return
  const due = await feeds.listDue(new Date(clock.now().getTime() - refetchMs), feedsAtOnce)
  for (const url of due) {
    signal.throwIfAborted()
    await fetchFeed(url, { feeds, documents, reader, clock }, signal).catch(async (error: unknown) => {
      signal.throwIfAborted()
      // it is recorded as fetched too, so that the next feeds get their turn
      await feeds.recordFetch(url, {
        at: clock.now().toISOString(),
        status: 'schema_changed',
        reason: 'The entries of this feed could not be stored. The next attempt is in 15 minutes.',
        documents: 0,
      })
      // the URL of a feed may contain a token
      log.warn({ error: String(error), host: new URL(url).host }, 'a feed could not be read and will be tried again')
    })
  }
}

async function fetchFeed(
  url: string,
  { feeds, documents, reader, clock }: Omit<FetchDependencies, 'log' | 'reader'> & { reader: DocumentSource },
  signal: AbortSignal,
): Promise<void> {
  const { run, documents: entries } = await reader.search(
    {
      terms: { text: '', phrases: [] },
      geo: null,
      from: null,
      to: null,
      feeds: [url],
    },
    { signal, limit: entriesOfFeed },
  )
  if (entries.length > 0) await documents.storeDocuments(entries)
  await feeds.recordFetch(url, {
    at: clock.now().toISOString(),
    status: run.status,
    // also for a successful fetch: states which entries could not be read
    reason: run.reason?.slice(0, 500) ?? null,
    documents: entries.length,
  })
}
