import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import type { ToneSection, VolumeSection } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import { type AnswerWriter, writeLines, writeTable } from '../answer/answer-writer.ts'
import { type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { asksYesOrNo, type Grain, readGrain, type Wish } from '../understand/wishes.ts'
import { countOf, type CoveredPart, isOfPart, partNoun } from './coverage.ts'
import { listedSentences } from './listed-documents.ts'
import {
  headOf,
  maxNamed,
  minToCompare,
  namePart,
  type Part,
  readSeries,
  type SeriesTopic,
  sizeOfPart,
  timeOfPart,
  toParts,
} from './over-time.ts'
import type { AnswerTopic } from './report-sentences.ts'
import { clearOf, minClear, percentOf } from './verdict.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Longer series are divided into longer parts. */
const maxParts = 54

const coarserGrain: Readonly<Record<Grain, Grain | null>> = { day: 'week', week: 'month', month: 'year', year: null }

/** A part of which so many times less is held than of the middle one has hardly a base. */
const thinTimes = 4

/** Parts without documents at both ends, where nothing was covered, are no part of the series. */
function trimUncovered(parts: readonly Part[]): readonly Part[] {
  const hasCounts = ({ coveredDays, documents }: Part) => coveredDays > 0 || documents > 0
  return parts.slice(parts.findIndex(hasCounts), parts.findLastIndex(hasCounts) + 1)
}

/** The parts of the days that a question asks for, and whether it names the days: those without documents are rows, too, then. */
interface CountsForm {
  readonly grain: Grain
  readonly isDated: boolean
}

/** A topic with its parts, in the order of time. */
interface TopicSeries {
  readonly topic: SeriesTopic
  readonly parts: readonly Part[]
}

/** How many documents of each topic there are by week, month or year: which has the most, then all in a table. */
export async function* writeCounts(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SeriesTopic[],
  { grain: wanted, isDated }: CountsForm,
): Events {
  const volumes = yield* readVolumes(context, writer, topics, wanted)
  const divide = (grain: Grain): TopicSeries[] =>
    volumes.map(({ topic, volume }) => {
      const parts = toParts(volume, grain)
      return { topic, parts: isDated ? parts : trimUncovered(parts) }
    })
  const isTooLong = divide(wanted).some(({ parts }) => parts.length > maxParts)
  const coarser = isTooLong ? coarserGrain[wanted] : null
  // weeks are not parts of months, and the sums of months are those of years
  if (coarser !== null && coarser !== 'year') {
    yield* writeCounts(context, writer, topics, { grain: coarser, isDated })
    return
  }
  const grain = coarser ?? wanted
  const series = divide(grain)
  writer.endParagraph()
  for (const one of series) yield* writeHighest(writer, one, grain, series.length > 1)
  const isTable = yield* writeCountsTable(writer, series, grain)
  if (isTable && grain !== wanted)
    yield* writer.append(sentence(`There are too many ${wanted}s for a table, so these are ${grain}s.`))
}

async function* readVolumes(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly SeriesTopic[],
  grain: Grain,
): AsyncGenerator<AnalystEvent, { topic: SeriesTopic; volume: VolumeSection }[]> {
  const volumes: { topic: SeriesTopic; volume: VolumeSection }[] = []
  for (const topic of topics) {
    const { outcome, events } = await readSeries<VolumeSection>(context, topic.signalId, 'volume', grain)
    yield* events
    if (outcome.status === 'ok') volumes.push({ topic, volume: outcome.output })
    else {
      const name = topics.length > 1 ? ` of ${topic.name}` : ''
      yield* writer.append(sentence(`The counts${name} by ${grain} could not be read: ${outcome.sentence}`))
    }
  }
  return volumes
}

/** Which part has the most, and a warning where all of them have few. */
function* writeHighest(
  writer: AnswerWriter,
  { topic, parts }: TopicSeries,
  grain: Grain,
  isNamed: boolean,
): Generator<AnalystEvent, void> {
  const highest = highestSentence(topic, parts, grain, isNamed)
  if (highest !== null) yield* writer.append(highest)
  const total = parts.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0 || total >= minToCompare) return
  yield* writer.append(
    sentence(
      `${isNamed ? `On ${topic.name} that` : 'That'} is ${countOf(total, topic.coverage.noun)} in all, so take the ups and downs as a hint and no more.`,
    ),
  )
}

