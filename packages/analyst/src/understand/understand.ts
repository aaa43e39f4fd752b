import { sayDays, sayDay, sayList } from '@auspex/analytics/claims'
import type { AnalystRequest, Understanding } from '../analyst.port.ts'
import { glueCompounds, unglue, withoutGlued } from './compounds.ts'
import { type ClaimedEvent, withoutEvent } from './claimed-event.ts'
import { readCountry, sayCountry } from './countries.ts'
import { type Cue, cueLabels, readCues } from './cues.ts'
import { readGerman } from './german.ts'
import { readPeoplePlace } from './people-places.ts'
import { readPeriod } from './period.ts'
import { readTask, type Task } from './scope.ts'
import { shiftPeriod } from './shift-period.ts'
import { readTopics } from './topics.ts'

/** A question as rules read it, before anything was looked up. */
export interface Reading {
  readonly task: Task
  readonly cues: readonly Cue[]
  readonly queries: readonly string[]
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  readonly unread: readonly string[]
  /** What is said to have happened to the topic: "crash", "collapse". */
  readonly event: ClaimedEvent | null
  /** Days that a comparison named beside those that are told: one topic is told of one period at a time. */
  readonly otherPeriod: { readonly from: string | null; readonly to: string | null } | null
  /** The one place that it asks about, "on Reddit", beside the others that are counted with it. */
  readonly onlyAt: string | null
  /** The language of the question where it is not English. */
  readonly language: string | null
  /** Whether the topic is that of the message before, or what is on the screen. */
  readonly topicFrom: 'message' | 'thread' | 'view' | null
}

const goesOn =
  /^\s*(?:and|but|so|ok(?:ay)?,?|now|also|then|what about|how about|and what about|same|the same|do the same|only|just|for|in|since|during|between|why|who|where|break|show|is it|was it|is that|was that|did it|does it|has it|how did it|how has it)\b/iu
const pronoun = /\b(?:it|its|that|this|they|them|their|those|these|same|the (?:first|second) one|here|there)\b/iu

/** Reads a message by rules, going on from the message before it where it says so. */
export function readMessage({
  message,
  history,
  today,
}: Pick<AnalystRequest, 'message' | 'history' | 'today'>): Reading {
  const written = message
    .normalize('NFKC')
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
  const inEnglish = readGerman(written)
  const text = glueCompounds(inEnglish ?? written)
  const task = readTask(unglue(text))
  const aim = withoutDestination(text, task)
  const period = readPeriod(aim, today)
  const compares = readCues(withoutGlued(aim)).includes('compare')
  const other = period !== null && compares ? readPeriod(period.rest, today) : null
  const dated = other?.rest ?? period?.rest ?? aim
  const isQuoted = /"[^"]+"/u.test(dated)
  const place = isQuoted
    ? readCountry(dated.replaceAll(/"[^"]*"/gu, (quoted) => ' '.repeat(quoted.length)))
    : readCountry(dated)
  const cues = readCues(withoutGlued(dated))
  const before = history.findLast(({ understanding }) => understanding !== null)?.understanding ?? null
  const isComparison = cues.includes('compare')
  const { rest: asked, event } = withoutEvent(place === null || isQuoted ? dated : place.rest)
  let topics = readTopics(asked, isComparison)
  let country = place?.country ?? null
  // "protests in Iran", with nothing else to look for, is about Iran
  if (topics.queries.length === 0 && country !== null && before === null) {
    topics = readTopics(dated, isComparison)
    if (topics.queries.length > 0) country = null
  }
  const queries = topics.queries.map(unglue)
  const refersBack = goesOn.test(message) && message.length < 90
  // "tell me about minecraft and compare it with portal" says itself what "it" is
  const [first = ''] = queries[0]?.replaceAll('"', '').split(' ') ?? []
  const pronounAt = written.search(pronoun)
  const addsToIt = isComparison && pronounAt >= 0 && pronounAt < (inEnglish ?? written).indexOf(first)
  const goesOnFromThread = before !== null && (queries.length === 0 || refersBack || addsToIt)
  const own = {
    task,
    cues,
    from: period?.from ?? null,
    to: period?.to ?? null,
    country,
    unread: topics.unread.map(unglue),
    event,
    otherPeriod: other === null ? null : { from: other.from, to: other.to },
    onlyAt: readPeoplePlace(text),
    language: inEnglish === null ? null : 'German',
  }
  if (!goesOnFromThread || before === null) return { ...own, queries, topicFrom: queries.length > 0 ? 'message' : null }
  const beforeQueries = before.topics.map(({ query }) => query)
  const joined =
    queries.length === 0 ? beforeQueries : isComparison ? [...beforeQueries.slice(0, 4), ...queries] : queries
  const shift = period === null ? shiftPeriod(text, before, today) : null
  const isMoved = shift !== null && (shift.from !== null || shift.to !== null)
  const { from, to } = isMoved ? shift : period === null ? before : own
  return {
    ...own,
    queries: [...new Set(joined)],
    from,
    to,
    unread: shift === null || isMoved ? own.unread : [...own.unread, shift.words],
    country: country ?? before.country,
    topicFrom: queries.length === 0 ? 'thread' : 'message',
  }
}

/** A change without where it goes: the name of a portfolio or a colleague is no topic. */
function withoutDestination(text: string, task: Task): string {
  if (task === 'add') return text.replace(/\b(?:to|into|in)\s+(?:my|our|the|a|portfolio|").*$/iu, ' ')
  return task === 'send' ? text.replace(/\b(?:to|with)\b.*$/iu, ' ') : text
}

/** What a reading comes to, in one sentence for the person, to be kept with the answer. */
export function toUnderstanding(
  reading: Reading,
  topics: Understanding['topics'],
  more: readonly string[] = [],
): Understanding {
  const { from, to, country, cues, unread } = reading
  const named = sayList(topics.map(({ query }) => query.replaceAll('"', '')))
  const parts = [
    named === '' ? null : `${topics.length > 1 ? 'topics' : 'topic'} ${named}`,
    sayPeriod(from, to),
    country === null ? null : `in ${sayCountry(country)}`,
    ...more,
  ].filter((part) => part !== null)
  const left = unread.length === 0 ? '' : ` I did nothing with ${sayList(unread.map((words) => `“${words}”`))}.`
  return {
    topics,
    from,
    to,
    country,
    looksAt: cues.map((cue) => cueLabels[cue]),
    unread,
    sentence: `I read this as: ${parts.length === 0 ? 'no topic' : parts.join(', ')}.${left}`,
  }
}

/** `1 July to 30 September 2016`, `since 1 March 2014`; all days when it is open. */
export function sayPeriod(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? sayDay(from) : sayDays(from, to)
  if (from !== null) return `since ${sayDay(from)}`
  return to === null ? 'all days' : `until ${sayDay(to)}`
}
