import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { countDays } from '@auspex/contract/days'
import type { SignalReport, ToneSection, VolumeSection } from '@auspex/sdk/types'
import { getReportSectionTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import { type AnswerWriter, escapeMarkdown } from '../answer/answer-writer.ts'
import { type CitedWords, type Sentence, sentence, withCapital, type Ground } from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import { type Grain, readDirection, yesOrNoLead } from '../understand/wishes.ts'
import { countOf, type Coverage, isOfPart } from './coverage.ts'
import type { SearchedTopic } from './listed-documents.ts'
import { type AnswerTopic } from './report-sentences.ts'
import { partsDiffer, rateFor } from './verdict.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Longer series are divided into longer parts. */
const maxParts = 54

const coarserGrain: Readonly<Record<Grain, Grain | null>> = { day: 'week', week: 'month', month: 'year', year: null }

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
  const interval = grain === 'week' || grain === 'day' ? grain : 'month'
  const input = { signalId, section, interval } as const
  const result = await callTool(context, getReportSectionTool, input, () => `Its ${section} by ${interval}.`)
  return result as CalledTool<Section>
}

/** What a part is called: "March 2012", "2012", "the week from 5 March 2012". */
export function namePart(firstDay: string, grain: Grain): string {
  if (grain === 'day') return formatDay(firstDay)
  if (grain === 'week') return `the week from ${formatDay(firstDay)}`
  return grain === 'year' ? firstDay.slice(0, 4) : formatDay(firstDay).replace(/^\d+ /u, '')
}

/** "On 5 March 2012", "in March 2012", "in the week from 5 March 2012". */
export function timeOfPart(firstDay: string, grain: Grain): string {
  return `${grain === 'day' ? 'on' : 'in'} ${namePart(firstDay, grain)}`
}

/** What stands above the parts of a table. */
export const headOf: Readonly<Record<Grain, string>> = { day: 'Day', week: 'Week from', month: 'Month', year: 'Year' }

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
    if (wanted === 'week' || wanted === 'day') {
      yield* writeCounts(context, writer, topics, grain, isDated)
      return
    }
    series = divide()
  }
  writer.endParagraph()
  for (const { topic, parts } of series) {
    const one = highestSentence(topic, parts, grain, series.length > 1)
    if (one !== null) yield* writer.append(one)
    const documentTotal = parts.reduce((sum, { documents }) => sum + documents, 0)
    if (documentTotal > 0 && documentTotal < minToCompare)
      yield* writer.append(
        sentence(
          `${series.length > 1 ? `On ${topic.name} that` : 'That'} is ${countOf(documentTotal, topic.coverage.noun)} in all, so take the ups and downs as a hint and no more.`,
        ),
      )
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
  // a count says nothing without how much the library holds of its days
  const [{ topic: only, parts: own } = { topic: null, parts: [] }] = series
  const hasTotals = series.length === 1 && own.length > 0 && own.every(({ total }) => typeof total === 'number')
  yield* writeTable(
    writer,
    [headOf[grain], ...names, ...(hasTotals && only !== null ? ['All documents held'] : [])],
    days.map((day, at) => [
      `${nameRow(day, grain)}${partWords(
        own.find(({ firstDay }) => firstDay === day),
        grain,
      )}`,
      ...(cells[at] ?? []),
      ...(hasTotals ? [(own.find(({ firstDay }) => firstDay === day)?.total ?? 0).toLocaleString('en')] : []),
    ]),
  )
  const thin = hasTotals ? own.filter((part) => isThin(part, own)) : []
  if (thin.length > 0 && thin.length < own.length && only !== null)
    yield* writer.append(
      sentence(
        `The library holds few documents of ${thin.length > maxNamed ? `${thin.length} of these ${grain}s` : joinWithAnd(thin.map(({ firstDay }) => namePart(firstDay, grain)))}, so a low count there means little.`,
      ),
    )
  if (grain !== wanted)
    yield* writer.append(sentence(`There are too many ${wanted}s for a table, so these are ${grain}s.`))
}

function nameRow(day: string, grain: Grain): string {
  return grain === 'week' || grain === 'day' ? formatDay(day) : namePart(day, grain)
}

/** A week of fewer days, at either end of the period. */
function partWords(part: Part | undefined, grain: Grain): string {
  return grain !== 'week' || part === undefined || part.days >= 7 ? '' : ` (${countOf(part.days, 'days')})`
}