/** A row for each part, and a column for each topic; false where there are too few parts for a table. */
function* writeCountsTable(
  writer: AnswerWriter,
  series: readonly TopicSeries[],
  grain: Grain,
): Generator<AnalystEvent, boolean> {
  const days = [...new Set(series.flatMap(({ parts }) => parts.map(({ firstDay }) => firstDay)))].toSorted()
  const [first] = series
  if (first === undefined || days.length < 2) return false
  const names = series.map(({ topic }) => (series.length > 1 ? topic.name : toCapital(topic.coverage.noun)))
  // a count says nothing without how much the library holds of its days
  const hasTotals = series.length === 1 && first.parts.every(({ total }) => typeof total === 'number')
  const partOn = ({ parts }: TopicSeries, day: string) => parts.find(({ firstDay }) => firstDay === day)
  yield* writeTable(
    writer,
    [headOf[grain], ...names, ...(hasTotals ? ['All documents held'] : [])],
    days.map((day) => [
      `${rowName(day, grain)}${partialWeek(partOn(first, day), grain)}`,
      ...series.map((one) => writeCell(partOn(one, day))),
      ...(hasTotals ? [(partOn(first, day)?.total ?? 0).toLocaleString('en')] : []),
    ]),
  )
  const thin = hasTotals ? first.parts.filter((part) => isThin(part, first.parts)) : []
  if (thin.length > 0 && thin.length < first.parts.length) yield* writer.append(thinSentence(thin, grain))
  return true
}

/** Which parts the library holds so little of that a low count there is no news. */
function thinSentence(thin: readonly Part[], grain: Grain): Sentence {
  const names =
    thin.length > maxNamed
      ? `${thin.length} of these ${grain}s`
      : joinWithAnd(thin.map(({ firstDay }) => namePart(firstDay, grain)))
  return sentence(`The library holds few documents of ${names}, so a low count there means little.`)
}

function rowName(day: string, grain: Grain): string {
  return grain === 'week' || grain === 'day' ? formatDay(day) : namePart(day, grain)
}

/** A week of fewer days, at either end of the period. */
function partialWeek(part: Part | undefined, grain: Grain): string {
  return grain !== 'week' || part === undefined || part.days >= 7 ? '' : ` (${countOf(part.days, 'days')})`
}

/** Whether the library holds so much less of a part than of the others that its count says little. */
function isThin({ total, days }: Part, parts: readonly Part[]): boolean {
  const rates = parts.map((part) => (part.total ?? 0) / Math.max(part.days, 1)).toSorted((a, b) => a - b)
  const middle = rates[Math.floor(rates.length / 2)] ?? 0
  return (total ?? 0) / Math.max(days, 1) < middle / thinTimes
}

/** What sources do not cover is unknown, and a count of a few days is not that of the whole. */
function writeCell(part: Part | undefined): string {
  if (part === undefined || (part.coveredDays === 0 && part.documents === 0)) return 'not covered'
  const { days, coveredDays, documents } = part
  const count = documents.toLocaleString('en')
  return coveredDays < days ? `${count} (${coveredDays} of ${days} days covered)` : count
}

/** Which part has the most, and between which counts the covered parts lie. */
function highestSentence(topic: SeriesTopic, parts: readonly Part[], grain: Grain, isNamed: boolean): Sentence | null {
  const covered = parts.filter(({ coveredDays, documents }) => coveredDays > 0 || documents > 0)
  const [most, ...others] = covered.toSorted((a, b) => b.documents - a.documents)
  if (most === undefined || most.documents === 0) return null
  const { firstDay, documents, stories } = most
  const least = others.findLast(({ days, coveredDays }) => coveredDays >= days)
  const range =
    least === undefined || least.documents === documents || least.documents === 0
      ? '.'
      : `; of those that are covered whole, the fewest were ${least.documents.toLocaleString('en')}, ${timeOfPart(least.firstDay, grain)}.`
  const texts = stories === 1 ? 'a single text' : `${stories} different texts`
  const copies = stories !== null && stories * 2 < documents ? ` (copies of ${texts})` : ''
  const name = `${isNamed ? `${topic.name}: ` : ''}${namePart(firstDay, grain)}`
  return withCapital(sentence(name, ' had the most, ', sizeOfPart(topic, most, grain), copies, range))
}

function toCapital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface TonePart {
  readonly firstDay: string
  readonly positive: number
  readonly negative: number
}

/** Of more months than these the tone is told by year. */
const maxMonths = 18

/** The tone by part of the time. */
interface ToneSeries {
  /** Of the main kind of source. */
  readonly own: readonly TonePart[]
  /** Of the other ones. */
  readonly others: readonly TonePart[]
  /** Why it could not be read; null where it was. */
  readonly failure: string | null
}

function sumByYear(points: readonly TonePart[]): TonePart[] {
  const years = [...new Set(points.map(({ firstDay }) => firstDay.slice(0, 4)))]
  return years.map((year) => {
    const own = points.filter(({ firstDay }) => firstDay.startsWith(year))
    const sum = (field: 'positive' | 'negative') => own.reduce((total, part) => total + part[field], 0)
    return { firstDay: `${year}-01-01`, positive: sum('positive'), negative: sum('negative') }
  })
}

