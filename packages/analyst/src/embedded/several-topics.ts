import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import { listTrendsTool } from '@auspex/tools'
import type { AnalystEvent, AnalystRequest, Understanding } from '../analyst.port.ts'
import { type AnswerWriter, readForm, writeTable } from '../answer/answer-writer.ts'
import { outletName, sentence, withCapital, withLead } from '../answer/sentence.ts'
import { type CallContext, callTool, startLookups } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'
import {
  asksForMovingTone,
  asksForSizes,
  ranksByTone,
  readGrain,
  readSide,
  readWishes,
  type Wish,
  withoutTopics,
} from '../understand/wishes.ts'
import { formatPeriod, toUnderstanding, wordsInThread } from '../understand/understanding.ts'
import { withQualifiers } from '../understand/qualifiers.ts'
import { countOf, heldOf, partNoun } from './coverage.ts'
import {
  daysWords,
  lonePeriodSentence,
  type PeriodTopic,
  periodSentences,
  rankingSentences,
} from './figure-sentences.ts'
import { writeLimits, writeNothingFound } from './limits.ts'
import { asksWhichFirst, writeFirstMentions } from './listed-documents.ts'
import { type AnswerTopic, rankedVoices, toAnswerTopic, type TopicQuestion } from './report-sentences.ts'
import { buildFollowUps } from './proposals.ts'
import { findLead, findUncovered, leadsFor, nothingToSay } from './sentence-table.ts'
import { ownWriters, writeCounts, writeToneOverTime } from './series-answers.ts'
import {
  type FoundTopic,
  isFound,
  isKnownEmpty,
  type Narrowing,
  narrowTopic,
  readTopic,
  type TopicReport,
} from './topic-report.ts'
import { clearOf, percentOf, toneRanking } from './verdict.ts'

type Events = AsyncGenerator<AnalystEvent, void>

interface SeveralInput {
  readonly reading: Reading
  readonly request: AnalystRequest
  readonly words: string
  /** Where each topic was looked for, if that sets them apart. */
  readonly sources: readonly string[] | null
}

/** Several topics by all that they are asked for, in the order of the question; by how often they are named where nothing else is. */
export async function* answerSeveral(
  context: CallContext,
  writer: AnswerWriter,
  found: readonly FoundTopic[],
  { reading, request, words, sources }: SeveralInput,
): Events {
  const question = { reading, message: request.message, words, wishes: readWishes(reading, words) }
  const topics = found.map((topic, at) => {
    const answerTopic = toAnswerTopic(topic, question)
    return sources === null ? answerTopic : { ...answerTopic, name: `${answerTopic.name} in ${sources[at] ?? ''}` }
  })
  const isNarrowed = topics.some(({ narrowing }) => (narrowing?.used.length ?? 0) > 0)
  const requested = wishesOfSeveral(reading, request.message, words)
  // how many documents have the words beside the topics is the first answer to them
  const wishes: readonly Wish[] = isNarrowed
    ? ['volume', ...requested.filter((wish) => wish !== 'volume' && wish !== 'tone' && wish !== 'narratives')]
    : requested
  const isTable = readForm(request.instruction).isTable
  for (const wish of wishes) {
    // a table says who wrote most beside the other measures
    if (isTable && (wish === 'voices' || wish === 'outlets')) continue
    const compare = comparisonWriters[wish]
    if (compare !== undefined) yield* compare(context, writer, topics)
    else for (const topic of topics) yield* writeWish(context, writer, topic, wish)
  }
  if (isTable && wishes.every((wish) => wish !== 'series' && wish !== 'tone-change'))
    yield* writeTable(writer, ['', ...topics.map(({ name }) => name)], rowsOf(topics, wishes))
  const endedPart = topics[0]?.coverage.parts[0]
  if (endedPart?.hasEnded === true && topics.every(({ coverage }) => coverage.parts[0]?.until === endedPart.until))
    yield* writer.append(
      sentence(`Counted up to ${formatDay(endedPart.until)}, where the library’s ${partNoun(endedPart)} end.`),
    )
}

/** What several topics are asked for: sizes and tones set them against each other, and everything else is told of each. */
function wishesOfSeveral(reading: Reading, message: string, words: string): readonly Wish[] {
  if (asksWhichFirst(reading, message)) return ['first']
  if (asksForMovingTone(reading, words)) return ['tone-change']
  if (readGrain(words) !== null) return ['series']
  const named = readWishes(reading, words).flatMap((wish): Wish[] => {
    if (wish === 'compare' || wish === 'rank' || wish === 'brief' || wish === 'volume') return []
    return wish === 'tone' || wish === 'list' || leadsFor(wish).length > 0 ? [wish] : []
  })
  const byTone: Wish[] = ranksByTone(reading, words) ? ['tone'] : []
  const others = [...new Set([...byTone, ...named])].filter((wish) => byTone.length === 0 || wish !== 'reasons')
  return asksForSizes(words) || others.length === 0 ? ['volume', ...others] : others
}

