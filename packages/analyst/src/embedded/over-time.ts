import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { countDays } from '@auspex/contract/days'
import type { EventDocument, SignalReport, ToneSection, TopicEvent, VolumeSection } from '@auspex/sdk/types'
import { getReportSectionTool } from '@auspex/tools'
import type { AnalystEvent } from '../analyst.port.ts'
import {
  citedTitle,
  type CitedWords,
  type Ground,
  outletName,
  type Sentence,
  sentence,
  withCapital,
} from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import { type Grain, readDirection, yesOrNoLead } from '../understand/wishes.ts'
import { countOf, type Coverage, documentsOf, isOfPart, partNoun } from './coverage.ts'
import type { SearchedTopic } from './listed-documents.ts'
import { namesTopic, topicWordsOf } from './passages.ts'
import { type AnswerTopic, daysOfEvent, measure, usual } from './report-sentences.ts'
import { partsDiffer, rateFor, withoutThinEnds } from './verdict.ts'

type VolumePoint = VolumeSection['points'][number]

/** A day, week, month or year of a series. */
export interface Part {
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

export function toParts({ points }: VolumeSection, grain: Grain): Part[] {
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

/** A topic whose series is written: with the interval of its report, in which a point can be cited. */
export interface SeriesTopic extends SearchedTopic {
  readonly report: { readonly volume: Pick<VolumeSection, 'interval'>; readonly query: SignalReport['query'] }
  readonly coverage: Coverage
  readonly name: string
}

/** A number is cited where the report has the same interval: a citation opens the report's own series. */
function pointGround({ signalId, report }: SeriesTopic, { pointer, documents }: Part, grain: Grain): Ground | null {
  if (pointer === null || report.volume.interval !== grain) return null
  return { kind: 'measure', signalId, section: 'volume', pointer, value: documents }
}

/** How many documents a part has, cited where that can be. */
export function sizeOfPart(topic: SeriesTopic, part: Part, grain: Grain): string | CitedWords {
  const text = countOf(part.documents, topic.coverage.noun)
  const ground = pointGround(topic, part, grain)
  return ground === null ? text : { text, ground }
}

/** Parts of which less is covered are compared with nothing. */
const minCovered = 0.6
/** Days of more than so many are compared by month, and months of more than so many by year. */
const [maxDaysByWeek, maxMonthsToCompare] = [70, 30]
/** With fewer documents in all nothing is compared. */
export const minToCompare = 10
/** A change between fewer is chance. */
const fewToCompare = 20
/** More of them are counted, and not named. */
export const maxNamed = 4
/** Where the sources hold so many times more in one part than in another, shares of no fewer are compared, and not counts. */
const [unevenTotals, minTotal] = [1.5, 100]

/** How a topic went from its first part to its last one. */
interface Course {
  readonly grain: Grain
  readonly first: Part
  readonly last: Part
  /** The highest part, where it stands clearly above both ends. */
  readonly hump: Part | null
  /** Null where both ends do not clearly differ. */
  readonly way: 'rise' | 'fall' | null
  /** Whether the sources hold so much more of one part than of another that shares are compared. */
  readonly isUneven: boolean
}

/** Whether a topic rose or fell within what its main source covers; null where too little is covered or written to tell. */
export async function* changeOverTime(
  context: CallContext,
  topic: AnswerTopic,
): AsyncGenerator<AnalystEvent, Sentence | null> {
  const { report } = topic
  const interval = countDays(report.firstDay, report.lastDay) <= maxDaysByWeek ? 'week' : 'month'
  const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', interval)
  yield* events
  if (outcome.status === 'failed' && report.volume.interval !== interval)
    return sentence(`The counts of ${topic.name} by ${interval} could not be read: ${outcome.sentence}`)
  const course = readCourse(topic, outcome.status === 'ok' ? outcome.output : report.volume, interval)
  return course === null ? null : courseSentence(topic, course)
}

function readCourse({ coverage }: AnswerTopic, volume: VolumeSection, interval: 'week' | 'month'): Course | null {
  const points = toParts(volume, interval)
  const isLong = points.filter(({ coveredDays }) => coveredDays > 0).length > maxMonthsToCompare
  const grain = interval === 'month' && isLong ? 'year' : interval
  const main = coverage.compared
  // a change of sources is no change of the topic
  const own = withoutThinEnds(
    (grain === 'year' ? toParts(volume, 'year') : points).filter(
      (part) => part.coveredDays >= minCovered * part.days && (main === null || isOfPart(part.groups, main)),
    ),
  )
  const [first, last] = [own[0], own.at(-1)]
  const documentTotal = own.reduce((sum, { documents }) => sum + documents, 0)
  if (first === undefined || last === undefined || own.length < 2 || documentTotal < minToCompare) return null
  const isUneven = areUneven(own)
  const rate = (part: Part) => rateFor(part, isUneven)
  const peak = own.reduce((best, part) => (rate(part) > rate(best) ? part : best), first)
  const isApart = (one: Part, other: Part) => partsDiffer(one, other, isUneven)
  const isHump = peak !== first && peak !== last && isApart(peak, first) && isApart(peak, last)
  const way = rate(last) > rate(first) ? 'rise' : 'fall'
  return { grain, first, last, hump: isHump ? peak : null, way: isApart(first, last) ? way : null, isUneven }
}

/** Whether the sources hold so much more of one part than of another that counts say little. */
function areUneven(parts: readonly Part[]): boolean {
  const totals = parts.map(({ total, days }) => (total ?? 0) / days)
  return (
    parts.every(({ total }) => (total ?? 0) >= minTotal) && Math.max(...totals) > unevenTotals * Math.min(...totals)
  )
}

/** Whether shares are told first: where the counts go another way, because the library holds so much more of one part. */
function tellsShares({ first, last, hump, way, isUneven }: Course): boolean {
  if (hump !== null) return isUneven && hump.documents <= Math.max(first.documents, last.documents)
  return isUneven && way !== (last.documents > first.documents ? 'rise' : 'fall')
}

function courseSentence(topic: AnswerTopic, course: Course): Sentence {
  const { coverage, name } = topic
  const { grain, first, last, hump, way, isUneven } = course
  const named = hump === null ? [first, last] : [first, hump, last]
  const isShare = tellsShares(course)
  const shares = `${joinWithAnd(named.map(shareWords))} of every 10,000 ${coverage.noun} that the library holds of each ${grain}`
  const end = isUneven && !isShare ? ` (${shares}).` : '.'
  const say = (part: Part): (string | CitedWords)[] => {
    const when = namePart(part.firstDay, grain)
    const size = sizeOfPart(topic, part, grain)
    if (!isShare) return [size, ` in ${when}`]
    const libraryNoun = part === first ? ` ${coverage.noun} that the library holds` : ''
    return [`${shareWords(part)} of every 10,000${libraryNoun} in ${when} (`, size, ')']
  }
  const isFew = way === null && hump === null && first.documents + last.documents < fewToCompare
  // a change between a handful of documents is chance
  if (isFew || named.every(({ documents }) => documents < minToCompare)) {
    const tell = (part: Part) => (part.documents > 0 ? say(part) : [`none in ${namePart(part.firstDay, grain)}`])
    return sentence(`Too few to tell a change of ${name}: `, ...tell(first), ', ', ...tell(last), end)
  }
  const lead = leadOfCourse(topic, course)
  const talk = (...parts: readonly (string | CitedWords)[]) =>
    withCapital(sentence(`${lead}talk of ${name} `, ...parts, end))
  if (hump !== null) return talk('rose from ', ...say(first), ' to ', ...say(hump), ', and fell to ', ...say(last))
  if (way === null) return talk('did not clearly change: ', ...say(first), ' and ', ...say(last))
  return talk(`${way === 'rise' ? 'rose' : 'fell'} from `, ...say(first), ' to ', ...say(last))
}

/** "Yes: " or "No: " to whether it rose or fell; what rose and fell again did fall. */
function leadOfCourse({ words, name }: AnswerTopic, { hump, way }: Course): string {
  const direction = readDirection(words.toLowerCase().replace(name.toLowerCase(), ' '))
  return yesOrNoLead(words, direction, hump !== null && direction === 'fall' ? direction : (way ?? 'neither'))
}

function shareWords({ documents, total }: Pick<Part, 'documents' | 'total'>): string {
  const share = (10_000 * documents) / Math.max(total ?? 1, 1)
  return share.toLocaleString('en', { maximumFractionDigits: share < 10 ? 1 : 0 })
}

/** With fewer documents a share of a month is chance; one that is so many times as large is higher. */
const [minOfShare, clearlyHigher] = [3, 1.3]

/** What is said of the part with the most documents. */
interface PartPeak {
  readonly sentence: Sentence | null
  /** Whether it has so few that no day of it is a peak either. */
  readonly isFew: boolean
}

/**
 * The month (or the part that a question names) with the most documents, and with the largest share of all that the library holds where that is another:
 * a library that grows has its most documents late. None where both are one and no part is named; where all parts have few, that is said.
 */
export async function* peakByPart(
  context: CallContext,
  topic: AnswerTopic,
  named: Grain | null,
): AsyncGenerator<AnalystEvent, PartPeak> {
  const grain = named ?? 'month'
  const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', grain)
  yield* events
  const main = topic.coverage.compared
  const isCompared = ({ coveredDays, groups }: Part) => coveredDays > 0 && (main === null || isOfPart(groups, main))
  const parts = outcome.status === 'ok' ? toParts(outcome.output, grain).filter(isCompared) : []
  const [highest] = parts.toSorted((a, b) => b.documents - a.documents)
  if (highest === undefined || highest.documents < minOfShare) return { sentence: null, isFew: false }
  const isFew = highest.documents < minToCompare
  const ties = parts.filter(({ documents }) => documents === highest.documents)
  const isTie = ties.length > 1 && ties.length <= maxNamed && (isFew || named !== null)
  if (!isTie) return { sentence: highestPart(topic, parts, highest, named), isFew }
  const names = joinWithAnd(ties.map((part) => namePart(part.firstDay, grain)))
  const size = countOf(highest.documents, topic.coverage.noun)
  const lead = isFew ? 'No single peak, and few documents: ' : ''
  return { sentence: sentence(`${lead}${names} have the most on ${topic.name}, ${size} each.`), isFew }
}

function highestPart(
  { coverage, name }: AnswerTopic,
  parts: readonly Part[],
  highest: Part,
  named: Grain | null,
): Sentence | null {
  const rate = (part: Part) => rateFor(part, true)
  const hasTotals = parts.every(({ total }) => (total ?? 0) > 0)
  const dense = hasTotals ? parts.filter(({ documents }) => documents >= minOfShare) : []
  const [densest = highest] = dense.toSorted((a, b) => rate(b) - rate(a))
  const isOther = densest !== highest && rate(densest) >= clearlyHigher * rate(highest)
  const say = (part: Part) => {
    const share = hasTotals ? `, ${shareWords(part)} of every 10,000 that the library holds` : ''
    return `${timeOfPart(part.firstDay, named ?? 'month')} (${countOf(part.documents, coverage.noun)}${share})`
  }
  if (highest.documents < minToCompare)
    return sentence(`Talk of ${name} was highest ${say(highest)}, which is too few to call it a clear peak.`)
  if (named === null)
    return isOther ? sentence(`As a share of all ${coverage.noun} held it was highest ${say(densest)}.`) : null
  const share = isOther ? `; as a share of all that the library holds, ${say(densest)}` : ''
  return sentence(`Talk of ${name} was highest ${say(highest)}${share}.`)
}

/** What was said at the peak, where the event of the peak has a document that tells it. */
export function peakStory(topic: AnswerTopic, discussed: EventDocument | null = null): Sentence | null {
  const story = storyOfPeak(topic, discussed)
  if (story === null) return null
  return sentence(
    'Most of it was about “',
    citedTitle(story),
    `” (${outletName(story.outlet)}, ${formatDay(story.publishedAt)}).`,
  )
}

function storyOfPeak({ report, coverage, query }: AnswerTopic, discussed: EventDocument | null): EventDocument | null {
  const peak = findPeak(report, coverage)
  if (peak !== null && peak.event !== null) {
    const isOnTopic = peak.eventPlace === 0 && namesTopic(discussed?.title ?? '', topicWordsOf(query))
    return peak.event.headline ?? peak.event.mostNoticed ?? (isOnTopic ? discussed : null)
  }
  const { busiest } = report.events
  const isBusiest = busiest != null && busiest.firstDay === report.volume.points[peak?.place ?? -1]?.firstDay
  return isBusiest ? (busiest.headline ?? busiest.mostNoticed ?? null) : null
}

/** With fewer documents the highest bar of a chart is chance. */
const minBusiest = 5

interface Peak {
  readonly place: number
  /** Stories of the highest bar: copies of one text make no peak. */
  readonly stories: number
  readonly event: TopicEvent | null
  readonly eventPlace: number
}

/** The highest bar of the chart within one kind of source, with the event that peaks in it. */
function findPeak({ volume: { points }, events: { events } }: SignalReport, coverage: Coverage): Peak | null {
  const part = coverage.compared
  const counts = points.map(({ documents, groups }) =>
    part === null || groups === undefined ? documents : documentsOf(groups, part),
  )
  const heights = points.map(({ storyClusters, firstDay, coveredDays }, at) => {
    // days that are not over are not covered, and no peak
    if (coveredDays === 0 || (part?.hasEnded === true && firstDay > part.until)) return 0
    return Math.min(counts[at] ?? 0, storyClusters ?? Infinity)
  })
  const stories = Math.max(0, ...heights)
  const place = heights.indexOf(stories)
  const point = points[place]
  if (point === undefined || stories === 0 || (counts[place] ?? 0) < minBusiest) return null
  const lastDay = point.lastDay ?? point.firstDay
  const eventPlace = events.findIndex(({ peak }) => peak >= point.firstDay && peak <= lastDay)
  return { place, stories, event: events[eventPlace] ?? null, eventPlace }
}

/** A day or the time when most was written: the first sentence to "when did it peak". */
export function peakSentence(topic: AnswerTopic): Sentence | null {
  const { report, coverage, name, reading } = topic
  const { interval, points } = report.volume
  const peak = findPeak(report, coverage)
  const point = points[peak?.place ?? -1]
  if (peak === null || point === undefined) return null
  const part = coverage.compared
  // the end of an archive matters where the question goes on after it
  const isCut = part?.hasEnded === true && (reading.to === null || reading.to > part.until)
  const limit = isCut
    ? `; the library’s ${partNoun(part)} end on ${formatDay(part.until)}, so a later peak would not show`
    : ''
  if (peak.event !== null)
    return sentence(
      `Talk of ${name} peaked on ${formatDay(peak.event.peak)}, with `,
      {
        text: countOf(peak.event.documents, coverage.noun),
        ground: measure(report, 'events', `/events/${peak.eventPlace}/documents`, peak.event.documents),
      },
      ` ${daysOfEvent(peak.event)}, ${usual(peak.event)}${limit}.`,
    )
  const { size, documents } = sizeOfPoint(topic, peak.place, point)
  const texts = peak.stories === 1 ? 'a single text' : `${peak.stories} texts`
  const copies = peak.stories * 2 < documents ? `, which come down to ${texts}` : ''
  return sentence(`Talk of ${name} peaked ${timeOfPart(point.firstDay, interval)}, with `, size, `${copies}${limit}.`)
}

/** The documents of a bar of the chart, of the kind of source that is compared. */
function sizeOfPoint(
  { report, coverage }: AnswerTopic,
  place: number,
  point: VolumePoint,
): { size: string | CitedWords; documents: number } {
  const part = coverage.compared
  const isGrouped = part !== null && point.groups.length > 0
  const documents = isGrouped ? documentsOf(point.groups, part) : point.documents
  const text = countOf(documents, part === null ? coverage.noun : partNoun(part).replace('forum ', ''))
  const [only = 0, ...others] = part?.places ?? []
  // no field of a report holds the sum of several sources
  if (isGrouped && others.length > 0) return { size: text, documents }
  const pointer = `/points/${place}/${isGrouped ? `groups/${only}` : 'documents'}`
  return { size: { text, ground: measure(report, 'volume', pointer, documents) }, documents }
}