function shareOf(part: TonePart): number {
  return part.positive / clearOf(part)
}

/**
 * How the tone of a topic changed within its main kind of source: from the first part to the last where the parts have a trend (Cochran 1954, Armitage
 * 1955), its best and worst part, and all parts in a table where they are asked for. What other sources say after the main one ends is no change.
 */
export async function* writeToneOverTime(
  context: CallContext,
  writer: AnswerWriter,
  topic: AnswerTopic,
  wanted: Grain | null,
): Events {
  const series = yield* readToneSeries(context, topic, wanted ?? 'month')
  if (series.failure !== null) {
    yield* writer.append(sentence(`The tone over time could not be read: ${series.failure}`))
    return
  }
  const main = topic.coverage.compared
  const noun = main === null ? topic.coverage.noun : partNoun(main)
  const grain = wanted ?? (series.own.length > maxMonths ? 'year' : 'month')
  // what is neutral says nothing of a change
  const parts = (grain === 'year' ? sumByYear(series.own) : series.own).filter((part) => clearOf(part) > 0)
  const clear = parts.filter((part) => clearOf(part) >= minClear)
  const extremes = extremesSentence(clear, grain, noun, wanted !== null)
  // a follow-up that asks for the parts has heard of the change
  if (wanted === null || extremes === null) yield* writer.append(changeSentence(topic, clear, grain, noun))
  if (extremes !== null) yield* writer.append(extremes)
  if (wanted !== null && parts.length > 1)
    yield* writeTable(
      writer,
      [headOf[grain], 'Positive', 'Negative', 'Positive of both'],
      parts.map((part) => [
        rowName(part.firstDay, grain),
        part.positive.toLocaleString('en'),
        part.negative.toLocaleString('en'),
        clearOf(part) < minClear ? 'too few' : percentOf(part.positive, clearOf(part)),
      ]),
    )
  const ofOthers = series.others.reduce((sum, part) => sum + clearOf(part), 0)
  if (ofOthers >= minClear && main !== null) yield* writer.append(othersSentence(series.others, main))
}

async function* readToneSeries(
  context: CallContext,
  { signalId, coverage }: AnswerTopic,
  interval: Grain,
): AsyncGenerator<AnalystEvent, ToneSeries> {
  const pending = [
    readSeries<ToneSection>(context, signalId, 'tone', interval),
    readSeries<VolumeSection>(context, signalId, 'volume', interval),
  ] as const
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  const tone = await pending[0]
  yield* tone.events
  const volume = await pending[1]
  yield* volume.events
  if (tone.outcome.status === 'failed') return { own: [], others: [], failure: tone.outcome.sentence }
  const points = volume.outcome.status === 'ok' ? volume.outcome.output.points : []
  const groupsOf = new Map(points.map(({ firstDay, groups }) => [firstDay, groups]))
  const main = coverage.compared
  const isOwn = ({ firstDay }: TonePart) =>
    main === null || (isOfPart(groupsOf.get(firstDay), main) && (!main.hasEnded || firstDay <= main.until))
  const { points: parts } = tone.outcome.output
  return {
    own: parts.filter(isOwn),
    others: parts.filter((part) => !isOwn(part) && clearOf(part) > 0),
    failure: null,
  }
}

/** What is left out of a comparison, because other sources wrote it. */
function othersSentence(others: readonly TonePart[], main: CoveredPart): Sentence {
  const [first, last] = [others[0]?.firstDay.slice(0, 4) ?? '', others.at(-1)?.firstDay.slice(0, 4) ?? '']
  const clear = others.reduce((sum, part) => sum + clearOf(part), 0)
  const positive = others.reduce((sum, part) => sum + part.positive, 0)
  return sentence(
    `Left out are ${countOf(clear, 'documents')} of ${first === last ? first : `${first} to ${last}`} (${percentOf(positive, clear)} positive): other sources than these ${partNoun(main)} wrote them, and a change of sources is none of mood.`,
  )
}

function extremesSentence(clear: readonly TonePart[], grain: Grain, noun: string, isAlone: boolean): Sentence | null {
  const byShare = clear.toSorted((a, b) => shareOf(a) - shareOf(b))
  const [worst, best] = [byShare[0], byShare.at(-1)]
  const isOfEnds = [worst, best].every((part) => part === clear[0] || part === clear.at(-1))
  // two parts are both in the sentence of the change
  if ((clear.length < 3 || isOfEnds) && !isAlone) return null
  if (worst === undefined || best === undefined || shareOf(worst) >= shareOf(best)) return null
  return sentence(
    `It was most positive ${timeOfPart(best.firstDay, grain)} (${percentOf(best.positive, clearOf(best))} of ${countOf(clearOf(best), noun)} that are positive or negative) and least ${timeOfPart(worst.firstDay, grain)} (${percentOf(worst.positive, clearOf(worst))} of ${clearOf(worst).toLocaleString('en')}).`,
  )
}

