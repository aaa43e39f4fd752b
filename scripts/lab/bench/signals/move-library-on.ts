import { setTimeout as delay } from 'node:timers/promises'
import { type AuspexClient, getQueryStatus, getStatus, topicQuery } from '@auspex/sdk'
import type { SearchState } from '@auspex/sdk/types'
import type { ImportTarget } from '@auspex/server'

/** A server to whose library documents may be added. */
export interface LibraryOwner {
  client: AuspexClient
  target(): Promise<ImportTarget>
}

/** As often as the web app looks. Looking more often would measure the looking. */
const pollMs = 400

/** A topic that no library of the benchmark holds. */
const unheardOf = 'quzzlefrompt'
/** With fewer a search ends as too sparse. */
const enough = 12
/** Within what the corpora cover, so that reports span the days that they spanned. */
const pastDay = '2019-06-03T12:00:00Z'
let moves = 0

/**
 * Stores some documents, so that every stored report is of an earlier library: without it the same measurement would be read again. A topic that nobody measures
 * is asked about afterwards, because the first report of a changed library reads its totals, and names and
 * stories are waited for: they are read in the background.
 */
export async function moveLibraryOn(server: LibraryOwner): Promise<void> {
  moves += 1
  const target = await server.target()
  const { importId } = await target.start({
    name: `move ${moves}`,
    sha256: `${process.pid}${Date.now()}`.padEnd(64, '0'),
    bytes: 1,
  })
  const documents = Array.from({ length: enough }, (_, n) => ({
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
  await target.store(importId, { firstLine: 1, lastLine: enough, documents, rejected: [] })
  await target.finish(importId)
  await target.close()
  await searchImports(server.client, unheardOf)
  while ((await getStatus({ client: server.client })).enrichment.pending > 0) await delay(pollMs)
}

/** Searches what was imported, and waits for the end. */
export async function searchImports(client: AuspexClient, term: string): Promise<SearchState> {
  let state = await topicQuery({ query_term: term, sources: ['imported'], force: true }, { client })
  while (state.status === 'queued' || state.status === 'running') {
    await delay(pollMs)
    state = await getQueryStatus({ request_id: state.request_id }, { client })
  }
  return state
}
