import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { addDays } from '@auspex/contract/days'
import type { SignalComparison, SignalReport } from '@auspex/sdk/types'
import {
  type CitedWords,
  listParts,
  type Sentence,
  sentence,
  toFindings,
  withCapital,
  withLead,
} from '../answer/sentence.ts'
import type { ReadDays, Reading } from '../understand/understand.ts'
import { formatPeriod } from '../understand/understanding.ts'
import { comparesSizes, readDirection, yesOrNoLead } from '../understand/wishes.ts'
import { nameTopic, plainQuery } from '../understand/wordings.ts'
import { countOf, type Coverage, type DocumentNoun, heldOf, partNoun, readCoverage } from './coverage.ts'
import { clearOf, countsDiffer, minClear, percentOf, sharesDiffer, timesAsMany, verdictSentence } from './verdict.ts'

/** How topics differ: their sizes, then the result of their comparison. */
export function comparisonSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const sizes = sizesSentence(reports)
  return sizes === null ? [] : [sizes, ...differenceSentences(reports, comparison)]
}

/** Which of several topics is mentioned most; null unless at least two have a size. Needs only their reports. */
function sizesSentence(reports: readonly SignalReport[]): Sentence | null {
  const bySize = reports.toSorted((a, b) => b.counts.documents - a.counts.documents)
  const sizes = bySize.flatMap((report) => {
    const cited = citedVolume(report)
    return cited === null ? [] : [{ name: topicName(report), cited }]
  })
  const [largest, ...others] = sizes
  if (largest === undefined || others.length === 0) return null
  const listed = listParts(others.map(({ name, cited }) => [cited, ` for ${name}`]))
  return withCapital(sentence(`${largest.name} is mentioned most, in `, largest.cited, ', against ', ...listed, '.'))
}

/** A topic with what it is counted in. */
interface CountedTopic {
  readonly report: SignalReport
  readonly name: string
  readonly coverage: Coverage
}

function citedSize({ report, coverage }: CountedTopic, noun: string = coverage.noun): CitedWords | null {
  const size = citedVolume(report)
  return size === null
    ? null
    : { ...size, text: `${report.counts.sampled ? 'about ' : ''}${countOf(report.counts.documents, noun)}` }
}

/** One noun for all: what each is counted in, where that is the same. */
function commonNoun(topics: readonly CountedTopic[]): DocumentNoun {
  const nouns = new Set(topics.map(({ coverage }) => coverage.noun))
  return nouns.size === 1 ? ([...nouns][0] ?? 'documents') : 'documents'
}

/** Topics by how often they are named, and between which of them the gap is more than chance. */
export function rankingSentences(topics: readonly CountedTopic[]): Sentence[] {
  const noun = commonNoun(topics)
  const ranked = topics.toSorted((a, b) => b.report.counts.documents - a.report.counts.documents)
  const [first, ...others] = ranked
  if (first === undefined || others.length === 0) return []
  const sizeOf = (topic: CountedTopic) => citedSize(topic, noun) ?? countOf(topic.report.counts.documents, noun)
  const isBehind = (topic: CountedTopic, before: CountedTopic) =>
    countsDiffer(before.report.counts.documents, topic.report.counts.documents)
  // the topics that nothing but chance may set apart from the first
  const close = others.filter((topic) => !isBehind(topic, first))
  const behind = others.filter((topic) => !close.includes(topic))
  const names = (some: readonly CountedTopic[]) => joinWithAnd(some.map(({ name }) => name))
  const listed = (some: readonly CountedTopic[]) => listParts(some.map((topic) => [sizeOf(topic), ` on ${topic.name}`]))
  if (close.length > 0)
    return [
      withCapital(sentence(`Too close to call between ${names([first, ...close])}: `, ...listed(ranked), '.')),
      ...(behind.length === 0 ? [] : [sentence(`Clearly behind them: ${names(behind)}.`)]),
    ]
  const [second] = others
  const apart =
    second === undefined || others.length > 1 ? null : (apartSentence(first, second) ?? apartSentence(second, first))
  const pairs = behind.slice(1).flatMap((topic, at) => {
    const before = behind[at] ?? first
    return isBehind(topic, before) ? [] : [`${before.name} and ${topic.name}`]
  })
  const gap = others.length === 1 ? 'The gap is' : `The gaps to ${first.name} are`
  const ratio =
    others.length > 1 || second === undefined
      ? ''
      : timesAsMany(first.report.counts.documents, second.report.counts.documents)
  return [
    withCapital(
      sentence(
        `${first.name} ${apart === null ? 'is named' : 'has'} ${others.length === 1 ? 'more' : 'most'}${apart === null ? ', in ' : ' documents here, '}`,
        sizeOf(first),
        apart === null && ratio !== '' ? `${ratio} as the ` : ', against ',
        ...listed(others),
        '.',
      ),
    ),
    apart ??
      sentence(
        `${gap} larger than chance explains${pairs.length === 0 ? '' : `; that between ${joinWithAnd(pairs)} could be chance`}.`,
      ),
  ]
}

