import type { Provenance } from '@auspex/sdk/types'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import type { MeasuredSignal } from '../../reports/index.ts'
import type { DiscoveryDependencies } from './discovery-dependencies.ts'

/** A signal that the caller searched, as of its stored report. */
export type SearchedSignal = MeasuredSignal & Awaited<ReturnType<RecentSearchesModule['listSignals']>>[number]

/**
 * Signals on the person's list that have a report of this provenance, newest first. Other people's searches are never read, and results do not reveal
 * whether others searched a signal.
 */
export async function listSearchedSignals(
  userId: string,
  provenance: Provenance,
  deps: DiscoveryDependencies,
): Promise<SearchedSignal[]> {
  const searchedSignals = await deps.recentSearches.listSignals(userId)
  const ids = searchedSignals.map(({ signalId }) => signalId)
  const reports = new Map((await listMeasuredSignals(userId, ids, deps)).map((report) => [report.signalId, report]))
  return searchedSignals.flatMap((search) => {
    const report = reports.get(search.signalId)
    return report?.provenance === provenance ? [{ ...search, ...report }] : []
  })
}

/**
 * The given signals that have a report and that the person had measured. Being on the person's list is not enough: anyone can put any signal there,
 * and would learn whether someone else had it measured.
 */
export async function listMeasuredSignals(
  userId: string,
  signalIds: readonly string[],
  { signals, explore }: DiscoveryDependencies,
): Promise<MeasuredSignal[]> {
  return signals.listMeasured(await explore.listSearched(userId, signalIds))
}