/** The wishes that set several topics against each other; every other one is answered for each of them. */
const comparisonWriters: Readonly<
  Partial<Record<Wish, (context: CallContext, writer: AnswerWriter, topics: readonly AnswerTopic[]) => Events>>
> = {
  first: writeFirstMentions,
  series: async function* (context, writer, topics) {
    const { words = '', reading = { from: null, to: null } } = topics[0] ?? {}
    const isDated = reading.from !== null && reading.to !== null
    yield* writeCounts(context, writer, topics, { grain: readGrain(words) ?? 'month', isDated })
  },
  'tone-change': async function* (context, writer, topics) {
    for (const topic of topics) yield* writeToneOverTime(context, writer, topic, readGrain(topic.words))
  },
  tone: async function* (_, writer, topics) {
    const queries = topics.map(({ query }) => query)
    const side = readSide(withoutTopics(topics[0]?.words ?? '', queries)) ?? 'positive'
    for (const one of toneRanking(topics, side)) yield* writer.append(one)
  },
  volume: async function* (_, writer, topics) {
    for (const one of rankingSentences(topics)) yield* writer.append(one)
  },
}

const listedVoices = 3

/** The measures of topics that are compared in a table. */
function rowsOf(topics: readonly AnswerTopic[], wishes: readonly Wish[]): string[][] {
  const row = (head: string, tell: (topic: AnswerTopic) => string) => [head, ...topics.map(tell)]
  const side = (name: 'positive' | 'negative') =>
    row(`${name === 'positive' ? 'Positive' : 'Negative'}, of those with a clear tone`, ({ report }) => {
      const clear = clearOf(report.tone.stories)
      const count = report.tone.stories[name]
      return clear === 0
        ? 'none'
        : `${count.toLocaleString('en')} of ${clear.toLocaleString('en')} (${percentOf(count, clear)})`
    })
  return [
    row('Documents', ({ report, coverage }) => `${report.counts.documents.toLocaleString('en')} ${coverage.noun}`),
    ...(wishes.includes('tone') ? [side('positive'), side('negative')] : []),
    ...(wishes.includes('voices') || wishes.includes('outlets')
      ? [
          row('Most from', (topic) =>
            rankedVoices(topic)
              .slice(0, listedVoices)
              .map(({ voice }) => `${outletName(voice.name)} (${voice.documents.toLocaleString('en')})`)
              .join(', '),
          ),
        ]
      : []),
  ]
}

/** What is rising over everything. */
export async function* answerTrends(context: CallContext, writer: AnswerWriter, reading: Reading): Events {
  const understanding = toUnderstanding(reading, [], ['what is rising over everything'])
  yield { type: 'understanding', understanding }
  const { outcome, events } = await callTool(
    context,
    listTrendsTool,
    { limit: 5 },
    ({ items }) => `${items.length} rising terms.`,
  )
  yield* events
  if (outcome.status === 'failed')
    yield* writer.append(sentence(`The rising topics could not be read: ${outcome.sentence}`))
  else if (outcome.output.items.length === 0)
    yield* writer.append(
      sentence('No topic’s share of attention is rising for certain in the last days that the library holds.'),
    )
  else {
    const { items, windowDays, asOf } = outcome.output
    const termTexts = items
      .slice(0, 5)
      .map(
        ({ term, documents, previous }) =>
          `“${term}” (${countOf(documents, 'documents')}, ${previous.toLocaleString('en')} before)`,
      )
    yield* writer.append(
      sentence(
        `In the ${windowDays} days to ${asOf === null ? 'today' : formatDay(asOf)} these gained most against the days before, as a share of attention: ${joinWithAnd(termTexts)}.`,
      ),
    )
    const followUps = items
      .slice(0, 3)
      .map(({ term }) => ({ label: `Brief me on ${term}`, message: `Brief me on “${term}”` }))
    yield { type: 'follow-ups', followUps }
  }
}

/** A message, or a part of one: how all parts were read is said once. */
export type PartRequest = AnalystRequest & { readonly isPart?: boolean; readonly isFurther?: boolean }