/** That two topics stand in documents of other days: one begins after the sources of the other end, so that their sizes are not comparable. */
function apartSentence(one: CountedTopic, other: CountedTopic): Sentence | null {
  const [main] = one.coverage.parts
  const begin = other.coverage.parts.map(({ from }) => from).toSorted()[0]
  if (main === undefined || begin === undefined || !main.hasEnded || begin <= main.until) return null
  return sentence(
    `The two cannot be set against each other: ${other.name} begins on ${formatDay(begin)}, after the library’s ${partNoun(main)} end on ${formatDay(main.until)}, so hardly any source holds both.`,
  )
}

/** The one of several topics that has any documents, and which have none. */
export function loneSentence(
  found: { readonly report: SignalReport; readonly query: string },
  empty: readonly { readonly query: string }[],
  { outlets, ...days }: ReadDays & { outlets: Reading['outlets'] },
): Sentence {
  const { report, query } = found
  const coverage = readCoverage(report)
  const name = nameTopic(query, plainQuery(topicName(report)))
  const isDated = days.from !== null || days.to !== null
  const when = !isDated ? '' : ` ${daysWords(days)}`
  const size = citedSize({ report, name, coverage }) ?? countOf(report.counts.documents, coverage.noun)
  const none = empty.map((topic) => plainQuery(topic.query)).join(' or ')
  const heldDocuments = heldOf(report)
  const limits = [...(isDated ? ['days'] : []), ...(outlets.length > 0 ? ['sources'] : [])].join(' and ')
  const base =
    heldDocuments === 0
      ? ''
      : `; the library holds ${countOf(heldDocuments, 'documents')} ${limits === '' ? 'in all' : `of those ${limits}`}`
  return sentence(`More was written about ${name}: `, size, `${when}, and none on ${none}${base}.`)
}

/** A topic in the one of two periods that has any documents. */
export function lonePeriodSentence(found: PeriodTopic, empty: PeriodTopic['days'], held: number): Sentence {
  const { name, coverage, days } = found
  const size = citedSize(found) ?? countOf(found.report.counts.documents, coverage.noun)
  const none =
    held === 0 ? 'of which the library covers no day' : `of which the library holds ${countOf(held, 'documents')}`
  return held === 0
    ? sentence('Cannot tell: ', size, ` on ${name} ${daysWords(days)}, and none ${daysWords(empty)}, ${none}.`)
    : withCapital(
        sentence(
          `${name} was written about more ${daysWords(days)}: `,
          size,
          `, and none ${daysWords(empty)}, ${none}.`,
        ),
      )
}

/** One of two periods of a topic. */
export interface PeriodTopic extends CountedTopic {
  readonly days: { readonly from: string | null; readonly to: string | null }
}

/** A share of fewer documents says nothing. */
const minTotal = 1000

