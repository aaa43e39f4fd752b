import { setTimeout as delay } from 'node:timers/promises'
import { type AuspexClient, getQueryStatus, getStatus, topicQuery } from '@auspex/sdk'
import type { SearchState } from '@auspex/sdk/types'
import type { ImportTarget } from '@auspex/server'

/** A server that documents may be added to. */
export interface LibraryOwner {
  client: AuspexClient
  target(): Promise<ImportTarget>
}

/** As often as the web app polls. Polling more often would distort the measurement. */
const pollMs = 400

/** A topic that does not occur in any library of the benchmark. */
const unheardOf = 'quzzlefrompt'
/** With fewer documents a search ends as too sparse. */
const minDocuments = 12
/** Within the corpora's days, so that reports still span the same days. */
const pastDay = '2019-06-03T12:00:00Z'
let moves = 0

/**
 * Stores some documents, so that every stored report is out of date: otherwise the same measurement would be read again. Then searches for a topic
 * that is not measured, because the first report after a change reads the library's totals, and waits until names and stories are processed in
 * the background.
 */
export async function moveLibraryOn(server: LibraryOwner): Promise<void> {
  moves += 1
  const target = await server.target()
  const { importId } = await target.start({
    name: `move ${moves}`,
    sha256: `${process.pid}${Date.now()}`.padEnd(64, '0'),
    bytes: 1,
  })
  const documents = Array.from({ length: minDocuments }, (_, n) => ({
    sourceKey: 'imported' as const,
    nativeId: `${process.pid} ${Date.now()} ${n}`,
    kind: 'post' as const,
    outlet: 'bench.example',
    url: null,
    title: `${unheardOf} ${moves} ${n}`,
    body: null,
    author: null,
    publishedAt: pastDay,
    datePrecision: 'second' as const,
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  }))
  await target.store(importId, { firstLine: 1, lastLine: minDocuments, documents, rejected: [] })
  await target.finish(importId)
  await target.close()
  await searchImports(server.client, unheardOf)
  while ((await getStatus({ client: server.client })).enrichment.pending > 0) await delay(pollMs)
}

/** Searches the imported documents, and waits until the search ends. */
export async function searchImports(client: AuspexClient, term: string): Promise<SearchState> {
  let state = await topicQuery({ query_term: term, sources: ['imported'], force: true }, { client })
  while (state.status === 'queued' || state.status === 'running') {
    await delay(pollMs)
    state = await getQueryStatus({ request_id: state.request_id }, { client })
  }
  return state
}
