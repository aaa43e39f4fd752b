import type { Provenance } from '@auspex/sdk/types'
import type { ExploreModule } from '../explore.module.ts'
import type { RecentSearchesModule } from '../recent-searches/recent-searches.module.ts'
import type { MeasuredSignal, Signals } from '../../reports/index.ts'

export interface SearchedSignalsDependencies {
  recentSearches: RecentSearchesModule
  explore: ExploreModule
  signals: Signals
}

/** A signal that the caller searched, as of its stored report. */
export type SearchedSignal = MeasuredSignal & Awaited<ReturnType<RecentSearchesModule['listSignals']>>[number]

export type SearchedSignals = ReturnType<typeof createSearchedSignals>

/** The searches of one person. Other people's searches are never read, and results do not reveal whether others searched a signal. */
export function createSearchedSignals({ recentSearches, explore, signals }: SearchedSignalsDependencies) {
  /**
   * The given signals that have a report and that the person had measured. Being on the person's list is not enough: anyone can put any signal there,
   * and would learn whether someone else had it measured.
   */
  async function readMeasured(userId: string, signalIds: readonly string[]): Promise<MeasuredSignal[]> {
    return signals.listMeasured(await explore.listSearched(userId, signalIds))
  }

  return {
    /** Signals on the person's list that have a report of this provenance, newest first. */
    async list(userId: string, provenance: Provenance): Promise<SearchedSignal[]> {
      const searchedSignals = await recentSearches.listSignals(userId)
      const ids = searchedSignals.map(({ signalId }) => signalId)
      const reports = new Map((await readMeasured(userId, ids)).map((report) => [report.signalId, report]))
      return searchedSignals.flatMap((search) => {
        const report = reports.get(search.signalId)
        return report?.provenance === provenance ? [{ ...search, ...report }] : []
      })
    },

    /** Whether the person's list of searches contains the signal. */
    has: (userId: string, signalId: string) => recentSearches.hasSignal(userId, signalId),

    /** The given signals with a report that the person requested. */
    listMeasured: async (userId: string, signalIds: readonly string[]): Promise<Set<string>> =>
      new Set((await readMeasured(userId, signalIds)).map(({ signalId }) => signalId)),
  }
}