/** In which of two periods more was said, measured on the days that are covered and against all that the sources hold of them. */
export function periodSentences(
  [first, other]: readonly [PeriodTopic, PeriodTopic],
  message: string,
  withTone: boolean,
): Sentence[] {
  const noun = commonNoun([first, other])
  if (coveredOf(first).days === 0 || coveredOf(other).days === 0) return [uncoveredSentence(first, other)]
  const { isShare, more } = compareSizes(first, other)
  const lead = leadOfPeriods([first, other], more, message)
  // a "no" is about the period that is asked about, which comes first then
  const isTurned = lead !== '' && indexOfAskedPeriod([first.days, other.days], message) === 1
  const [here, there] = isTurned ? [other, first] : [first, other]
  const isMore = more === (isTurned ? 1 : 0)
  // "no clear difference" answers "was there more" by itself
  const [head, than] =
    more === null
      ? [`no clear difference on ${first.name} between what was written`, ' and']
      : [`${lead}${isMore ? 'more' : 'less'} was written on ${first.name}`, ' than']
  const say = (topic: PeriodTopic) => sizeInPeriod(topic, noun, isShare)
  const ratio = isShare ? `, as a share of all ${noun} that the library holds` : ''
  const sizes = withCapital(sentence(head, ...say(here), than, ...say(there), `${ratio}.`))
  if (!withTone) return [sizes]
  const tones = [first, other].map((topic) =>
    withCapital(withLead(`${daysWords(topic.days)}: `, verdictSentence(topic))),
  )
  return [toneChange(first, other), sizes, ...tones]
}

function sizeWords(topic: PeriodTopic, noun: string): string | CitedWords {
  return citedSize(topic, noun) ?? countOf(topic.report.counts.documents, noun)
}

/** " in 2012 (412 posts, 3.1 of every 10,000)". */
function sizeInPeriod(topic: PeriodTopic, noun: string, isShare: boolean): (string | CitedWords)[] {
  const { documents, total } = coveredOf(topic)
  const { main } = topic.coverage
  const share = isShare ? `, ${ofTenThousand(documents, total)} of every 10,000` : ''
  const end = main?.hasEnded === true ? `, up to ${formatDay(main.until)}, where they end` : ''
  return [` ${daysWords(topic.days)} (`, sizeWords(topic, noun), `${share}${end})`]
}

function uncoveredSentence(first: PeriodTopic, other: PeriodTopic): Sentence {
  const noun = commonNoun([first, other])
  const uncovered = [first, other].filter((topic) => coveredOf(topic).days === 0)
  return sentence(
    `Cannot tell: the library covers no day ${uncovered.map(({ days }) => daysWords(days)).join(' or ')}. On ${first.name} it has `,
    sizeWords(first, noun),
    ` ${daysWords(first.days)} and `,
    sizeWords(other, noun),
    ` ${daysWords(other.days)}.`,
  )
}

/** Which of two periods has more, by its place, and whether that is measured in shares; null where the difference may be chance. */
function compareSizes(first: PeriodTopic, other: PeriodTopic): { isShare: boolean; more: 0 | 1 | null } {
  const [one, two] = [coveredOf(first), coveredOf(other)]
  const isShare = one.total >= minTotal && two.total >= minTotal
  const scaled = (part: CoveredCount) => (part.documents * Math.max(one.days, two.days)) / part.days
  const isClear = isShare
    ? sharesDiffer([one.documents, one.total], [two.documents, two.total])
    : countsDiffer(scaled(one), scaled(two))
  if (!isClear) return { isShare, more: null }
  const rate = ({ documents, total, days }: CoveredCount) => documents / (isShare ? total : days)
  return { isShare, more: rate(one) > rate(two) ? 0 : 1 }
}

