import { getRouteApi } from '@tanstack/react-router'
import { readSignals, writeSignals } from './compared-signals.ts'
import type { CompareSearch } from './compare.search.ts'

const route = getRouteApi('/compare')

/** What the URL says, and how to change it. */
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
    /** Signals are steps of a visit, so Back undoes them. */
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
