import { addDays, capitalize, formatDay, joinWithAnd } from '@auspex/analytics'
import type { CoverageGroup } from '@auspex/sdk/types'

/** Signals that a digest reads: more would take minutes to measure. */
export const maxSignals = 200

export interface BehindSignal {
  name: string
  /** The last covered day; null for none. */
  coveredTo: string | null
  /** What ended on it; null where that is unknown. */
  source?: string | null
}

/** What a digest does not know. */
export interface DigestLimits {
  /** Signals that have no new covered day, */
  behind: readonly BehindSignal[]
  /** of which there is no document at all, */
  empty: readonly string[]
  /** and whose report could not be read. */
  unreadable: readonly string[]
  /** How many are beyond those that a digest reads. */
  omitted: number
}

/** Names are given of no more of which nothing is known. */
const maxLimitsNamed = 5
/** What has had no data for longer than this will hardly have any again. */
const maxLateDays = 56

/** Whether what ended on a day is mentioned once, and not in each digest. Without a last day nothing has ended. */
export function isLongOver(coveredTo: string | null, toDay: string): boolean {
  return coveredTo !== null && toDay !== '' && coveredTo < addDays(toDay, -maxLateDays)
}

/** More ends than this are told as a time between two days. */
const maxEnds = 2

/** What the digest does not know, in one line: which data ended, what was never found or could not be read, and what is beyond its limit. */
export function describeLimits({ behind, empty, unreadable, omitted }: DigestLimits): string[] {
  const nameAll = (some: readonly string[]) =>
    some.length <= maxLimitsNamed ? joinWithAnd(some) : `${some.length} signals`
  const parts = [
    ...describeEnds(behind, nameAll),
    ...(empty.length === 0
      ? []
      : [
          `never found: ${nameAll(empty.map((name) => `“${name}”`))}; another word may find ${empty.length === 1 ? 'it' : 'them'}`,
        ]),
    ...(unreadable.length === 0 ? [] : [`could not be read: ${nameAll(unreadable)}`]),
    ...(omitted === 0
      ? []
      : [`${omitted} ${omitted === 1 ? 'is' : 'are'} beyond the ${maxSignals} that a digest reads`]),
  ]
  return parts.length === 0 ? [] : [`${parts.map(capitalize).join('. ')}.`]
}

function describeEnds(behind: readonly BehindSignal[], nameAll: (names: readonly string[]) => string): string[] {
  const namesOf = (some: readonly BehindSignal[]) => nameAll(some.map(({ name }) => name))
  const without = behind.filter(({ coveredTo }) => coveredTo === null)
  const unknown = without.length === 0 ? [] : [`no data on ${namesOf(without)}`]
  const ended = behind.flatMap((one) => (one.coveredTo === null ? [] : [{ ...one, coveredTo: one.coveredTo }]))
  const ends = [...Map.groupBy(ended, ({ source, coveredTo }) => `${coveredTo} ${source ?? ''}`).values()]
  const days = ended.map(({ coveredTo }) => coveredTo).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (ends.length > maxEnds && first !== undefined && last !== undefined) {
    const end = first === last ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
    return [`the data on ${namesOf(ended)} ends ${end}`, ...unknown]
  }
  const sentences = ends.flatMap((some) => {
    const [one] = some
    if (one === undefined) return []
    const end = `ends on ${formatDay(one.coveredTo)}`
    return one.source == null
      ? [`the data on ${namesOf(some)} ${end}`]
      : [`${one.source} ${end}, with nothing new on ${namesOf(some)}`]
  })
  return [...sentences, ...unknown]
}

type SourceGroup = Pick<CoverageGroup, 'source' | 'kind' | 'label' | 'documents' | 'spans'>

/** What a signal's documents came from that ends on its last day: `the forum archive of 2010–2013`; null where that is unknown. */
export function nameEndedSource(groups: readonly SourceGroup[], coveredTo: string): string | null {
  const [group] = groups
    .filter(({ documents, spans }) => documents > 0 && spans.at(-1)?.lastDay === coveredTo)
    .toSorted((a, b) => b.documents - a.documents)
  if (group === undefined) return null
  const [, label = group.label, years = null] = /^(.*), ([^,]*\d{4})$/u.exec(group.label) ?? []
  const isLibrary = group.source === 'imported' || group.source === 'demo'
  const kind = group.kind === 'post' || group.kind === 'comment' ? 'forum' : group.kind === 'article' ? 'news' : null
  const archive =
    isLibrary && kind !== null ? `the ${kind} archive` : `the archive of ${isLibrary ? label.toLowerCase() : label}`
  return years === null ? archive : `${archive} of ${years}`
}
