import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { countDays } from '@auspex/contract/days'
import type { SignalReport, ToneSection, VolumeSection } from '@auspex/sdk/types'
import { getReportSectionTool, listDocumentsTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type AnswerWriter, escapeMarkdown } from '../answer/answer-writer.ts'
import {
  type CitedWords,
  type Sentence,
  sentence,
  withCapital,
  citedTitle,
  outletName,
  type Ground,
} from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import type { Want } from '../understand/reader/question-model.ts'
import type { Reading } from '../understand/understand.ts'
import { type Grain, readDirection, yesOrNoLead } from '../understand/wishes.ts'
import { countOf, type Coverage, isOfPart } from './coverage.ts'
import { type AnswerTopic } from './report-sentences.ts'
import { partsDiffer, rateFor } from './verdict.ts'

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
  readonly author: string | null
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
  const { id: documentId, title, outlet, author, publishedAt } = first
  return {
    topic: query.replaceAll('"', ''),
    outlet: outletName(outlet),
    author,
    publishedAt,
    title: citedTitle({ documentId, title }),
  }
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
      `The first mention of ${first.topic} that your library holds is from ${formatDay(first.publishedAt)}, ${first.author === null ? '' : `by ${first.author} `}in ${first.outlet}: “`,
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

/** Longer series are divided into longer parts. */
const maxParts = 48

const coarserGrain: Readonly<Record<Grain, Grain | null>> = { week: 'month', month: 'year', year: null }

