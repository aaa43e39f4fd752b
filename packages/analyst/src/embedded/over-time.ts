import { formatDay } from '@auspex/analytics/claims'
import { countDays } from '@auspex/contract/days'
import type { SignalReport, ToneSection, VolumeSection } from '@auspex/sdk/types'
import { getReportSectionTool, listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type AnswerWriter, escapeMarkdown } from '../answer/answer-writer.ts'
import { type CitedWords, type Ground, type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import type { Want } from '../understand/reader/question-model.ts'
import type { Reading } from '../understand/understand.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** A topic that was searched, in the words of its query. */
interface SearchedTopic {
  readonly signalId: string
  readonly query: string
}

/** The oldest document of a topic. */
interface FirstMention {
  readonly topic: string
  readonly outlet: string
  readonly publishedAt: string
  readonly title: CitedWords
}

async function* findFirstMention(
  context: CallContext,
  { signalId, query }: SearchedTopic,
): AsyncGenerator<AnalystEvent, FirstMention | null> {
  const { outcome, events } = await callTool(
    context,
    listDocumentsTool,
    { signalId, sort: 'oldest', limit: 1 },
    () => 'The first document.',
  )
  yield* events
  const [first] = outcome.status === 'ok' ? outcome.output.items : []
  if (first === undefined) return null
  const { id: documentId, title, outlet, publishedAt } = first
  const quote = { quoteStart: 0, quoteEnd: title.length, quote: title }
  const ground: Ground = { kind: 'document', documentId, field: 'title', ...quote }
  return { topic: query.replaceAll('"', ''), outlet, publishedAt, title: { text: title, ground } }
}

/** The first of several topics by their oldest documents, then the others. */
function firstMentionSentence({ topic, outlet, publishedAt, title }: FirstMention, place: number): Sentence {
  const lead = place === 0 ? `${topic} came first: its oldest document` : `The oldest on ${topic}`
  return withCapital(sentence(`${lead} is from ${formatDay(publishedAt)}, in ${outlet}: “`, title, '”.'))
}

export async function* firstSentences(
  context: CallContext,
  topic: SearchedTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const first = yield* findFirstMention(context, topic)
  if (first === null) return []
  return [
    sentence(
      `The first of the documents that your library holds is from ${formatDay(first.publishedAt)}, in ${first.outlet}: “`,
      first.title,
      '”. An earlier one may stand elsewhere.',
    ),
  ]
}

export function asksWhichFirst({ wants }: Reading, message: string): boolean {
  return wants.includes('first') || /\b(?:came|appeared|started|began|was|were) (?:first|earlier)\b/iu.test(message)
}

/** The first document of each of several topics, the earliest topic first. */
export async function* writeFirstMentions(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SearchedTopic[],
): Events {
  const mentions: FirstMention[] = []
  for (const topic of topics) {
    const mention = yield* findFirstMention(context, topic)
    if (mention !== null) mentions.push(mention)
  }
  const inOrder = mentions.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))
  for (const [place, mention] of inOrder.entries()) yield* writer.append(firstMentionSentence(mention, place))
  if (inOrder.length > 0) yield* writer.append(sentence('Earlier ones may stand outside your library.'))
}

/** How long the parts are into which an answer divides its days. */
export type Grain = 'week' | 'month' | 'year'

/** Words for each grain in the languages that are read: "by month", "monthly", "pro Monat". */
const grainWords: readonly (readonly [Grain, RegExp])[] = [
  [
    'month',
    /\b(?:by|per|each|every) (?:calendar )?months?\b|\bmonth(?: by |-by-| on )month\b|\bmonthly\b|\b(?:pro|je|nach|für) monat\b|\bmonatlich|\b(?:por|cada) mes(?:es)?\b|\bmes (?:a|por) mes\b|\bmensual|\b(?:par|chaque) mois\b|\bmois par mois\b|\bmensuel/iu,
  ],
  [
    'year',
    /\b(?:by|per|each|every) (?:calendar )?years?\b|\byear(?: by |-by-| on )year\b|\b(?:year|annual)ly\b|\b(?:pro|je|nach) jahr\b|\bjährlich|\b(?:por|cada) año(?:s)?\b|\baño (?:a|por) año\b|\banual|\b(?:par an\b|par année|chaque année)|\bannée par année|\bannuel/iu,
  ],
  [
    'week',
    /\b(?:by|per|each|every) weeks?\b|\bweek(?: by |-by-| on )week\b|\bweekly\b|\b(?:pro|je|nach) woche\b|\bwöchentlich|\b(?:por|cada) semanas?\b|\bsemana a semana\b|\bsemanal|\b(?:par|chaque) semaine\b|\bhebdomadaire/iu,
  ],
]