/** With fewer of a clear tone a gap may be large and still chance. */
const [fewClear, largeGap] = [40, 0.1]

/** From the first part to the last that have enough documents; whether there is a trend over all of them decides. */
function changeSentence(
  { name, words }: AnswerTopic,
  clear: readonly TonePart[],
  grain: Grain,
  noun: string,
): Sentence {
  const [first, last] = [clear[0], clear.at(-1)]
  if (first === undefined || last === undefined || clear.length < 2)
    return sentence(`Cannot tell: too few ${noun} on ${name} have a clear tone to say how it changed.`)
  const say = (part: TonePart, whole = '') =>
    `${part.positive.toLocaleString('en')} of ${clearOf(part).toLocaleString('en')}${whole} (${percentOf(part.positive, clearOf(part))})`
  const from = `${say(first, ` ${noun} with a clear tone`)} were positive ${timeOfPart(first.firstDay, grain)}`
  const to = `${say(last)} ${timeOfPart(last.firstDay, grain)}`
  const trend = trendOf(clear)
  const turn = namedTurn(words)
  const answer = trend === turn ? 'Yes: ' : 'No: '
  const lead = asksYesOrNo(words) && turn !== 0 ? answer : ''
  // a gap that is large and rests on few is neither a change nor none
  const isFew = Math.min(clearOf(first), clearOf(last)) < fewClear
  if (trend === 0 && isFew && Math.abs(shareOf(first) - shareOf(last)) >= largeGap)
    return sentence(`Too few to tell: ${from} and ${to}, of those that mention ${name}, a gap that chance can explain.`)
  if (trend === 0)
    return withCapital(sentence(`${lead}the tone on ${name} did not clearly change: ${from}, and ${to}.`))
  const way = trend > 0 ? 'became more positive' : 'became more negative'
  return withCapital(sentence(`${lead}the tone on ${name} ${way}: ${from}, and ${to}.`))
}

/** The turn that a question names: 1 for better and -1 for worse, as of a trend; 0 where it names none, or leaves open which. */
function namedTurn(words: string): -1 | 0 | 1 {
  // "better or worse" is no question of yes or no
  if (/\bor\b/iu.test(words) && /wors|better|improv/iu.test(words.replace(/^.*?\bor\b/iu, ''))) return 0
  if (/\b(?:wors\p{L}*|sour\p{L}*|more negative|schlechter|empeor\p{L}*|empiré)\b/iu.test(words)) return -1
  return /\b(?:better|improv\p{L}*|warm\p{L}*|more positive|besser|mejor\p{L}*|amélior\p{L}*)\b/iu.test(words) ? 1 : 0
}

/** 1 or -1 where the share of positive documents rises or falls over the parts by more than chance (95%), else 0. */
function trendOf(parts: readonly TonePart[]): number {
  const total = parts.reduce((sum, part) => sum + clearOf(part), 0)
  const share = parts.reduce((sum, { positive }) => sum + positive, 0) / total
  const mean = parts.reduce((sum, part, at) => sum + at * clearOf(part), 0) / total
  const covariance = parts.reduce((sum, part, at) => sum + (at - mean) * (part.positive - clearOf(part) * share), 0)
  const spread = parts.reduce((sum, part, at) => sum + clearOf(part) * (at - mean) ** 2, 0)
  const error = Math.sqrt(share * (1 - share) * spread)
  return error === 0 || Math.abs(covariance) <= 1.96 * error ? 0 : Math.sign(covariance)
}

/** The wishes that are answered with more than sentences: a table, or lines of their own. */
export const ownWriters: Readonly<
  Partial<Record<Wish, (context: CallContext, writer: AnswerWriter, topic: AnswerTopic) => Events>>
> = {
  series: async function* (context, writer, topic) {
    const { from, to } = topic.reading
    const form = { grain: readGrain(topic.words) ?? 'month', isDated: from !== null && to !== null }
    yield* writeCounts(context, writer, [topic], form)
  },
  'tone-change': async function* (context, writer, topic) {
    yield* writeToneOverTime(context, writer, topic, readGrain(topic.words))
  },
  list: async function* (context, writer, topic) {
    const { items, note } = yield* listedSentences(context, topic)
    yield* writeLines(writer, items)
    if (note !== null) yield* writer.append(note)
  },
}
