import { getRouteApi } from '@tanstack/react-router'
import { readSignals, writeSignals } from './compared-signals.ts'
import type { CompareSearch } from './compare.search.ts'

const route = getRouteApi('/compare')

/** The state in the URL, and functions that change it. */
export const useCompareSearch = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: Partial<CompareSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  const ids = readSignals(search.signals)
  return {
    search,
    ids,
    change,
    /** Changing the signals adds a history entry, so Back undoes it. */
    setIds: (next: readonly string[]) =>
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          signals: writeSignals(next),
          reference: before.reference !== undefined && next.includes(before.reference) ? before.reference : undefined,
        }),
        resetScroll: false,
      }),
  }
}
