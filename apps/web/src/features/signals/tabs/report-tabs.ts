import type { ReportSearch } from '../signals.search.ts'

/** A part of the report under its chart. */
export type ReportTab = NonNullable<ReportSearch['tab']> | 'happened'

export const reportTabs: readonly { readonly key: ReportTab; readonly title: string }[] = [
  { key: 'happened', title: 'What happened' },
  { key: 'said', title: 'What is said' },
  { key: 'who', title: 'Who' },
  { key: 'where', title: 'Where and with what' },
  { key: 'outlook', title: 'Outlook' },
  { key: 'evidence', title: 'Evidence and method' },
]

/** The first tab needs no search parameter. */
export const toTabSearch = (tab: ReportTab): ReportSearch['tab'] => (tab === 'happened' ? undefined : tab)

const steps: Record<string, (index: number) => number> = {
  ArrowRight: (index) => (index + 1) % reportTabs.length,
  ArrowLeft: (index) => (index + reportTabs.length - 1) % reportTabs.length,
  Home: () => 0,
  End: () => reportTabs.length - 1,
}

/** The tab that a key moves to; undefined for keys that do not move. */
export const tabOfKey = (key: string, current: ReportTab): ReportTab | undefined => {
  const place = steps[key]?.(reportTabs.findIndex((tab) => tab.key === current))
  return place === undefined ? undefined : reportTabs[place]?.key
}
