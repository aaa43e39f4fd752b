export type DemoTone = 'positive' | 'neutral' | 'negative'

/**
 * The sentences of one language. Slots: `{t}` topic, `{a}` and `{b}` aspects, `{n}` a number, `{p}` a place,
 * `{o}` an organisation, `{x}` a related topic, `{c}` a cause. Sentences avoid forms that depend on the slot.
 */
export interface Sentences {
  headlines: Readonly<Record<DemoTone, readonly string[]>>
  causeHeadlines: readonly string[]
  reports: Readonly<Record<DemoTone, readonly string[]>>
  causeReports: readonly string[]
  postTitles: readonly string[]
  opinions: Readonly<Record<DemoTone, readonly string[]>>
}