/** A follow-up of so few words says only what is other than before: "and skyrim?", "by year please". */
const maxFollowUpWords = 5

type MessageInThread = Pick<AnalystRequest, 'message' | 'history'>

/** The words that say what is asked: those of a short follow-up that wants the same, together with the message that it goes on from. */
export function wordsInThread({ message, history }: MessageInThread, want: Want): string {
  const before = history.findLast(({ role }) => role === 'user')
  const understanding = history.findLast((turn) => turn.understanding !== null)?.understanding
  const wantBefore = understanding?.reading?.wants[0] ?? 'brief'
  if (before === undefined || want !== wantBefore || message.trim().split(/\s+/u).length > maxFollowUpWords)
    return message
  const earlier = history.slice(0, history.lastIndexOf(before))
  return `${wordsInThread({ message: before.content, history: earlier }, want)} ${message}`
}

/** The parts that a message wants its days to be divided into; null where it does not say. */
export function readGrain(message: string): Grain | null {
  const found = grainWords.map(([grain, pattern]) => ({ grain, at: message.search(pattern) }))
  // what was said last counts
  return found.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.grain ?? null
}

/** Longer series are divided into longer parts. */
const maxParts = 48

const coarserGrain: Readonly<Record<Grain, Grain | null>> = { week: 'month', month: 'year', year: null }

interface Part {
  readonly firstDay: string
  /** Its days, as far as the report has them, and those that sources cover. */
  readonly days: number
  readonly coveredDays: number
  readonly documents: number
  /** Where the part is a point of the series, and not a sum of several. */
  readonly pointer: string | null
}

/** Reads a section of a report at another grain. The cast is safe: the section is requested by the name that its type has. */
export async function readSeries<Section extends ToneSection | VolumeSection>(
  context: CallContext,
  signalId: string,
  section: Section['section'],
  grain: Grain,
): Promise<CalledTool<Section>> {
  const interval = grain === 'week' ? 'week' : 'month'
  const input = { signalId, section, interval } as const
  const called = await callTool(context, getReportSectionTool, input, () => `Its ${section} by ${interval}.`)
  return called as CalledTool<Section>
}

/** What a part is called: "March 2012", "2012", "the week from 5 March 2012". */
export function namePart(firstDay: string, grain: Grain): string {
  if (grain === 'week') return `the week from ${formatDay(firstDay)}`
  return grain === 'year' ? firstDay.slice(0, 4) : formatDay(firstDay).replace(/^\d+ /u, '')
}

/** What stands above the parts of a table. */
export const headOf: Readonly<Record<Grain, string>> = { week: 'Week from', month: 'Month', year: 'Year' }

function toParts({ points }: VolumeSection, grain: Grain): Part[] {
  const parts = points.map(({ firstDay, lastDay, coveredDays, documents }, at): Part => ({
    firstDay,
    days: countDays(firstDay, lastDay),
    coveredDays,
    documents,
    pointer: `/points/${at}/documents`,
  }))
  if (grain !== 'year') return parts
  const years = [...new Set(parts.map(({ firstDay }) => firstDay.slice(0, 4)))]
  return years.map((year) => {
    const own = parts.filter(({ firstDay }) => firstDay.startsWith(year))
    const sum = (field: 'days' | 'coveredDays' | 'documents') => own.reduce((total, part) => total + part[field], 0)
    const firstDay = `${year}-01-01`
    return { firstDay, days: sum('days'), coveredDays: sum('coveredDays'), documents: sum('documents'), pointer: null }
  })
}

/** Parts without documents at both ends, where nothing was covered, are no part of the series. */
function trimUncovered(parts: readonly Part[]): readonly Part[] {
  const hasCounts = ({ coveredDays, documents }: Part) => coveredDays > 0 || documents > 0
  return parts.slice(parts.findIndex(hasCounts), parts.findLastIndex(hasCounts) + 1)
}