/** Whether the library holds so much less of a part than of the others that its count says little. */
function isThin({ total, days }: Part, parts: readonly Part[]): boolean {
  const rates = parts.map((part) => (part.total ?? 0) / Math.max(part.days, 1)).toSorted((a, b) => a - b)
  const middle = rates[Math.floor(rates.length / 2)] ?? 0
  return (total ?? 0) / Math.max(days, 1) < middle / thinTimes
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
  const coveredParts = others.filter(({ days, coveredDays }) => coveredDays >= days)
  const least = coveredParts.at(-1)
  const range =
    least === undefined || least.documents === documents || least.documents === 0
      ? '.'
      : `; of those that are covered whole, the fewest were ${least.documents.toLocaleString('en')}, ${timeOfPart(least.firstDay, grain)}.`
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
/** A part of which so many times less is held than of the middle one has hardly a base. */
const thinTimes = 4
/** More of them are counted, and not named. */
const maxNamed = 4
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
  const documentTotal = own.reduce((sum, { documents }) => sum + documents, 0)
  if (first === undefined || last === undefined || own.length < 2 || documentTotal < minToCompare) return null
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
    const libraryNoun = part === first ? ` ${coverage.noun} that the library holds` : ''
    return isShare
      ? [`${shareWords(part)} of every 10,000${libraryNoun} in ${when} (`, size(part), ')']
      : [size(part), ` in ${when}`]
  }
  const talk = (...parts: readonly (string | CitedWords)[]) =>
    withCapital(sentence(`${lead}talk of ${name} `, ...parts, `${of}.`))
  const isFew = way === null && first.documents + last.documents < fewToCompare
  // a change between a handful of documents is chance
  if ((isFew && !isHump) || named.every(({ documents }) => documents < minToCompare)) {
    const tell = (part: Part) => (part.documents > 0 ? say(part) : [`none in ${namePart(part.firstDay, grain)}`])
    return sentence(`Too few to tell a change of ${name}: `, ...tell(first), ', ', ...tell(last), `${of}.`)
  }
  if (isHump) return talk('rose from ', ...say(first), ' to ', ...say(peak), ', and fell to ', ...say(last))
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

/** With fewer documents a share of a month is chance; one that is so many times as large is higher. */
const [minOfShare, clearlyHigher] = [3, 1.3]

/**
 * The month (or the part that a question names) with the most documents, and with the largest share of all that the library holds where that is another:
 * a library that grows has its most documents late. None where both are one and no part is named; where all parts have few, that is said.
 */
export async function* peakByPart(
  context: CallContext,
  topic: AnswerTopic,
  named: Grain | null,
): AsyncGenerator<AnalystEvent, { sentence: Sentence | null; isFew: boolean }> {
  const { coverage, name } = topic
  const none = { sentence: null, isFew: false }
  const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', named ?? 'month')
  yield* events
  if (outcome.status === 'failed') return none
  const main = coverage.compared
  const grain = named ?? 'month'
  const parts = toParts(outcome.output, grain).filter(
    ({ coveredDays, groups }) => coveredDays > 0 && (main === null || isOfPart(groups, main)),
  )
  const most = parts.toSorted((a, b) => b.documents - a.documents)[0]
  if (most === undefined || most.documents < minOfShare) return none
  const ties = parts.filter(({ documents }) => documents === most.documents)
  const isFew = most.documents < minToCompare
  if (ties.length > 1 && ties.length <= maxNamed && (isFew || named !== null))
    return {
      sentence: sentence(
        `${isFew ? 'No single peak, and few documents: ' : ''}${joinWithAnd(ties.map((part) => namePart(part.firstDay, grain)))} have the most on ${name}, ${countOf(most.documents, coverage.noun)} each.`,
      ),
      isFew,
    }
  const rate = (part: Part) => rateFor(part, true)
  const hasTotals = parts.every(({ total }) => (total ?? 0) > 0)
  const dense = hasTotals
    ? parts.filter(({ documents }) => documents >= minOfShare).toSorted((a, b) => rate(b) - rate(a))[0]
    : undefined
  const isOther = dense !== undefined && dense !== most && rate(dense) >= clearlyHigher * rate(most)
  const say = (part: Part) =>
    `${timeOfPart(part.firstDay, grain)} (${countOf(part.documents, coverage.noun)}${hasTotals ? `, ${shareWords(part)} of every 10,000 that the library holds` : ''})`
  if (isFew)
    return {
      sentence: sentence(`Talk of ${name} was highest ${say(most)}, which is too few to call it a clear peak.`),
      isFew,
    }
  if (named === null)
    return {
      sentence: isOther ? sentence(`As a share of all ${coverage.noun} held it was highest ${say(dense)}.`) : null,
      isFew,
    }
  const share = isOther ? `; as a share of all that the library holds, ${say(dense)}` : ''
  return { sentence: sentence(`Talk of ${name} was highest ${say(most)}${share}.`), isFew }
}