export function* writeReading(writer: AnswerWriter, { isPart }: PartRequest, { sentence: text }: Understanding) {
  writer.endParagraph()
  if (isPart !== true) yield* writer.appendMarkdown(`*${text}*`)
}

/** A topic in one of two periods. */
interface TopicOfPeriod {
  readonly topic: TopicReport
  readonly days: PeriodTopic['days']
}

/** How much was said of one topic in two periods, and in what tone. */
export async function* comparePeriods(
  context: CallContext,
  writer: AnswerWriter,
  reading: Reading,
  request: PartRequest,
): Events {
  const { queries, from, to, otherPeriod } = reading
  const [query = ''] = queries
  const other = otherPeriod ?? { from, to }
  const words = wordsInThread(request, reading.mainWant)
  yield { type: 'understanding', understanding: toUnderstanding(reading, [{ query, signalId: null }]) }
  const topics = yield* readPeriods(context, query, reading, [{ from, to }, other])
  const against = `against ${formatPeriod(other.from, other.to)}`
  const understanding = toUnderstanding(reading, [{ query, signalId: topics[0]?.topic.signalId ?? null }], [against])
  yield { type: 'understanding', understanding }
  yield* writeLimits(writer, { ...reading, otherPeriod: null }, query, 1)
  const question = { reading, message: words, words, wishes: readWishes(reading, words) }
  const found = topics.flatMap(({ topic, days }): (AnswerTopic & PeriodTopic)[] =>
    isFound(topic)
      ? [{ ...toAnswerTopic(topic, { ...question, reading: { ...reading, ...days, otherPeriod: null } }), days }]
      : [],
  )
  const [one, two] = found
  if (one !== undefined && two !== undefined)
    for (const each of periodSentences([one, two], words, ranksByTone(reading, words))) yield* writer.append(each)
  else yield* writeEmptyPeriods(context, writer, topics, { reading, other, lone: one })
  yield* writeOtherWishes(context, writer, found, question)
  for (const { topic } of topics) {
    const uncovered = isFound(topic) ? findUncovered(topic) : undefined
    if (uncovered !== undefined && found.every(({ coverage }) => coverage.main?.hasEnded !== true))
      yield* writer.append(uncovered)
  }
  yield* writeReading(writer, request, understanding)
  const followUps = found.slice(0, 1).flatMap(({ report }) => buildFollowUps(report, reading))
  if (followUps.length > 0) yield { type: 'follow-ups', followUps }
}

async function* readPeriods(
  context: CallContext,
  query: string,
  { country, outlets, excluded }: Reading,
  periods: readonly PeriodTopic['days'][],
): AsyncGenerator<AnalystEvent, TopicOfPeriod[]> {
  const lookups = periods.map(async function* (days): AsyncGenerator<AnalystEvent, TopicOfPeriod> {
    return { topic: yield* readTopic(context, { query, ...days, country, outlets, excluded }), days }
  })
  const topics: TopicOfPeriod[] = []
  for (const pending of startLookups(lookups)) {
    const { events, result } = await pending
    yield* events
    topics.push(result)
  }
  return topics
}

/** Which of two periods have nothing about a topic, beside the one that has something. */
async function* writeEmptyPeriods(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly TopicOfPeriod[],
  { reading, other, lone }: { reading: Reading; other: PeriodTopic['days']; lone: PeriodTopic | undefined },
): Events {
  const empty = topics.filter(({ topic }) => !isFound(topic))
  const [none] = empty
  const areKnown = empty.every(({ topic }) => isKnownEmpty(topic))
  if (areKnown && lone !== undefined && none !== undefined && none.topic.report !== null) {
    yield* writer.append(lonePeriodSentence(lone, none.days, heldOf(none.topic.report)))
    return
  }
  // what other days have is the same for both
  for (const { topic, days } of areKnown ? empty.slice(0, 1) : empty)
    yield* writeNothingFound(context, writer, { unfound: [topic] }, { ...reading, ...days })
  if (areKnown && empty.length === topics.length)
    yield* writer.append(sentence(`Nor is there one ${daysWords(other)}.`))
}