/** "Yes: " or "No: " to whether there was more, or less, in the period that is asked about. */
function leadOfPeriods(
  [first, other]: readonly [PeriodTopic, PeriodTopic],
  more: 0 | 1 | null,
  message: string,
): string {
  const direction = readDirection(message)
  const askedIndex = indexOfAskedPeriod([first.days, other.days], message)
  if (direction === null || askedIndex === null || more === null) return ''
  return yesOrNoLead(message, direction, more === askedIndex ? 'rise' : 'fall')
}

const setAgainst = /\b(?:than|vs\.?|versus|against|compar\p{L}+ (?:with|to)|relative to|unlike)(?=\s)/iu

/**
 * Which of two periods a question is about: that which is not "than in 2012", and of what grew or fell the later one; null where the words do not tell. A
 * period that only the message before names is what it is compared with.
 */
function indexOfAskedPeriod(
  periods: readonly [PeriodTopic['days'], PeriodTopic['days']],
  message: string,
): 0 | 1 | null {
  const [a = '', b = ''] = periods.map(({ from, to }) => from ?? to ?? '')
  if (a === '' || b === '' || a === b) return null
  const marker = setAgainst.exec(message)
  const subject = marker === null ? null : periodBefore(message, marker.index, [a, b])
  if (comparesSizes(message)) return subject
  const later = a < b ? 1 : 0
  // "did it fall: 2012 vs 2014" names them in the order of time
  const isOrder = subject === null || /^v/iu.test(marker?.[0] ?? '')
  return isOrder || subject === later ? later : null
}

/** Which of two periods stands before "than", and not behind it; null where the words do not tell. */
function periodBefore(message: string, at: number, [a, b]: readonly [string, string]): 0 | 1 | null {
  const isSameYear = a.slice(0, 4) === b.slice(0, 4)
  const placeIn = (text: string, day: string) => {
    const name = isSameYear ? formatDay(day).replace(/^\d+ (\p{L}{3}).*$/u, '$1') : day.slice(0, 4)
    const place = text.toLowerCase().indexOf(name.toLowerCase())
    return place < 0 ? Infinity : place
  }
  const [behind = ''] = message.slice(at).split(/[,;:?!]|\.(?=\s|$)/u)
  if (placeIn(behind, a) !== placeIn(behind, b)) return placeIn(behind, a) < placeIn(behind, b) ? 1 : 0
  const [hasA, hasB] = [placeIn(message, a) < Infinity, placeIn(message, b) < Infinity]
  if (hasA === hasB) return null
  return hasB ? 1 : 0
}

/** Whether the tone differs between two periods. */
function toneChange(first: PeriodTopic, other: PeriodTopic): Sentence {
  const [one, two] = [first.report.tone.stories, other.report.tone.stories]
  const [a, b] = [clearOf(one), clearOf(two)]
  if (a < minClear || b < minClear)
    return sentence(`Cannot tell: too few ${commonNoun([first, other])} have a clear tone in one of the two.`)
  const shares = `${percentOf(one.positive, a)} of ${countOf(a, commonNoun([first, other]))} are positive ${daysWords(first.days)} and ${percentOf(two.positive, b)} of ${b.toLocaleString('en')} ${daysWords(other.days)}`
  if (!sharesDiffer([one.positive, a], [two.positive, b]))
    return sentence(`The tone does not clearly differ: ${shares}.`)
  return sentence(
    `The tone is ${one.positive / a > two.positive / b ? 'better' : 'worse'} ${daysWords(first.days)}: ${shares}.`,
  )
}

interface CoveredCount {
  readonly documents: number
  readonly total: number
  readonly days: number
}

/** The documents of covered days, all that the sources hold of these, and how many days they are. */
function coveredOf({ report: { volume, counts } }: CountedTopic): CoveredCount {
  const covered = volume.points.filter(({ coveredDays }) => coveredDays > 0)
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    documents: volume.points.length === 0 ? counts.documents : sum(covered.map(({ documents }) => documents)),
    total: covered.some(({ total }) => total == null) ? 0 : sum(covered.map(({ total }) => total ?? 0)),
    days: sum(covered.map(({ coveredDays }) => coveredDays)),
  }
}

