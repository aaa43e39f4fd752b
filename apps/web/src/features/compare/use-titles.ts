import { NotFoundError, type SignalComparison } from '@auspex/sdk'
import { useQueries } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { reportOptions } from './compare.queries.ts'

/**
 * How the signals are called: from the comparison, or from their reports where there is none to be had. `isMissing` once it is
 * known that nobody searched a signal.
 */
export const useTitles = (
  ids: readonly string[],
  { comparison, isNeeded }: { comparison: SignalComparison | undefined; isNeeded: boolean },
) => {
  const client = useClient()
  const reports = useQueries({
    queries: ids.map((id) => ({ ...reportOptions(client, id), enabled: isNeeded, retry: false })),
  })
  const reportOf = (id: string) => reports[ids.indexOf(id)]
  return {
    titleOf: (id: string): string | null =>
      comparison?.signals.find(({ signalId }) => signalId === id)?.query.title ??
      reportOf(id)?.data?.query.title ??
      null,
    isMissing: (id: string): boolean => isNeeded && reportOf(id)?.error instanceof NotFoundError,
  }
}