interface Part {
  readonly firstDay: string
  /** Its days, as far as the report has them, and those that sources cover. */
  readonly days: number
  readonly coveredDays: number
  readonly documents: number
  /** All documents that its sources have in it; null where nobody knows. */
  readonly total: number | null
  /** Documents of each group, in the order of the volume's groups. */
  readonly groups: readonly number[]
  /** Texts that are told apart from their copies; null where nobody knows. */
  readonly stories: number | null
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
  const parts = points.map(({ firstDay, lastDay, coveredDays, documents, total, groups, storyClusters }, at): Part => ({
    firstDay,
    days: countDays(firstDay, lastDay),
    coveredDays,
    documents,
    total,
    groups,
    stories: storyClusters,
    pointer: `/points/${at}/documents`,
  }))
  if (grain !== 'year') return parts
  const years = [...new Set(parts.map(({ firstDay }) => firstDay.slice(0, 4)))]
  return years.map((year) => {
    const own = parts.filter(({ firstDay }) => firstDay.startsWith(year))
    const sum = (field: 'days' | 'coveredDays' | 'documents') => own.reduce((total, part) => total + part[field], 0)
    return {
      firstDay: `${year}-01-01`,
      days: sum('days'),
      coveredDays: sum('coveredDays'),
      documents: sum('documents'),
      total: own.some(({ total }) => total === null) ? null : own.reduce((all, { total }) => all + (total ?? 0), 0),
      groups: (own[0]?.groups ?? []).map((_, at) => own.reduce((all, { groups }) => all + (groups[at] ?? 0), 0)),
      stories: own.some(({ stories }) => stories === null)
        ? null
        : own.reduce((all, { stories }) => all + (stories ?? 0), 0),
      pointer: null,
    }
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
  readonly coverage: Coverage
  readonly name: string
}

/** How many documents of each topic there are by week, month or year: which has the most, then all in a table. */
export async function* writeCounts(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SeriesTopic[],
  wanted: Grain,
  isDated = false,
): Events {
  const sections: { topic: SeriesTopic; section: VolumeSection }[] = []
  for (const topic of topics) {
    const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', wanted)
    yield* events
    if (outcome.status === 'ok') sections.push({ topic, section: outcome.output })
    else
      yield* writer.append(
        sentence(
          `The counts${topics.length > 1 ? ` of ${topic.name}` : ''} by ${wanted} could not be read: ${outcome.sentence}`,
        ),
      )
  }
  let grain = wanted
  const divide = () =>
    sections.map(({ topic, section }) => ({
      topic,
      parts: (isDated ? (parts: readonly Part[]) => parts : trimUncovered)(toParts(section, grain)),
    }))
  let series = divide()
  const isTooLong = () => series.some(({ parts }) => parts.length > maxParts)
  for (let next = coarserGrain[grain]; isTooLong() && next !== null; next = coarserGrain[grain]) {
    grain = next
    // weeks are not parts of months, and the sums of months are those of years
    if (wanted === 'week') {
      yield* writeCounts(context, writer, topics, grain, isDated)
      return
    }
    series = divide()
  }
  writer.endParagraph()
  for (const { topic, parts } of series) {
    const one = highestSentence(topic, parts, grain, series.length > 1)
    if (one !== null) yield* writer.append(one)
  }
  const days = [...new Set(series.flatMap(({ parts }) => parts.map(({ firstDay }) => firstDay)))].toSorted()
  if (days.length < 2) return
  const cells = days.map((day) =>
    series.map(({ parts }) => {
      const part = parts.find(({ firstDay }) => firstDay === day)
      return part === undefined ? 'not covered' : writeCell(part)
    }),
  )
  const names = series.map(({ topic }) => (series.length > 1 ? topic.name : toCapital(topic.coverage.noun)))
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

/** A number is cited where the report has the same interval: a citation opens the report's own series. */
function pointGround({ signalId, report }: SeriesTopic, { pointer, documents }: Part, grain: Grain): Ground | null {
  if (pointer === null || report.volume.interval !== grain) return null
  return { kind: 'measure', signalId, section: 'volume', pointer, value: documents }
}

/** Which part has the most, and between which counts the covered parts lie. */
function highestSentence(topic: SeriesTopic, parts: readonly Part[], grain: Grain, isNamed: boolean): Sentence | null {
  const covered = parts.filter(({ coveredDays, documents }) => coveredDays > 0 || documents > 0)
  const [most, ...others] = covered.toSorted((a, b) => b.documents - a.documents)
  if (most === undefined || most.documents === 0) return null
  const { firstDay, documents } = most
  const text = countOf(documents, topic.coverage.noun)
  const ground = pointGround(topic, most, grain)
  const size = ground === null ? text : { text, ground }
  const whole = others.filter(({ days, coveredDays }) => coveredDays >= days)
  const least = whole.at(-1)
  const range =
    least === undefined || least.documents === documents || least.documents === 0
      ? '.'
      : `; the fewest were ${least.documents.toLocaleString('en')}, in ${namePart(least.firstDay, grain)}.`
  const copies =
    most.stories !== null && most.stories * 2 < documents
      ? ` (copies of ${most.stories === 1 ? 'a single text' : `${most.stories} different texts`})`
      : ''
  return withCapital(
    sentence(`${isNamed ? `${topic.name}: ` : ''}${namePart(firstDay, grain)}`, ' had the most, ', size, copies, range),
  )
}

function toCapital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Parts of which less is covered are compared with nothing. */
const minCovered = 0.6
/** Days of more than so many are compared by month, and months of more than so many by year. */
const [maxDaysByWeek, maxMonthsToCompare] = [70, 30]
const [minToCompare, fewToCompare] = [10, 20]
/** Where the sources hold so many times more in one part than in another, shares of no fewer are compared, and not counts. */
const [unevenTotals, minTotal] = [1.5, 100]

/** Whether a topic rose or fell within what its main source covers; null where too little is covered or written to tell. */
export async function* changeOverTime(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence | null> {
  const { report, coverage, name, words } = topic
  const interval: Grain = countDays(report.firstDay, report.lastDay) <= maxDaysByWeek ? 'week' : 'month'
  const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', interval)
  yield* events
  if (outcome.status === 'failed' && report.volume.interval !== interval)
    return sentence(`The counts of ${topic.name} by ${interval} could not be read: ${outcome.sentence}`)
  const main = coverage.compared
  const series = outcome.status === 'ok' ? outcome.output : report.volume
  const months = toParts(series, interval)
  const isLong = months.filter(({ coveredDays }) => coveredDays > 0).length > maxMonthsToCompare
  const grain: Grain = interval === 'week' ? 'week' : isLong ? 'year' : 'month'
  // a change of sources is no change of the topic
  const own = (grain === 'year' ? toParts(series, 'year') : months).filter(
    (part) => part.coveredDays >= minCovered * part.days && (main === null || isOfPart(part.groups, main)),
  )
  const [first, last] = [own[0], own.at(-1)]
  const written = own.reduce((sum, { documents }) => sum + documents, 0)
  if (first === undefined || last === undefined || own.length < 2 || written < minToCompare) return null
  const totals = own.map(({ total, days: length }) => (total ?? 0) / length)
  const isUneven =
    own.every(({ total }) => (total ?? 0) >= minTotal) && Math.max(...totals) > unevenTotals * Math.min(...totals)
  const rate = (part: Part) => rateFor(part, isUneven)
  const peak = own.reduce((best, part) => (rate(part) > rate(best) ? part : best), first)
  const size = (part: Part): string | CitedWords => {
    const text = countOf(part.documents, coverage.noun)
    const ground = pointGround(topic, part, grain)
    return ground === null ? text : { text, ground }
  }
  const isHump =
    peak !== first && peak !== last && partsDiffer(peak, first, isUneven) && partsDiffer(peak, last, isUneven)
  const isOther = partsDiffer(first, last, isUneven)
  const way = !isOther ? null : rate(last) > rate(first) ? 'rise' : 'fall'
  const direction = readDirection(words.toLowerCase().replace(name.toLowerCase(), ' '))
  const lead = yesOrNoLead(words, direction, isHump && direction === 'fall' ? direction : (way ?? 'neither'))
  const named = isHump ? [first, peak, last] : [first, last]
  // where the library holds so much more of one part that the counts go another way, shares are told first
  const counts = last.documents > first.documents ? 'rise' : 'fall'
  const isShare = isUneven && (isHump ? peak.documents <= Math.max(first.documents, last.documents) : way !== counts)
  const all = `of every 10,000 ${coverage.noun} that the library holds of each ${grain}`
  const of = !isShare && isUneven ? ` (${joinWithAnd(named.map(shareWords))} ${all})` : ''
  const say = (part: Part) => {
    const when = namePart(part.firstDay, grain)
    const whole = part === first ? ` ${coverage.noun} that the library holds` : ''
    return isShare
      ? [`${shareWords(part)} of every 10,000${whole} in ${when} (`, size(part), ')']
      : [size(part), ` in ${when}`]
  }
  const talk = (...parts: readonly (string | CitedWords)[]) =>
    withCapital(sentence(`${lead}talk of ${name} `, ...parts, `${of}.`))
  if (isHump) return talk('rose from ', ...say(first), ' to ', ...say(peak), ', and fell to ', ...say(last))
  if (way === null && first.documents + last.documents < fewToCompare)
    return sentence('Too few to tell a change: ', ...say(first), ' and ', ...say(last), ` on ${name}${of}.`)
  if (way === null) return talk('did not clearly change: ', ...say(first), ' and ', ...say(last))
  return talk(`${way === 'rise' ? 'rose' : 'fell'} from `, ...say(first), ' to ', ...say(last))
}

function shareWords({ documents, total }: Pick<Part, 'documents' | 'total'>): string {
  const share = (10_000 * documents) / Math.max(total ?? 1, 1)
  return share.toLocaleString('en', { maximumFractionDigits: share < 10 ? 1 : 0 })
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