/** A topic whose series is written: with the interval of its report, in which a point can be cited. */
export interface SeriesTopic extends SearchedTopic {
  readonly report: { readonly volume: Pick<VolumeSection, 'interval'>; readonly query: SignalReport['query'] }
}

/** How many documents of each topic there are by week, month or year: which has the most, then all in a table. */
export async function* writeCounts(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SeriesTopic[],
  wanted: Grain,
): Events {
  const sections: { topic: SeriesTopic; section: VolumeSection }[] = []
  for (const topic of topics) {
    const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', wanted)
    yield* events
    if (outcome.status === 'ok') sections.push({ topic, section: outcome.output })
    else
      yield* writer.append(
        sentence(
          `The counts${topics.length > 1 ? ` of ${plainName(topic)}` : ''} by ${wanted} could not be read: ${outcome.sentence}`,
        ),
      )
  }
  let grain = wanted
  const divide = () => sections.map(({ topic, section }) => ({ topic, parts: trimUncovered(toParts(section, grain)) }))
  let series = divide()
  const isTooLong = () => series.some(({ parts }) => parts.length > maxParts)
  for (let next = coarserGrain[grain]; isTooLong() && next !== null; next = coarserGrain[grain]) {
    grain = next
    // weeks are not parts of months, and the sums of months are those of years
    if (wanted === 'week') {
      yield* writeCounts(context, writer, topics, grain)
      return
    }
    series = divide()
  }
  writer.endParagraph()
  for (const { topic, parts } of series) {
    const most = parts.toSorted((a, b) => b.documents - a.documents)[0]
    if (most !== undefined && most.documents > 0)
      yield* writer.append(peakSentence(topic, most, grain, series.length > 1))
  }
  const days = [...new Set(series.flatMap(({ parts }) => parts.map(({ firstDay }) => firstDay)))].toSorted()
  if (days.length < 2) return
  const cells = days.map((day) =>
    series.map(({ parts }) => {
      const part = parts.find(({ firstDay }) => firstDay === day)
      return part === undefined ? 'not covered' : writeCell(part)
    }),
  )
  const names = series.map(({ topic }) => (series.length > 1 ? plainName(topic) : 'Documents'))
  yield* writeTable(
    writer,
    [headOf[grain], ...names],
    days.map((day, at) => [grain === 'week' ? formatDay(day) : namePart(day, grain), ...(cells[at] ?? [])]),
  )
  if (grain !== wanted)
    yield* writer.append(sentence(`There are too many ${wanted}s for a table, so these are ${grain}s.`))
}

/** What sources do not cover is unknown, and a count of a few days is not that of the whole. */
function writeCell({ days, coveredDays, documents }: Part): string {
  if (coveredDays === 0 && documents === 0) return 'not covered'
  const count = documents.toLocaleString('en')
  return coveredDays < days ? `${count} (${coveredDays} of ${days} days covered)` : count
}

function peakSentence({ signalId, ...topic }: SeriesTopic, most: Part, grain: Grain, isNamed: boolean): Sentence {
  const { firstDay, documents, pointer } = most
  const text = `${documents.toLocaleString('en')} ${documents === 1 ? 'document' : 'documents'}`
  const isPoint = pointer !== null && topic.report.volume.interval === grain
  const size = isPoint
    ? { text, ground: { kind: 'measure', signalId, section: 'volume', pointer, value: documents } as const }
    : text
  const lead = isNamed ? `${plainName(topic)}: ` : ''
  return withCapital(sentence(lead, withArticle(namePart(firstDay, grain), isNamed), ' had the most, ', size, '.'))
}

function withArticle(name: string, isInside: boolean): string {
  return isInside ? name : withCapital(sentence(name)).text
}

/** The topic as it is written where its query is that, else the query. */
function plainName({ query, report }: Pick<SeriesTopic, 'query' | 'report'>): string {
  const plain = query.replaceAll(/["|]/gu, '')
  const { subject } = report.query
  return subject?.toLowerCase() === plain.toLowerCase() ? subject : plain
}

/** A table of plain words, as a paragraph of its own. */
export function* writeTable(
  writer: AnswerWriter,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Generator<AnalystEvent, void> {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => escapeMarkdown(cell).text).join(' | ')} |`
  writer.endParagraph()
  yield* writer.appendMarkdown([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
  writer.endParagraph()
}
