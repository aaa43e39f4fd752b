import type { Provenance } from '@auspex/sdk/types'
import type { ExploreModule } from '../explore/index.ts'
import type { RecentSearchesModule } from '../recent-searches/index.ts'
import type { MeasuredSignal, Signals } from '../signals/index.ts'

export interface SearchedSignalsDependencies {
  recentSearches: Pick<RecentSearchesModule, 'listSignals' | 'hasSignal'>
  explore: Pick<ExploreModule, 'listSearched'>
  signals: Pick<Signals, 'listMeasured'>
}

/** A signal that the caller searched, as of its stored report. */
export type SearchedSignal = MeasuredSignal & Awaited<ReturnType<RecentSearchesModule['listSignals']>>[number]

export type SearchedSignals = ReturnType<typeof createSearchedSignals>

/** What one person searched. Nobody else's searches are read, and whether others searched a signal does not show. */
export function createSearchedSignals({ recentSearches, explore, signals }: SearchedSignalsDependencies) {
  /**
   * Those of the signals that have a report and that the person had measured. Being on the person's list is not enough: anybody
   * can put anything there, and would learn whether somebody else had it measured.
   */
  async function readMeasured(userId: string, signalIds: readonly string[]): Promise<MeasuredSignal[]> {
    return signals.listMeasured(await explore.listSearched(userId, signalIds))
  }

  return {
    /** Signals on the person's list that have a report of this provenance, newest first. */
    async list(userId: string, provenance: Provenance): Promise<SearchedSignal[]> {
      const listed = await recentSearches.listSignals(userId)
      const ids = listed.map(({ signalId }) => signalId)
      const reports = new Map((await readMeasured(userId, ids)).map((report) => [report.signalId, report]))
      return listed.flatMap((search) => {
        const report = reports.get(search.signalId)
        return report?.provenance === provenance ? [{ ...search, ...report }] : []
      })
    },

    /** Whether a person's list of searches has the signal. */
    has: (userId: string, signalId: string) => recentSearches.hasSignal(userId, signalId),

    /** Which of these signals have a report that the person asked for. */
    listMeasured: async (userId: string, signalIds: readonly string[]): Promise<Set<string>> =>
      new Set((await readMeasured(userId, signalIds)).map(({ signalId }) => signalId)),
  }
}
