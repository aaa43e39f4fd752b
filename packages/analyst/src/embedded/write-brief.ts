import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import {
  type AnswerForm,
  type AnswerWriter,
  createFindingWriter,
  type FindingWriter,
  maxSentences,
  readForm,
  readSentenceLimit,
  writeLines,
  type WrittenSentence,
} from '../answer/answer-writer.ts'
import { type Note, type Sentence, sentence } from '../answer/sentence.ts'
import { type CallContext, startLookups } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'
import { nameTopic } from '../understand/wordings.ts'
import {
  anyLead,
  asksForRanks,
  correctWish,
  readUnit,
  readWishes,
  withoutTopics,
  type Wish,
} from '../understand/wishes.ts'
import { answerableWishes, eventWishes, timelineWishes } from './answerable-wishes.ts'
import { coveredSentence, firstSizeWords, isAboutMissing, missingSentence, sizeSentence } from './coverage.ts'
import { asksForTrials, eventFindings, trialSentences } from './extra-findings.ts'
import { asksForTimeline, evidenceOf, timelineSentences, writeAll } from './listed-documents.ts'
import { fewEnoughToName } from './passages.ts'
import { asksForBullets } from './quoted-reasons.ts'
import { daysWords } from './figure-sentences.ts'
import { chooseFigures } from './proposals.ts'
import { asksForPriceToCome, writeLimits } from './limits.ts'
import { type MessageInThread, wordsInThread } from '../understand/understanding.ts'
import { type AnswerTopic, ranksOf, toAnswerTopic } from './report-sentences.ts'
import {
  findLead,
  findUncovered,
  type Lead,
  nothingToSay,
  ruleOf,
  type SentenceKind,
  supportsFor,
} from './sentence-table.ts'
import { ownWriters } from './series-answers.ts'
import { fewDocuments, type FoundTopic, type Narrowing, type PendingTopic } from './topic-report.ts'
import { judgeTone } from './verdict.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** The first sentence of the answer, written before its source is available. */
export interface FirstSentence {
  readonly text: string
  readonly cite: WrittenSentence['cite']
  /** Where its number stands in it. */
  readonly number: { readonly start: number; readonly end: number }
}

/** Whether the number of documents is the whole answer, so that it needs no report. */
export function isAnsweredByCount(reading: Reading, request: MessageInThread): boolean {
  const words = wordsInThread(request, reading.mainWant)
  // a kind of documents is counted apart from the others, which only the report tells
  return readWishes(reading, words)[0] === 'volume' && readUnit(words) === null && reading.event === null
}

