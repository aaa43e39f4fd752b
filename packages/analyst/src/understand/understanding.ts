import { formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics/claims'
import type { ZeusReading } from '@auspex/sdk/types'
import type { AnalystRequest, Understanding } from '../analyst.port.ts'
import type { Want } from './reader/question-model.ts'
import { countryLabel } from './scope.ts'
import { type Reading, readRequest } from './understand.ts'
import { plainQuery } from './wordings.ts'

const wantLabels: Readonly<Record<Want, string>> = {
  brief: 'a brief',
  volume: 'volume',
  change: 'what changed',
  events: 'what happened',
  why: 'reasons',
  tone: 'tone',
  quotes: 'quotations',
  voices: 'voices',
  outlets: 'outlets',
  places: 'countries',
  narratives: 'narratives',
  forecast: 'forecast',
  audience: 'audience',
  price: 'price',
  compare: 'comparison',
  rank: 'ranking',
  first: 'first mention',
  list: 'documents',
  related: 'what comes up with it',
  save: 'saving',
  watch: 'watching',
  write: 'a draft',
  coverage: 'what the library holds',
  help: 'help',
}

/** A summary of a reading in one sentence for the person, stored with the answer. */
export function toUnderstanding(
  reading: Reading,
  topics: Understanding['topics'],
  more: readonly string[] = [],
): Understanding {
  const { from, to, country, wants, unread } = reading
  const named = joinWithAnd(topics.map(({ query }) => plainQuery(query)))
  const parts = [
    named === '' ? null : `${topics.length > 1 ? 'topics' : 'topic'} ${named}`,
    formatPeriod(from, to),
    country === null ? null : `in ${countryLabel(country)}`,
    reading.outlets.length === 0 ? null : `only from ${joinWithAnd(reading.outlets)}`,
    reading.excluded.length === 0 ? null : `without ${joinWithAnd(reading.excluded)}`,
    ...more,
  ].filter((part) => part !== null)
  const unreadNote =
    unread.length === 0 ? '' : ` I did nothing with ${joinWithAnd(unread.map((words) => `“${words}”`))}.`
  return {
    topics,
    from,
    to,
    country,
    looksAt: wants.map((want) => wantLabels[want]),
    unread,
    reading: toZeusReading(
      reading,
      topics.map(({ query }) => query),
    ),
    sentence: `I read this as: ${parts.length === 0 ? 'no topic' : parts.join(', ')}.${unreadNote}`,
  }
}

/** The readings of several questions in one message as one: it has no single reading that a person could change. */
export function joinUnderstandings(understandings: readonly Understanding[]): Understanding {
  const [first] = understandings
  const last = understandings.at(-1)
  if (first === undefined || last === undefined || first === last) return first as Understanding // at least one
  const queries = understandings.flatMap(({ topics }) => topics)
  return {
    ...last,
    topics: queries.filter(({ query }, at) => queries.findIndex((one) => one.query === query) === at),
    looksAt: [...new Set(understandings.flatMap(({ looksAt }) => looksAt))],
    unread: [...new Set(understandings.flatMap(({ unread }) => unread))],
    sentence: understandings.map(({ sentence }) => sentence).join(' '),
    reading: null,
  }
}

const maxTopics = 5

/** A reading as a person may change it; null for a question that no change of it makes answerable. */
function toZeusReading(reading: Reading, topics: readonly string[]): ZeusReading | null {
  const { task, answer, queries, from, to, otherPeriod, country, wants, outlets, excluded } = reading
  const named = (topics.length > 0 ? topics : queries).filter((query) => query.trim() !== '' && query.length <= 500)
  if (answer === 'private-person' || answer === 'injection') return null
  if (named.length === 0 && task !== 'report' && task !== 'unclear') return null
  return {
    topics: named.slice(0, maxTopics),
    from,
    to,
    otherPeriod: otherPeriod === null ? null : { ...otherPeriod },
    country,
    wants: [...wants],
    outlets: outlets.slice(0, 10),
    excluded: excluded.slice(0, 10),
  }
}

/** `1 July to 30 September 2016`, `since 1 March 2014`; all days when it is open. */
export function formatPeriod(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? formatDay(from) : formatDayRange(from, to)
  if (from !== null) return `since ${formatDay(from)}`
  return to === null ? 'all days' : `until ${formatDay(to)}`
}

const maxQuestions = 3

/**
 * The questions of a message that asks several about different things: "How much is said about kale? And who talks of quinoa in 2013?" What is asked of one topic, or of several that are compared,
 * stays one question. What a person tells between two questions is left out.
 */
export function splitQuestions(request: AnalystRequest): readonly string[] {
  const { message } = request
  if (request.reading != null) return [message]
  const sentences = message.split(/(?<=[?!.])\s+(?=\S)/u)
  const questions = sentences.reduce<string[]>((found, sentence) => {
    const isOwn = sentence.endsWith('?') && found.some((one) => one.includes('?'))
    return isOwn || found.length === 0 ? [...found, sentence] : [...found.slice(0, -1), `${found.at(-1)} ${sentence}`]
  }, [])
  const isAsked =
    questions.length > 1 && questions.length <= maxQuestions && questions.every((one) => one.includes('?'))
  if (!isAsked) return [message]
  const plain = questions.map((one, at) => (at < questions.length - 1 ? one.slice(0, one.indexOf('?') + 1) : one))
  const readings = plain.map((one) => readRequest({ ...request, message: one, history: [] }))
  const [first, ...others] = readings
  if (first === undefined || !isAlone(first) || !others.every((one, at) => isOther(one, readings[at] ?? first)))
    return [message]
  return plain
}

/** A question about one topic that it names itself. */
function isAlone({ task, queries, topicFrom, mainWant }: Reading): boolean {
  return task === 'report' && topicFrom === 'message' && queries.length === 1 && mainWant !== 'compare'
}

/** A question about another topic, or about other days of the one before. */
function isOther(reading: Reading, before: Reading): boolean {
  const isDated = reading.from !== null || reading.to !== null
  const hasOtherDays = isDated && (before.from !== null || before.to !== null) && reading.queries.length === 0
  if (hasOtherDays) return reading.mainWant !== before.mainWant && reading.mainWant !== 'compare'
  const [query = ''] = reading.queries
  return isAlone(reading) && !before.queries.some((one) => one.toLowerCase() === query.toLowerCase())
}
