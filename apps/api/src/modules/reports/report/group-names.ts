import type { DaySpan, DocumentKind, SourceKey } from '@auspex/sdk/types'

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

/**
 * What is covered of a topic, with its verb: `News is`, `Hacker News posts are`; `Forum posts are` where forums have more than one kind of its
 * documents, of which others are covered. `label` is the name of the group, whose years are of one archive.
 */
export function nameCovered(
  { source, kind, label }: { source: SourceKey; kind: DocumentKind; label: string },
  groups: readonly { source: SourceKey; kind: DocumentKind }[],
): string {
  if (!librarySources.includes(source)) return `${label.replace(/, [^,]*\d{4}$/u, '')} are`
  const others = groups.filter((one) => librarySources.includes(one.source) && carriers[one.kind] === carriers[kind])
  const name = (others.length > 1 ? undefined : carriers[kind]) ?? libraryNames[kind]
  return `${name} ${name === libraryNames.article ? 'is' : 'are'}`
}

/** Sources that hold what many outlets published. */
const librarySources: readonly SourceKey[] = ['imported', 'demo']
const carriers: Partial<Record<DocumentKind, string>> = { article: 'News', post: 'Forums', comment: 'Forums' }

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