/** What a comparison of two periods is asked for beside it: of each of them, or of all days from the first to the last. */
async function* writeOtherWishes(
  context: CallContext,
  writer: AnswerWriter,
  periods: readonly (AnswerTopic & PeriodTopic)[],
  question: TopicQuestion,
): Events {
  const [first] = periods
  if (first === undefined) return
  const own = question.wishes.filter((wish) => wish === 'quotes' || wish === 'events' || wish === 'why')
  for (const wish of own)
    for (const { days, ...topic } of periods) {
      writer.endParagraph()
      yield* writer.append(withCapital(sentence(`${daysWords(days)}:`)))
      yield* writeWish(context, writer, topic, wish)
    }
  const common = question.wishes.filter((wish) => wish === 'first' || wish === 'peak' || wish === 'list')
  if (common.length === 0) return
  // a period without a first day begins with the library, and one without a last day goes on
  const begins = periods.flatMap(({ days }) => days.from ?? [])
  const ends = periods.flatMap(({ days }) => days.to ?? [])
  const from = begins.length < periods.length ? null : (begins.toSorted()[0] ?? null)
  const to = ends.length < periods.length ? null : (ends.toSorted().at(-1) ?? null)
  const { country, outlets, excluded } = question.reading
  const whole = yield* readTopic(context, { query: first.query, from, to, country, outlets, excluded })
  if (!isFound(whole)) return
  const reading = { ...question.reading, from, to, otherPeriod: null }
  for (const wish of common) yield* writeWish(context, writer, toAnswerTopic(whole, { ...question, reading }), wish)
}

/** What is looked up: each topic; or one topic in each of the sources that it is compared over, "on Reddit and in newspapers". */
export function lookupsOf({ queries, outlets, mainWant }: Reading): { query: string; outlets: readonly string[] }[] {
  const [query] = queries
  return query !== undefined && queries.length === 1 && outlets.length > 1 && mainWant === 'compare'
    ? outlets.map((outlet) => ({ query, outlets: [outlet] }))
    : queries.map((each) => ({ query: each, outlets }))
}

/** Words beside more topics than these are not counted: each takes several calls. */
const maxNarrowed = 2
const nothingKnown: Pick<Narrowing, 'total' | 'missing' | 'uncounted'> = { total: 0, missing: [], uncounted: [] }

/** Several topics, with what the question says beside them where each has documents with it: a part of one is compared with no whole. */
export async function* readTopics(
  context: CallContext,
  lookups: readonly { query: string; outlets: readonly string[] }[],
  { from, to, country, excluded, qualifiers = [] }: Reading,
): AsyncGenerator<AnalystEvent, TopicReport[]> {
  const limits = { from, to, country, excluded }
  const narrowings: (Narrowing | null)[] = []
  const isCounted = lookups.length <= maxNarrowed
  for (const pending of startLookups(
    isCounted
      ? lookups.map(({ query, outlets }) => narrowTopic(context, { query, qualifiers }, { ...limits, outlets }))
      : [],
  )) {
    const { events, result } = await pending
    yield* events
    narrowings.push(result)
  }
  // a part of one topic is compared with the same part of the others
  const common = qualifiers.filter(
    (own) => isCounted && narrowings.every((one) => one?.used.some(({ words }) => words === own.words) === true),
  )
  const areNarrowed = common.length > 0
  const topics: TopicReport[] = []
  for (const [at, pending] of startLookups(
    lookups.map((lookup) =>
      readTopic(context, {
        ...limits,
        ...lookup,
        query: areNarrowed ? withQualifiers(lookup.query, common) : lookup.query,
      }),
    ),
  ).entries()) {
    const { events, result } = await pending
    yield* events
    const narrowing = narrowings[at] ?? null
    if (qualifiers.length === 0 || (isCounted && narrowing === null)) {
      topics.push(result)
      continue
    }
    const { subject, total, missing, uncounted } = narrowing ?? { ...nothingKnown, subject: result.query }
    const unused = qualifiers.filter((one) => ![...common, ...missing, ...uncounted].includes(one))
    topics.push({
      ...result,
      narrowing: { subject, total, query: result.query, used: common, missing, uncounted, unused },
    })
  }
  return topics
}

/** What answers one wish about one of several topics or periods, under its name where that is lines of their own; or that nothing can be said. */
async function* writeWish(context: CallContext, writer: AnswerWriter, topic: AnswerTopic, wish: Wish): Events {
  const write = ownWriters[wish]
  if (write !== undefined) {
    writer.endParagraph()
    yield* writer.append(withCapital(sentence(`${topic.name}:`)))
    yield* write(context, writer, topic)
    return
  }
  const lead = yield* findLead(context, topic, wish)
  // quotations of several topics have to say of which they are
  const about = lead?.kind === 'quotes' ? `On ${topic.name}: ` : ''
  for (const one of lead?.sentences ?? []) yield* writer.append(withLead(about, one))
  const none = nothingToSay[wish]
  if (lead === null && none !== undefined) yield* writer.append(sentence(none(topic.name)))
}
