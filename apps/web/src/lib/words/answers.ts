import type { Citation, ReadingWant, SectionName, Understanding, ZeusReading } from '@auspex/sdk'
import { formatDay, formatDayRange, formatMonth } from '../time/format.ts'
import { lastDayOfMonth, monthOf } from '../time/dates.ts'

/** The names of a report's sections. */
const sectionWords: Record<SectionName, string> = {
  volume: 'Volume',
  momentum: 'Growth',
  stage: 'Stage',
  events: 'Events',
  inflections: 'Changes',
  tone: 'Tone',
  documents: 'Documents',
  chatter: 'Forum and social posts',
  voices: 'Voices',
  locations: 'Places',
  contexts: 'Contexts',
  attention: 'Attention',
  coverage: 'Coverage',
  summary: 'Summary',
  narratives: 'Narratives',
  forecast: 'Forecast',
  medicine: 'Trials and papers',
}

const maxQuoteLength = 160

/** The source of a claim, in one line. */
export const citationWords = (citation: Citation): string => {
  if (citation.kind === 'document') {
    const { quote } = citation
    return `“${quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).trimEnd()}…` : quote}”`
  }
  const { section, value } = citation
  return `${sectionWords[section]} of the report: ${value === null ? 'unknown' : formatNumber(value)}`
}

/** Counts in full, anything else to three digits: more would claim a precision that no measure here has. */
const formatNumber = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })

interface AnswerFile {
  readonly question: string | null
  readonly text: string
  readonly citations: readonly Citation[]
}

/** An answer as self-contained Markdown: numbers in brackets become footnotes, each with the source of its claim. */
export const toAnswerMarkdown = ({ question, text, citations }: AnswerFile): string => {
  const numbers = new Set(citations.map(({ number }) => number))
  const body = text.replace(/\[(\d{1,4})\]/g, (mark, number: string) =>
    numbers.has(Number(number)) ? `[^${number}]` : mark,
  )
  const notes = citations.map((citation) => `[^${citation.number}]: ${sourceOf(citation)}`)
  return [
    ...(question === null ? [] : [`## ${question.replace(/\s+/g, ' ')}`]),
    body,
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].join('\n\n')
}

/** Escapes the text of a document so that Markdown shows it verbatim: a quotation cannot produce a link, picture or heading. */
const escapeMarkdown = (words: string): string =>
  words.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!]|:(?=\/\/)/g, (mark) => `\\${mark}`)

const sourceOf = (citation: Citation): string =>
  citation.kind === 'document'
    ? `${escapeMarkdown(citationWords(citation))} (document ${citation.documentId})`
    : `${citationWords(citation)} (signal ${citation.signalId})`

/** The answer without its closing sentence on how the question was understood: this page already shows it above the answer. */
export const shownText = ({
  text,
  understanding,
}: {
  readonly text: string
  readonly understanding: Understanding | null
}): string => {
  if (understanding === null) return text
  const reading = `*${understanding.sentence}`
  const at = text.lastIndexOf(reading)
  if (at === -1) return text
  const rest = text.slice(at + reading.length)
  return rest === '*' ? text.slice(0, at).trimEnd() : `${text.slice(0, at)}*${rest.trimStart()}`
}

/** What a person may want to know of a topic. */
export const wantWords: Readonly<Record<ReadingWant, string>> = {
  brief: 'Brief',
  volume: 'How much',
  change: 'What changed',
  events: 'What happened',
  why: 'Why',
  tone: 'Tone',
  quotes: 'Quotations',
  voices: 'Who speaks',
  outlets: 'Outlets',
  places: 'Countries',
  narratives: 'Narratives',
  forecast: 'Forecast',
  audience: 'Audience',
  price: 'Price',
  compare: 'Comparison',
  rank: 'Ranking',
  first: 'First mention',
  list: 'Documents',
  related: 'What comes up with it',
  save: 'Save',
  watch: 'Watch',
  write: 'Draft',
  coverage: 'What the library holds',
  help: 'Help',
}

/** Those that can be chosen for an answer: the others are changes, or are not about a topic. */
export const wantChoices: readonly ReadingWant[] = [
  'brief',
  'volume',
  'change',
  'events',
  'why',
  'tone',
  'quotes',
  'voices',
  'outlets',
  'places',
  'narratives',
  'related',
  'first',
  'list',
  'compare',
  'rank',
  'forecast',
  'audience',
]

export type ReadingPeriod = Pick<ZeusReading, 'from' | 'to'>

/** `2012`, `2010–2013`, `March 2012`, `1 Mar 2012 – 4 May 2012`, `Since 1 Mar 2012`. */
export const periodWords = ({ from, to }: ReadingPeriod): string => {
  if (from === null) return to === null ? 'All days' : `Until ${formatDay(to)}`
  if (to === null) return `Since ${formatDay(from)}`
  const isYears = from.endsWith('-01-01') && to.endsWith('-12-31')
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  if (isYears) return first === last ? first : `${first}–${last}`
  if (from === monthOf(to) && to === lastDayOfMonth(from)) return formatMonth(from)
  return formatDayRange(from, to)
}