/** The number of documents, before the report is available; what cannot be answered comes first, as always. */
export async function* writeFirstSentence(
  writer: AnswerWriter,
  reading: Reading,
  { message, history, narrowing }: MessageInThread & { narrowing: Narrowing | null },
  { size }: PendingTopic,
): AsyncGenerator<AnalystEvent, FirstSentence | null> {
  if (size === null || size.count.counts.sampled || size.count.counts.documents === 0) return null
  yield* writeLimits(writer, reading, reading.queries[0] ?? null, 1)
  const lead = anyLead(wordsInThread({ message, history }, reading.mainWant))
  const days = reading.from === null && reading.to === null ? '' : ` ${daysWords(reading)}`
  const name = nameTopic(narrowing?.query ?? reading.queries[0] ?? size.title, size.title.replaceAll(/["|]/gu, ''))
  const { text, number } = firstSizeWords(size.count.counts, { lead, name, narrowing, days })
  const written = writer.appendUncited(text)
  yield* written.events
  return { text, cite: written.cite, number }
}

/** What a brief answers. */
interface BriefInput extends MessageInThread {
  instruction: AnalystRequest['instruction']
  readonly reading: Reading
  /** The number of documents, where it is written already. */
  readonly first: FirstSentence | null
  readonly notes?: readonly Note[]
  /** Whether it answers a further part of a message. */
  readonly isFurther?: boolean
}

/** An answer about one topic while it is written. */
interface Brief {
  /** With the wishes that it is answered by: quotations, where it has too little for what was asked. */
  readonly topic: AnswerTopic
  /** The wishes as the question has them. */
  readonly requestedWishes: readonly Wish[]
  readonly form: AnswerForm
  /** How many sentences the message allows; null where it does not say. */
  readonly requestedLimit: number | null
  readonly isFurther: boolean
  readonly writer: AnswerWriter
  readonly findings: FindingWriter
  readonly progress: Progress
}

/** What a brief says already, so that nothing is said twice. */
interface Progress {
  readonly kinds: Set<SentenceKind>
  /** The documents and the numbers that it rests on. */
  readonly evidence: Set<string>
  /** How many findings it has. */
  count: number
}

/** The answer about one topic: what is asked for, in its order and in its words first, what supports it, and last how much there is and what covers it. */
export async function* writeBrief(
  context: CallContext,
  writer: AnswerWriter,
  found: FoundTopic,
  input: BriefInput,
): Events {
  const brief = beginBrief(writer, found, input)
  const { topic, findings, isFurther } = brief
  const { first, notes = [] } = input
  if (first !== null) yield* citeFirst(brief, first)
  const none = noneSentence(brief)
  if (none !== null) yield* findings.append(none, 'Not found')
  // a further part of a message that nothing is found for is told by that alone
  if (none !== null && isFurther) {
    findings.end()
    return
  }
  // what is about another topic than was asked for says so first
  for (const note of notes) if (note.isLead === true) yield* findings.append(note, 'Not found')
  const isEventTold = yield* writeClaimedEvent(context, brief)
  const isWhole = !isEventTold && !asksForPriceToCome(topic.reading)
  yield* writeTrials(context, brief)
  const isTimeline = isWhole && (yield* writeTimeline(context, brief))
  const wishes = isWhole ? topic.wishes.filter((wish) => !isTimeline || !timelineWishes.has(wish)) : []
  yield* writeWishes(context, brief, wishes)
  yield* writeSupports(context, brief, supportsOf(brief, wishes, isWhole))
  findings.endPart()
  for (const note of notes) if (note.isLead !== true) yield* writer.append(note)
  const isListed = isWhole && listsAll(brief, wishes)
  if (isListed && !isFurther) yield* writeAll(context, writer, topic, brief.progress.evidence)
  if (isWhole) yield* writeSize(brief, first !== null)
  findings.end()
  if (brief.form.unsupportedNote !== null) yield* writer.append(brief.form.unsupportedNote)
  yield* writeWarnings(writer, topic, isListed)
  for (const figure of chooseFigures(topic.report, topic.reading.wants, writer.length))
    yield { type: 'figure-added', figure }
}

function beginBrief(writer: AnswerWriter, found: FoundTopic, input: BriefInput): Brief {
  const { message, instruction, reading, isFurther = false } = input
  const words = wordsInThread(input, reading.mainWant)
  const named = readWishes(reading, words)
  // beside words of its own a question is rarely for who or where
  const requestedWishes =
    found.narrowing === undefined ? named : [...new Set(named.map((wish) => correctWish(wish, words)))]
  const wishes = answerableWishes(requestedWishes, found, { reading, words })
  const form = readForm(instruction)
  return {
    topic: toAnswerTopic(found, { reading, message, words, wishes }),
    requestedWishes,
    form,
    requestedLimit: readSentenceLimit(message),
    isFurther,
    writer,
    findings: createFindingWriter(writer, form),
    progress: { kinds: new Set(), evidence: new Set(), count: 0 },
  }
}

/** What no document has, for those who ask how much there is of it; the reading names it to others, and a claimed event has a sentence of its own. */
function noneSentence({ topic, isFurther }: Brief): Sentence | null {
  return topic.reading.event === null && isAboutMissing(topic) ? missingSentence(topic, isFurther) : null
}

function isNarrowed({ narrowing }: FoundTopic): boolean {
  return (narrowing?.used.length ?? 0) > 0
}

function isToneless({ report }: FoundTopic): boolean {
  return judgeTone(report.tone.stories) === 'too-few'
}

function limitOf({ requestedLimit, form }: Brief): number {
  return requestedLimit ?? form.findingLimit
}

/** Adds its source to the sentence that was written before the report was there. */
function* citeFirst({ topic, progress }: Brief, first: FirstSentence): Generator<AnalystEvent, void> {
  const ground = topic.size?.ground
  if (ground !== undefined) yield* first.cite([{ ...first.number, ground }])
  progress.kinds.add('size')
  progress.count += 1
}

/** What documents say of the event that a question takes for granted; false where it names none. */
async function* writeClaimedEvent(
  context: CallContext,
  { topic, findings, progress }: Brief,
): AsyncGenerator<AnalystEvent, boolean> {
  const event = yield* eventFindings(context, topic, topic.reading)
  if (event === null) return false
  for (const one of [sizeSentence(topic, topic.coverage), event.size, ...event.quotes])
    if (one !== null) yield* findings.append(one, 'Assumption')
  progress.kinds.add('size')
  return true
}

async function* writeTrials(context: CallContext, { topic, findings }: Brief): Events {
  if (!asksForTrials(topic.message)) return
  for (const one of yield* trialSentences(context, { ...topic, ...topic.reading, query: topic.query }))
    yield* findings.append(one, 'Trials')
}

/** How the topic went on, in lines, where that is asked for; false where there are not enough of them. */
async function* writeTimeline(
  context: CallContext,
  { topic, writer, progress }: Brief,
): AsyncGenerator<AnalystEvent, boolean> {
  if (!asksForTimeline.test(withoutTopics(topic.words, topic.reading.queries))) return false
  const lines = yield* timelineSentences(context, topic)
  if (lines.length < 2) return false
  yield* writeLines(writer, lines)
  noteEvidence(progress, lines)
  return true
}

function noteEvidence({ evidence }: Progress, sentences: readonly Sentence[]): void {
  for (const { grounds } of sentences) for (const { ground } of grounds) evidence.add(evidenceOf(ground))
}

/** Answers each wish; all are looked up together, and written in the order of the question. */
async function* writeWishes(context: CallContext, brief: Brief, wishes: readonly Wish[]): Events {
  const { requestedLimit, progress, topic } = brief
  const pending = startLookups(
    wishes.map(async function* (wish): AsyncGenerator<AnalystEvent, Lead | null> {
      return ownWriters[wish] === undefined ? yield* findLead(context, topic, wish) : null
    }),
  )
  for (const [at, wish] of wishes.entries()) {
    const lookup = pending[at]
    if (lookup === undefined) continue
    const { events, result } = await lookup
    yield* events
    if (requestedLimit !== null && progress.count >= requestedLimit) continue
    // the documents that are listed say what happened
    const isToldByList = wish === 'events' && wishes.includes('list')
    if (result !== null || !isToldByList) yield* writeOneWish(context, brief, wish, result)
  }
}

async function* writeOneWish(context: CallContext, brief: Brief, wish: Wish, lead: Lead | null): Events {
  const { topic, writer, findings, progress } = brief
  const write = ownWriters[wish]
  if (write !== undefined) {
    yield* write(context, writer, topic)
    progress.count += 1
    return
  }
  if (lead !== null && progress.kinds.has(lead.kind)) return
  const isRanking = (wish === 'voices' || wish === 'outlets') && asksForRanks(topic.words)
  const ranks = isRanking ? ranksOf(topic) : []
  if (ranks.length > 1) {
    yield* writeLines(writer, ranks)
    progress.kinds.add('voices')
    progress.count += 1
    return
  }
  const none = nothingToSay[wish]
  if (lead !== null) yield* writeLead(context, brief, lead)
  else if (none !== undefined) {
    yield* findings.append(sentence(none(topic.name)), 'Not known')
    progress.count += 1
  }
}

async function* writeLead(context: CallContext, brief: Brief, { kind, sentences }: Lead): Events {
  const { topic, requestedWishes, writer, findings, progress } = brief
  progress.kinds.add(kind)
  if (kind === 'coverage') progress.kinds.add('size')
  if (kind === 'quotes' && sentences.every(({ grounds }) => grounds.length === 0))
    yield* writeWithoutQuote(context, brief)
  // that a tone is unknown is told to those who ask for it first
  if (kind === 'verdict' && isToneless(topic) && requestedWishes[0] !== 'tone') return
  const isInLines =
    kind === 'quotes' && sentences.length > 1 && asksForBullets(withoutTopics(topic.words, topic.reading.queries))
  // that there are no more quotations is none of them
  const lines = isInLines ? sentences.filter(({ grounds }) => grounds.length > 0) : []
  if (isInLines) yield* writeLines(writer, lines)
  for (const one of sentences) if (!lines.includes(one)) yield* findings.append(one, ruleOf(kind).label)
  noteEvidence(progress, sentences)
  progress.count += sentences.length
}

/** Where nothing can be quoted, how much there is says most, and then what happened. */
async function* writeWithoutQuote(context: CallContext, { topic, requestedWishes, findings, progress }: Brief): Events {
  const size = isNarrowed(topic) && !progress.kinds.has('size') ? sizeSentence(topic, topic.coverage) : null
  if (size !== null) {
    yield* findings.append(size, 'How much')
    progress.kinds.add('size')
  }
  if (!requestedWishes.some((wish) => eventWishes.has(wish))) return
  const { make, label } = ruleOf('event')
  for (const one of yield* make(context, topic)) yield* findings.append(one, label)
}

/** What may stand beside the answers to the wishes, in its order: more where a brief is asked for by its name, or a long form. */
function supportsOf(brief: Brief, wishes: readonly Wish[], isWhole: boolean): SentenceKind[] {
  const { topic, form, progress } = brief
  const supports = supportsFor(wishes)
  const isLong = form.isTable || limitOf(brief) > maxSentences || (isWhole && briefWords.test(topic.message))
  return [...new Set([...supports, ...(isLong ? everyKind(topic) : [])])].filter((kind) => !progress.kinds.has(kind))
}

async function* writeSupports(context: CallContext, brief: Brief, kinds: readonly SentenceKind[]): Events {
  const { topic, findings, progress } = brief
  for (const kind of kinds) {
    if (progress.count >= limitOf(brief)) return
    if (kind === 'verdict' && isToneless(topic)) continue
    for (const one of yield* ruleOf(kind).make(context, topic)) {
      // what is quoted already supports nothing, as what cannot be quoted
      const isKnown = one.grounds.some(({ ground }) => progress.evidence.has(evidenceOf(ground)))
      if (isKnown || (kind === 'quotes' && one.grounds.length === 0)) continue
      yield* findings.append(one, ruleOf(kind).label)
      noteEvidence(progress, [one])
      progress.count += 1
    }
    progress.kinds.add(kind)
  }
}

/** Whether so few documents are found that all of them are named, beside an answer that does not list them itself. */
function listsAll({ topic, requestedLimit }: Brief, wishes: readonly Wish[]): boolean {
  const isList = wishes.some((wish) => wish === 'series' || wish === 'list' || wish === 'first')
  return requestedLimit === null && topic.report.counts.documents <= fewEnoughToName && !isList
}

/** How much there is and what covers it, where that is not said and the answer may be so long. */
function* writeSize(brief: Brief, hasFirst: boolean): Generator<AnalystEvent, void> {
  const { topic, isFurther, findings, progress } = brief
  // a further part of a message is about what the first one counted
  if (isFurther && !isNarrowed(topic)) return
  const limit = limitOf(brief)
  if (progress.count >= limit && limit < maxSentences) return
  const { report, coverage, reading } = topic
  const covered = hasFirst ? coveredSentence(report, coverage) : null
  const size = progress.kinds.has('size') ? covered : sizeSentence(topic, coverage)
  if (size !== null) yield* findings.append(size, 'How much')
  const isDated = reading.from !== null || reading.to !== null
  const uncovered = isDated ? findUncovered(topic) : undefined
  if (uncovered !== undefined && coverage.parts.every(({ hasEnded }) => !hasEnded))
    yield* findings.append(uncovered, 'Not known')
}

/** Who asks for a brief by its name wants more of the topic than the answer to a question. */
const briefWords = /\b(?:brief(?:ing)?|overview|summary|summari[sz]e|one[- ]pager)\b/iu

/** For a longer answer, or one as a table: what every brief has. */
function everyKind({ report }: AnswerTopic): readonly SentenceKind[] {
  return report.counts.documents <= fewEnoughToName ? ['event'] : ['event', 'verdict', 'voices']
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
