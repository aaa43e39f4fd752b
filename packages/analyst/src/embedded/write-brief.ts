import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import {
  type AnswerWriter,
  createFindingWriter,
  maxSentences,
  readForm,
  readSentenceLimit,
  type WrittenSentence,
} from '../answer/answer-writer.ts'
import { type Note, type Sentence, sentence, outletName, withCapital, withLead } from '../answer/sentence.ts'
import { type CallContext, startLookups } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'
import { nameTopic, plainQuery } from '../understand/wordings.ts'
import {
  anyLead,
  asksForRanks,
  correctWish,
  readCount,
  readGrain,
  readUnit,
  readWishes,
  withoutTopics,
  type Wish,
} from '../understand/wishes.ts'
import { countOf, coveredSentence, isAboutMissing, missingSentence, partWords, sizeSentence } from './coverage.ts'
import { asksForTrials, eventFindings, trialSentences } from './extra-findings.ts'
import {
  asksForTimeline,
  documentOf,
  listedSentences,
  timelineSentences,
  writeAll,
  writeLines,
} from './listed-documents.ts'
import { fewEnoughToName } from './passages.ts'
import { asksForBullets } from './quoted-reasons.ts'
import { daysWords } from './figure-sentences.ts'
import { chooseFigures } from './proposals.ts'
import { asksForPriceToCome, writeLimits } from './limits.ts'
import { writeCounts } from './over-time.ts'
import { wordsInThread } from '../understand/understanding.ts'
import { type AnswerTopic, rankedVoices, toAnswerTopic, voiceCount } from './report-sentences.ts'
import {
  findUncovered,
  leadsFor,
  measures,
  missing,
  openWishes,
  ruleOf,
  type SentenceKind,
  supportsFor,
  eventWishes,
  timelineWishes,
} from './sentence-table.ts'
import { writeToneOverTime } from './tone-answers.ts'
import type { FoundTopic, Narrowing, PendingTopic } from './topic-report.ts'
import { judgeTone } from './verdict.ts'

/** Figures that rest on fewer documents get a warning. */
const fewDocuments = 10

type Events = AsyncGenerator<AnalystEvent, void>
type BriefRequest = Pick<AnalystRequest, 'message' | 'history' | 'instruction'>

/** The first sentence of the answer, written before its source is available. */
export interface FirstSentence {
  readonly text: string
  readonly cite: WrittenSentence['cite']
  /** Where its number stands in it. */
  readonly number: { readonly start: number; readonly end: number }
}

/** Whether the number of documents is the whole answer, so that it needs no report. */
export function isAnsweredByCount(reading: Reading, request: Pick<AnalystRequest, 'message' | 'history'>): boolean {
  const words = wordsInThread(request, reading.mainWant)
  // a kind of documents is counted apart from the others, which only the report tells
  return readWishes(reading, words)[0] === 'volume' && readUnit(words) === null && reading.event === null
}