function ofTenThousand(documents: number, total: number): string {
  const share = (10_000 * documents) / total
  return share.toLocaleString('en', { maximumFractionDigits: share < 10 ? 1 : 0 })
}

/** "in 2012", "in June 2012", "from 3 to 9 June 2012", "since 1 March 2012". */
export function daysWords({ from, to }: PeriodTopic['days']): string {
  if (from?.endsWith('-01-01') === true && to === `${from.slice(0, 4)}-12-31`) return `in ${from.slice(0, 4)}`
  if (
    from?.endsWith('-01') === true &&
    to !== null &&
    to.slice(0, 7) === from.slice(0, 7) &&
    addDays(to, 1).endsWith('-01')
  )
    return `in ${formatDay(from).replace(/^\d+ /u, '')}`
  const period = formatPeriod(from, to)
  if (/^(?:since|until|all)/u.test(period)) return period
  return /\sto\s/u.test(period) ? `from ${period}` : `on ${period}`
}

/** Whether the topics differ by more than chance, then the tone of each where it is clear, and what stood out. */
function differenceSentences(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  return [
    ...verdicts(reports, comparison),
    ...reports.flatMap((report) => [toneSentence(report), ...eventSentences(report)]),
  ].map(withCapital)
}

function verdicts(reports: readonly SignalReport[], comparison: SignalComparison | null): Sentence[] {
  const names = new Map(reports.map((report) => [report.signalId, topicName(report)]))
  const reference = names.get(comparison?.referenceId ?? '') ?? ''
  const compareMeasure = (measure: 'documents' | 'tone', difference: string, likewise: string) => {
    const say = (distinct: boolean | null, words: string) => {
      const differences = (comparison?.differences ?? []).filter((one) => one[measure].distinct === distinct)
      const list = differences.map(({ signalId }) => names.get(signalId) ?? '')
      return list.length === 0
        ? []
        : [sentence(`The ${difference} between ${reference} and ${joinWithAnd(list)} ${words}.`)]
    }
    return [
      ...say(true, 'is more than chance explains'),
      ...say(false, `is within what chance explains, so ${likewise}`),
      ...say(null, 'rests on too few days to tell it from chance'),
    ]
  }
  return [
    ...compareMeasure('documents', 'difference', 'neither can be called ahead'),
    ...compareMeasure('tone', 'difference in tone', 'neither can be called the more positive'),
  ]
}

/** The tone of one of several topics: the statement of its own report, under its name. */
function toneSentence(report: SignalReport): Sentence {
  const tone = toFindings(report.signalId, report.summary).find(({ formulas }) => formulas[0] === 'tone')
  return tone === undefined
    ? sentence(`${topicName(report)}: the tone is clear in too few documents to say anything about it.`)
    : withLead(`${topicName(report)}: `, { ...tone, text: tone.text.charAt(0).toLowerCase() + tone.text.slice(1) })
}

/** What stood out most in the period of one of several topics; empty where nothing did. */
function eventSentences(report: SignalReport): Sentence[] {
  const event = toFindings(report.signalId, report.summary).find(
    ({ formulas, part }) => formulas[0] === 'events' && part !== 'title',
  )
  return event === undefined ? [] : [event]
}

export function citedVolume({ signalId, summary }: SignalReport): CitedWords | null {
  for (const [place, { numbers }] of summary.claims.entries()) {
    const number = numbers.find(({ pointer }) => pointer === '/counts/documents')
    if (number === undefined) continue
    const pointer = `/claims/${place}/numbers/${numbers.indexOf(number)}/value`
    return {
      text: number.text,
      ground: { kind: 'measure', signalId, section: 'summary', pointer, value: number.value },
    }
  }
  return null
}

function topicName({ query }: SignalReport): string {
  return (query.subject ?? query.title).replaceAll('"', '')
}
