import { addDays, coverageStatement, type DailyReport, type StatementDraft } from '@auspex/analytics'
import type { ReportVolume } from './lasting-level.ts'
import { countDays } from '@auspex/contract/days'
import type { DaySpan, DocumentKind, SignalReport, SourceKey } from '@auspex/sdk/types'

/** Names of document kinds for sources without a name for them: imported files and the demo library. */
const libraryNames: Record<DocumentKind, string> = {
  article: 'News',
  post: 'Forum posts',
  comment: 'Forum comments',
  question: 'Questions',
  answer: 'Answers',
  video: 'Videos',
  paper: 'Papers',
  trial: 'Clinical trials',
  filing: 'Filings',
}
const plurals: Record<DocumentKind, string> = {
  article: 'articles',
  post: 'posts',
  comment: 'comments',
  question: 'questions',
  answer: 'answers',
  video: 'videos',
  paper: 'papers',
  trial: 'trials',
  filing: 'filings',
}

/** The properties of a group that determine its name. */
interface NamedGroup {
  source: SourceKey
  kind: DocumentKind
  /** Set when the source has several archives of the kind. */
  archive: DaySpan | null
}

const maxNameLength = 100
const months = 'January February March April May June July August September October November December'.split(' ')

/** The display name of a group: `Forum posts`, `Hacker News comments`, `Forum posts, 2015–2016`. */
export function nameGroup({ source, kind, archive }: NamedGroup, labelOf: (source: SourceKey) => string): string {
  const years = archive === null ? '' : `, ${describeYears(archive)}`
  return nameKind(source, kind, labelOf).slice(0, maxNameLength - years.length) + years
}

/** The documents of one kind from one source, of all archives. */
export function nameKind(source: SourceKey, kind: DocumentKind, labelOf: (source: SourceKey) => string): string {
  return source === 'imported' || source === 'demo' ? libraryNames[kind] : `${labelOf(source)} ${plurals[kind]}`
}

/** What is missing of a topic, as a sentence begins with it: `News`, `Forum posts`, `Hacker News posts`. `label` is the name of the group, whose years are of one archive. */
export function nameMissing({ source, kind, label }: { source: SourceKey; kind: DocumentKind; label: string }): string {
  return librarySources.includes(source) ? libraryNames[kind] : label.replace(/, [^,]*\d{4}$/u, '')
}

/** Sources that hold what many outlets published. */
const librarySources: readonly SourceKey[] = ['imported', 'demo']

/** Includes months when a year may contain more than one archive. */
function describeYears({ firstDay, lastDay }: DaySpan): string {
  const [from, to] = [firstDay.slice(0, 4), lastDay.slice(0, 4)]
  if (from !== to) return `${from}–${to}`
  const [first, last] = [monthOf(firstDay), monthOf(lastDay)]
  return first === last ? `${first} ${to}` : `${first}–${last} ${to}`
}

function monthOf(day: string): string {
  return months[Number(day.slice(5, 7)) - 1] ?? ''
}

/** More would be a list. */
const maxKinds = 3

/** What the library holds most of, by kind, with the days of each that it covers: "forum posts from 4 June 2010 to 17 August 2013". */
export function kindsHeld(
  holdings: readonly { kind: DocumentKind; total: number; spans: readonly DaySpan[] }[],
): { noun: string; firstDay: string; lastDay: string }[] {
  return holdings
    .toSorted((a, b) => b.total - a.total)
    .slice(0, maxKinds)
    .toSorted((a, b) => ((a.spans[0]?.firstDay ?? '') < (b.spans[0]?.firstDay ?? '') ? -1 : 1))
    .flatMap(({ kind, spans }) => {
      const [first, last] = [spans[0], spans.at(-1)]
      return first === undefined || last === undefined
        ? []
        : { noun: libraryNames[kind].toLowerCase(), firstDay: first.firstDay, lastDay: last.lastDay }
    })
}

/** Below this part of the topic a group's gaps are not worth a sentence. */
const minPart = 0.1
/** Nor the last days of a report that a group does not cover. */
const maxMissedDays = 7
/** Nor a shorter part of its days in between. */
const minMissedPart = 0.01