/** The number of documents, before the report is available; what cannot be answered comes first, as always. */
export async function* writeFirstSentence(
  writer: AnswerWriter,
  reading: Reading,
  { message, history, narrowing }: Pick<AnalystRequest, 'message' | 'history'> & { narrowing: Narrowing | null },
  { size }: PendingTopic,
): AsyncGenerator<AnalystEvent, FirstSentence | null> {
  if (size === null || size.count.counts.sampled || size.count.counts.documents === 0) return null
  yield* writeLimits(writer, reading, reading.queries[0] ?? null, 1)
  const words = wordsInThread({ message, history }, reading.mainWant)
  const { documents, outlets } = size.count.counts
  const lead = anyLead(words) === 'Yes: ' && size.count.counts.documents < 3 ? 'Hardly: ' : anyLead(words)
  const isPart = narrowing !== null && narrowing.used.length > 0
  // a part of a topic is no count of the topic
  const number = isPart ? documents.toLocaleString('en') : countOf(documents, 'documents')
  const from = outlets > 1 ? ` from ${outlets.toLocaleString('en')} outlets` : ''
  const name = isPart
    ? partWords(narrowing)
    : nameTopic(narrowing?.query ?? reading.queries[0] ?? size.title, size.title.replaceAll(/["|]/gu, ''))
  const whole = isPart ? ` of the ${countOf(narrowing.total, 'documents')} on ${plainQuery(narrowing.subject)}` : ''
  const days = reading.from === null && reading.to === null ? '' : ` ${daysWords(reading)}`
  const text = `${lead}${number}${whole}${isPart ? '' : from} ${documents === 1 ? 'mentions' : 'mention'} ${name}${days}.`
  const written = writer.appendUncited(text)
  yield* written.events
  return { text, cite: written.cite, number: { start: lead.length, end: lead.length + number.length } }
}

/** What answers a wish with more than sentences: a table, or a list of its own lines. */
const writers: Readonly<
  Partial<Record<Wish, (context: CallContext, writer: AnswerWriter, topic: AnswerTopic) => Events>>
> = {
  series: async function* (context, writer, topic) {
    const { from, to } = topic.reading
    yield* writeCounts(context, writer, [topic], readGrain(topic.words) ?? 'month', from !== null && to !== null)
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

/** What answers one wish about one of several topics, under its name where that is lines of their own; or that nothing can be said. */
export async function* writeWish(context: CallContext, writer: AnswerWriter, topic: AnswerTopic, wish: Wish): Events {
  const write = writers[wish]
  if (write !== undefined) {
    writer.endParagraph()
    yield* writer.append(withCapital(sentence(`${topic.name}:`)))
    yield* write(context, writer, topic)
    return
  }
  for (const kind of leadsFor(wish)) {
    const made = yield* ruleOf(kind).make(context, topic)
    // quotations of several topics have to say of which they are
    for (const one of made) yield* writer.append(kind === 'quotes' ? withLead(`On ${topic.name}: `, one) : one)
    if (made.length > 0) return
  }
  const none = missing[wish]
  if (none !== undefined) yield* writer.append(sentence(none(topic.name)))
}

const rankedAtMost = 5

/** Who wrote most as ranks, where these are asked for: "top subreddits". */
function ranksOf(topic: AnswerTopic): Sentence[] {
  return rankedVoices(topic)
    .slice(0, readCount(topic.words, topic.reading.queries) ?? rankedAtMost)
    .map((one) =>
      sentence(
        `${outletName(one.voice.name)}: `,
        voiceCount(topic, one),
        ` ${one.voice.documents === 1 ? topic.coverage.noun.replace(/s$/u, '') : topic.coverage.noun}`,
      ),
    )
}

/** The answer about one topic: what is asked for, in its order and in its words first, what supports it, and last how much there is and what covers it. */
export async function* writeBrief(
  context: CallContext,
  writer: AnswerWriter,
  found: FoundTopic,
  {
    message,
    history,
    instruction,
    reading,
    first,
    notes = [],
    isFurther = false,
  }: BriefRequest & {
    reading: Reading
    first: FirstSentence | null
    notes?: readonly Note[]
    isFurther?: boolean
  },
): Events {
  const words = wordsInThread({ message, history }, reading.mainWant)
  const read = readWishes(reading, words)
  // beside words of its own a question is rarely for who or where
  const asked = found.narrowing === undefined ? read : [...new Set(read.map((wish) => correctWish(wish, words)))]
  const isNarrowed = (found.narrowing?.used.length ?? 0) > 0
  // of a handful of documents their words say more than any measure
  const isThin = isNarrowed && found.report.counts.documents < fewDocuments
  // what a question says beside its topic is answered by what documents say of it
  const hasMatter = (reading.qualifiers ?? []).length > 0
  const isToneless = judgeTone(found.report.tone.stories) === 'too-few'
  const wishes = [
    ...new Set(
      asked.map((wish) => ((isThin && measures.has(wish)) || (hasMatter && openWishes.has(wish)) ? 'quotes' : wish)),
    ),
  ]
  const topic = toAnswerTopic(found, { reading, message, words, wishes })
  const requestedForm = readForm(instruction)
  const askedLimit = readSentenceLimit(message)
  const limit = askedLimit ?? requestedForm.findingLimit
  const findings = createFindingWriter(writer, requestedForm)
  const written = new Set<SentenceKind>()
  const cited = new Set<string>()
  let count = 0
  if (first !== null) {
    const ground = topic.size?.ground
    if (ground !== undefined) yield* first.cite([{ ...first.number, ground }])
    written.add('size')
    count += 1
  }
  // what no document has is the answer to those who ask how much there is of it; the reading names it to others
  // an event that the question claims has a sentence of its own
  const none = reading.event === null && isAboutMissing(topic) ? missingSentence(topic, isFurther) : null
  if (none !== null) yield* findings.append(none, 'Not found')
  // a further part of a message that nothing is found for is told by that alone
  if (none !== null && isFurther) {
    findings.end()
    return
  }
  // what is about another topic than was asked for says so first
  const leading = notes.filter(({ isLead = false }) => isLead)
  for (const note of leading) yield* findings.append(note, 'Not found')
  const eventAnswer = yield* eventFindings(context, topic, reading)
  if (eventAnswer !== null) {
    for (const one of [sizeSentence(topic, topic.coverage), eventAnswer.size, ...eventAnswer.quotes])
      if (one !== null) yield* findings.append(one, 'Assumption')
    written.add('size')
  }
  const isWhole = eventAnswer === null && !asksForPriceToCome(reading)
  if (asksForTrials(message))
    for (const one of yield* trialSentences(context, { ...topic, ...reading, query: topic.query }))
      yield* findings.append(one, 'Trials')
  const timeline =
    isWhole && asksForTimeline.test(withoutTopics(words, reading.queries))
      ? yield* timelineSentences(context, topic)
      : []
  if (timeline.length > 1) {
    yield* writeLines(writer, timeline)
    for (const { grounds } of timeline) for (const { ground } of grounds) cited.add(documentOf(ground))
  }
  // the leads of all wishes are looked up together, and written in the order of the question
  const own = isWhole ? wishes.filter((wish) => timeline.length < 2 || !timelineWishes.has(wish)) : []
  const pending = startLookups(
    own.map(async function* (wish): AsyncGenerator<
      AnalystEvent,
      { kind: SentenceKind; made: readonly Sentence[] } | null
    > {
      if (writers[wish] !== undefined) return null
      for (const kind of leadsFor(wish)) {
        const made = yield* ruleOf(kind).make(context, topic)
        if (made.length > 0) return { kind, made }
      }
      return null
    }),
  )
  for (const [at, wish] of own.entries()) {
    const lookup = pending[at]
    if (lookup === undefined) continue
    const { events, result } = await lookup
    yield* events
    if (askedLimit !== null && count >= askedLimit) continue
    const write = writers[wish]
    if (write !== undefined) {
      yield* write(context, writer, topic)
      count += 1
      continue
    }
    if (result !== null && written.has(result.kind)) continue
    const lines = (wish === 'voices' || wish === 'outlets') && asksForRanks(words) ? ranksOf(topic) : []
    if (lines.length > 1) {
      yield* writeLines(writer, lines)
      written.add('voices')
      count += 1
      continue
    }
    if (result === null) {
      // the documents that are listed say what happened
      const untold = wish === 'events' && own.includes('list') ? undefined : missing[wish]
      if (untold !== undefined) yield* findings.append(sentence(untold(topic.name)), 'Not known')
      count += untold === undefined ? 0 : 1
      continue
    }
    written.add(result.kind)
    if (result.kind === 'coverage') written.add('size')
    // where nothing can be quoted, how much there is says most
    const isUnquoted = result.kind === 'quotes' && result.made.every(({ grounds }) => grounds.length === 0)
    const size = isUnquoted && isNarrowed && !written.has('size') ? sizeSentence(topic, topic.coverage) : null
    if (size !== null) yield* findings.append(size, 'How much')
    if (size !== null) written.add('size')
    const told =
      isUnquoted && asked.some((one) => eventWishes.has(one)) ? yield* ruleOf('event').make(context, topic) : []
    for (const one of told) yield* findings.append(one, ruleOf('event').label)
    // that a tone is unknown is told to those who ask for it first
    if (result.kind === 'verdict' && isToneless && asked[0] !== 'tone') continue
    const isInLines =
      result.kind === 'quotes' && result.made.length > 1 && asksForBullets(withoutTopics(words, reading.queries))
    if (isInLines) yield* writeLines(writer, result.made)
    for (const one of result.made) {
      if (!isInLines) yield* findings.append(one, ruleOf(result.kind).label)
      for (const { ground } of one.grounds) cited.add(documentOf(ground))
      count += 1
    }
  }
  const beside = isWhole ? supportsFor(own).filter((kind) => !written.has(kind)) : []
  const isWholeBrief = requestedForm.isTable || limit > maxSentences || (isWhole && briefWords.test(message))
  for (const kind of isWholeBrief ? [...beside, ...everyKind(topic, written, beside)] : beside) {
    if (count >= limit) break
    if (kind === 'verdict' && isToneless) continue
    for (const one of yield* ruleOf(kind).make(context, topic)) {
      // what is quoted already supports nothing, as what cannot be quoted
      if (kind === 'quotes' && one.grounds.length === 0) continue
      if (one.grounds.some(({ ground }) => cited.has(documentOf(ground)))) continue
      yield* findings.append(one, ruleOf(kind).label)
      for (const { ground } of one.grounds) cited.add(documentOf(ground))
      count += 1
    }
    written.add(kind)
  }
  findings.endPart()
  for (const note of notes) if (!leading.includes(note)) yield* writer.append(note)
  const isListed =
    isWhole &&
    askedLimit === null &&
    topic.report.counts.documents <= fewEnoughToName &&
    !own.some((wish) => showsItsSize.has(wish) && wish !== 'quotes' && wish !== 'volume')
  if (isListed && !isFurther) yield* writeAll(context, writer, topic, cited)
  // a further part of a message is about what the first one counted
  if ((count < limit || limit >= maxSentences) && isWhole && !(isFurther && !isNarrowed)) {
    const size = written.has('size')
      ? first === null
        ? null
        : coveredSentence(topic.report, topic.coverage)
      : sizeSentence(topic, topic.coverage)
    if (size !== null) yield* findings.append(size, 'How much')
    const uncovered = reading.from === null && reading.to === null ? undefined : findUncovered(found)
    if (uncovered !== undefined && topic.coverage.parts.every(({ hasEnded }) => !hasEnded))
      yield* findings.append(uncovered, 'Not known')
  }
  findings.end()
  if (requestedForm.unsupportedNote !== null) yield* writer.append(requestedForm.unsupportedNote)
  yield* writeWarnings(writer, topic, isListed)
  for (const figure of chooseFigures(topic.report, reading.wants, writer.length)) yield { type: 'figure-added', figure }
}

/** Who asks for a brief by its name wants more of the topic than the answer to a question. */
const briefWords = /\b(?:brief(?:ing)?|overview|summary|summari[sz]e|one[- ]pager)\b/iu

/** For a longer answer, or one as a table: what every brief has. */
function everyKind(
  { report }: AnswerTopic,
  written: ReadonlySet<SentenceKind>,
  beside: readonly SentenceKind[],
): SentenceKind[] {
  const kinds: readonly SentenceKind[] =
    report.counts.documents <= fewEnoughToName ? ['event'] : ['event', 'verdict', 'voices']
  return kinds.filter((kind) => !written.has(kind) && !beside.includes(kind))
}

/** Lists, first mentions and quotations say by themselves how few they rest on. */
const showsItsSize: ReadonlySet<Wish> = new Set<Wish>(['volume', 'series', 'list', 'first', 'quotes'])

async function* writeWarnings(
  writer: AnswerWriter,
  { report, isSearching, wishes }: AnswerTopic,
  isListed: boolean,
): Events {
  if (!isListed && report.counts.documents < fewDocuments && !wishes.every((wish) => showsItsSize.has(wish)))
    yield* writer.append(
      sentence(
        report.counts.documents === 1
          ? 'This is a single document, so take all of this as a hint and no more.'
          : 'These are few documents, so take all of this as a hint and no more.',
      ),
    )
  if (isSearching) yield* writer.append(sentence('Counted without the sources that did not answer in time.'))
  if (report.provenance === 'demo') yield* writer.append(sentence('These are the made-up documents of the demo world.'))
}
