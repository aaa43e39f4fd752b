import { formatDay } from '@auspex/analytics/claims'
import type { ToneSection, VolumeSection } from '@auspex/sdk/types'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { asksYesOrNo, type Grain } from '../understand/wishes.ts'
import { countOf, type CoveredPart, isOfPart, partNoun } from './coverage.ts'
import { headOf, namePart, readSeries, timeOfPart, writeTable } from './over-time.ts'
import type { AnswerTopic } from './report-sentences.ts'
import { clearOf, minClear, percentOf } from './verdict.ts'

type Events = AsyncGenerator<AnalystEvent, void>

interface TonePart {
  readonly firstDay: string
  readonly positive: number
  readonly negative: number
}

/** A longer series is summed by years. */
const maxMonths = 36

function toToneParts(points: readonly TonePart[], grain: Grain): TonePart[] {
  if (grain !== 'year') return points.map(({ firstDay, positive, negative }) => ({ firstDay, positive, negative }))
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
  const pending = [
    readSeries<ToneSection>(context, topic.signalId, 'tone', wanted ?? 'month'),
    readSeries<VolumeSection>(context, topic.signalId, 'volume', wanted ?? 'month'),
  ] as const
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  const tone = await pending[0]
  yield* tone.events
  const volume = await pending[1]
  yield* volume.events
  if (tone.outcome.status === 'failed') {
    yield* writer.append(sentence(`The tone over time could not be read: ${tone.outcome.sentence}`))
    return
  }
  const main = topic.coverage.compared
  const noun = main === null ? topic.coverage.noun : partNoun(main)
  const groupsOf = new Map(
    volume.outcome.status === 'ok'
      ? volume.outcome.output.points.map(({ firstDay, groups }) => [firstDay, groups])
      : [],
  )
  const isOwn = ({ firstDay }: TonePart) =>
    main === null || (isOfPart(groupsOf.get(firstDay), main) && (!main.hasEnded || firstDay <= main.until))
  const points = tone.outcome.output.points.filter(isOwn)
  const others = tone.outcome.output.points.filter((point) => !isOwn(point) && clearOf({ ...point, neutral: 0 }) > 0)
  const hasYears = new Set(points.map(({ firstDay }) => firstDay.slice(0, 4))).size > 1
  const grain = wanted ?? (points.length > maxMonths || (hasYears && points.length > 18) ? 'year' : 'month')
  const parts = toToneParts(points, grain).filter((part) => clearOf(part) > 0)
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
        grain === 'week' || grain === 'day' ? formatDay(part.firstDay) : namePart(part.firstDay, grain),
        part.positive.toLocaleString('en'),
        part.negative.toLocaleString('en'),
        clearOf(part) < minClear ? 'too few' : percentOf(part.positive, clearOf(part)),
      ]),
    )
  const otherDocuments = others.reduce((sum, { positive, negative }) => sum + clearOf({ positive, negative }), 0)
  if (otherDocuments >= minClear && main !== null) yield* writer.append(othersSentence(others, main))
}

/** What is left out of a comparison, because other sources wrote it. */
function othersSentence(others: readonly TonePart[], main: CoveredPart): Sentence {
  const [first, last] = [others[0]?.firstDay.slice(0, 4) ?? '', others.at(-1)?.firstDay.slice(0, 4) ?? '']
  const clear = others.reduce((sum, part) => sum + clearOf({ positive: part.positive, negative: part.negative }), 0)
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
  const isYesOrNo = asksYesOrNo(words)
  const direction = /\b(?:wors\p{L}*|sour\p{L}*|more negative|schlechter|empeor\p{L}*|empiré)\b/iu.test(words)
    ? -1
    : /\b(?:better|improv\p{L}*|warm\p{L}*|more positive|besser|mejor\p{L}*|amélior\p{L}*)\b/iu.test(words)
      ? 1
      : 0
  // "better or worse" is no question of yes or no
  const isBoth =
    /\bor\b/iu.test(words) && /wors|better|improv/iu.test(words.replace(/^.*?\bor\b/iu, '')) && direction !== 0
  const lead =
    !isYesOrNo || direction === 0 || isBoth
      ? ''
      : trend === 0
        ? 'No: '
        : Math.sign(trend) === direction
          ? 'Yes: '
          : 'No: '
  // a gap that is large and rests on few is neither a change nor none
  const isFew = Math.min(clearOf(first), clearOf(last)) < fewClear
  if (trend === 0 && isFew && Math.abs(shareOf(first) - shareOf(last)) >= largeGap)
    return sentence(`Too few to tell: ${from} and ${to}, of those that mention ${name}, a gap that chance can explain.`)
  if (trend === 0)
    return withCapital(sentence(`${lead}the tone on ${name} did not clearly change: ${from}, and ${to}.`))
  const way = trend > 0 ? 'became more positive' : 'became more negative'
  return withCapital(sentence(`${lead}the tone on ${name} ${way}: ${from}, and ${to}.`))
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