/** The sections that say what is missing of a topic. */
interface CoverageSections {
  volume: ReportVolume
  counts: SignalReport['counts']
  voices: SignalReport['voices']
  lastDay: string
}

/** What the sources of a large part of the topic do not cover, without what ended before the days that head the report (`from`), and the days from which it is missing. */
export function describeCoverage(
  { volume, counts, voices, lastDay }: CoverageSections,
  from: string | null,
): { statement: StatementDraft; days: string[] } | null {
  const groups = joinArchives(volume.groups.filter(({ documents }) => documents > 0))
  const uncovered = groups
    .filter(({ documents }) => documents >= minPart * counts.documents)
    .map(({ endsOn, spans, label, source, kind }) => ({
      subject: isOfReddit(voices.outlets, { source, kind, endsOn })
        ? `Reddit ${plurals[kind]}`
        : nameMissing({ source, kind, label }),
      later: laterOutlets(voices.outlets, { source, kind, lastSpan: spans.at(-1) }),
      source,
      kind,
      // an archive that ends some days before the report does so for no reader's concern
      endsOn:
        endsOn !== null && endsOn < addDays(lastDay, -maxMissedDays) && (from === null || endsOn >= from)
          ? endsOn
          : null,
      gaps: gapsOf(spans, volume.days).filter(
        (gap) =>
          countDays(gap.firstDay, gap.lastDay) >= minMissedPart * volume.days.length &&
          (from === null || gap.lastDay >= from),
      ),
    }))
  const statement = coverageStatement(uncovered)
  const days = uncovered.flatMap(({ endsOn, gaps }) => [
    ...(endsOn === null ? [] : [endsOn]),
    ...gaps.map(({ firstDay }) => firstDay),
  ])
  return statement && { statement, days }
}

/** More names make a list. */
const maxLater = 2

/** The outlets that go on in the last span of a group; none where these are many. */
function laterOutlets(
  outlets: SignalReport['voices']['outlets'],
  { source, kind, lastSpan }: { source: SourceKey; kind: DocumentKind; lastSpan: DaySpan | undefined },
): string[] {
  const group = kind === 'article' ? 'news' : 'forum'
  const later = outlets.filter(
    (one) => one.source === source && one.group === group && lastSpan !== undefined && one.lastDay >= lastSpan.firstDay,
  )
  return later.length > maxLater ? [] : later.map(({ name }) => name)
}

/** Whether a kind of documents that ends is of Reddit alone: other forums go on. */
function isOfReddit(
  outlets: SignalReport['voices']['outlets'],
  { source, kind, endsOn }: { source: SourceKey; kind: DocumentKind; endsOn: string | null },
): boolean {
  const ended = outlets.filter(
    (one) => one.source === source && one.group === 'forum' && endsOn !== null && one.lastDay <= endsOn,
  )
  return (
    librarySources.includes(source) &&
    kind !== 'article' &&
    ended.length > 0 &&
    ended.every(({ name }) => /^(?:reddit\/)?r\//u.test(name))
  )
}

/** The days between covered spans; all days of a report when none is covered. */
function gapsOf(spans: readonly DaySpan[], days: DailyReport['volume']['days']): DaySpan[] {
  const [first, last] = [days[0], days.at(-1)]
  if (spans.length === 0 && first !== undefined && last !== undefined)
    return [{ firstDay: first.day, lastDay: last.day }]
  return spans.slice(1).flatMap(({ firstDay }, index) => {
    const before = spans[index]
    return before === undefined ? [] : [{ firstDay: addDays(before.lastDay, 1), lastDay: addDays(firstDay, -1) }]
  })
}

/** The archives of a source and kind as one group: the time between two of them is reported as a gap. */
function joinArchives(groups: DailyReport['volume']['groups']): DailyReport['volume']['groups'] {
  return [...Map.groupBy(groups, ({ source, kind }) => `${source} ${kind}`).values()].flatMap((archives) => {
    const sorted = archives.toSorted((a, b) => ((a.spans[0]?.firstDay ?? '') < (b.spans[0]?.firstDay ?? '') ? -1 : 1))
    const last = sorted.at(-1)
    if (last === undefined) return []
    const documents = archives.reduce((sum, one) => sum + one.documents, 0)
    return [{ ...last, documents, spans: sorted.flatMap(({ spans }) => spans) }]
  })
}
