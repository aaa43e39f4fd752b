import type { SignalComparison } from '@auspex/sdk'
import { useQueries } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { reportOptions } from './compare.queries.ts'
import { mostSignals } from './compared-signals.ts'

/** How the signals are called: from the comparison, or from their reports where there is none to be had. */
export const useTitles = (ids: readonly string[], comparison: SignalComparison | undefined) => {
  const client = useClient()
  const isComparable = ids.length >= 2 && ids.length <= mostSignals
  const reports = useQueries({
    queries: ids.map((id) => ({ ...reportOptions(client, id), enabled: !isComparable, retry: false })),
  })
  return (id: string): string | null =>
    comparison?.signals.find(({ signalId }) => signalId === id)?.query.title ??
    reports[ids.indexOf(id)]?.data?.query.title ??
    null
}
