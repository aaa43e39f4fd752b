import type { SignalReport } from '@auspex/sdk/types'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import {
  type AnswerWriter,
  createFindingWriter,
  maxSentences,
  readForm,
  readSentenceLimit,
  type WrittenSentence,
} from '../answer/answer-writer.ts'
import { type Sentence, sentence, toFindings } from '../answer/sentence.ts'
import { startLookups, type CallContext } from '../call-tool.ts'
import type { Want } from '../understand/reader/question-model.ts'
import type { Reading } from '../understand/understand.ts'
import { busiestSentence, findGrounds, isVolumeFinding, volumeSentence } from './figure-sentences.ts'
import { chooseFindings, findUncovered, findingKind, findingLabel, missingSentences } from './choose-findings.ts'
import { asksForTrials, eventFindings, extraLookups, trialSentences } from './extra-findings.ts'
import { chooseFigures } from './follow-ups.ts'
import { asksForPriceToCome, writeLimits } from './limits.ts'
import { readGrain, wordsInThread, writeCounts } from './over-time.ts'
import { asksForMovingTone, reasonSides, writeToneOverTime, writeToneReasons } from './tone-answers.ts'
import type { PendingTopic, FoundTopic, TopicReport } from './topic-report.ts'

/** A topic with fewer documents gets a warning. */
const fewDocuments = 10

type Events = AsyncGenerator<AnalystEvent, void>

/** The first sentence of the answer, written before its source is available. */
export interface FirstSentence {
  readonly text: string
  readonly cite: WrittenSentence['cite']
}

/** What is not answered by how many documents there are. */
const otherwise: ReadonlySet<Want> = new Set<Want>([
  'tone',
  'voices',
  'outlets',
  'places',
  'related',
  'narratives',
  'list',
  'quotes',
  'forecast',
  'audience',
  'price',
  'events',
  'first',
])

/** Whether the first sentence is another one than the volume. */
export function answersOtherwise(reading: Reading, request: Pick<AnalystRequest, 'message' | 'history'>): boolean {
  const words = wordsInThread(request, reading.mainWant)
  return otherwise.has(reading.mainWant) || asksForMovingTone(reading, words) || reasonSides(reading, words).length > 0
}

/** The volume, before the report is available; limitations of the answer come first, as always. */
export async function* writeFirstSentence(
  writer: AnswerWriter,
  reading: Reading,
  { size }: PendingTopic,
): AsyncGenerator<AnalystEvent, FirstSentence | null> {
  const text = size === null ? null : volumeSentence(size.title, size.count)
  if (text === null) return null
  yield* writeLimits(writer, reading, reading.queries[0] ?? null, 1)
  const written = writer.appendUncited(text)
  yield* written.events
  return { text, cite: written.cite }
}

/** The brief of one topic: its size at once, then what was looked up for the question, then the rest of the bundle. */
export async function* writeBrief(
  context: CallContext,
  writer: AnswerWriter,
  topic: FoundTopic,
  {
    message,
    history,
    instruction,
    reading,
    first,
  }: Pick<AnalystRequest, 'message' | 'history' | 'instruction'> & { reading: Reading; first: FirstSentence | null },
): Events {
  const { report, signalId } = topic
  const isWhy = reading.wants.includes('why')
  const wants: readonly Want[] =
    isWhy && !reading.wants.includes('quotes') ? [...reading.wants, 'quotes'] : reading.wants
  const lookUps = wants.flatMap((want) =>
    want === 'price' && asksForPriceToCome(reading) ? [] : (extraLookups[want] ?? []),
  )
  if (asksForTrials(message)) lookUps.unshift(trialSentences)
  const requestedForm = readForm(instruction)
  const form = { ...requestedForm, findingLimit: readSentenceLimit(message) ?? requestedForm.findingLimit }
  const findingWriter = createFindingWriter(writer, form)
  const findings = chooseFindings(toFindings(signalId, report.summary), wants, form.findingLimit)
  const asksForNarratives = reading.wants.includes('narratives')
  const eventAnswer = yield* eventFindings(context, topic, reading)
  const ownFindings = findings.filter(
    (finding) =>
      !(asksForNarratives && findingKind(finding) === 'stories') &&
      // documents about the event describe it better than those of the whole topic
      !(eventAnswer !== null && ['summary', 'momentum'].includes(findingKind(finding))),
  )
  const size = ownFindings.find(isVolumeFinding)
  const rest = ownFindings.filter((finding) => finding !== size)
  // the library may have changed since the count: then both are stated, each with its source
  const grounds = first === null || size === undefined ? null : findGrounds(first.text, size)
  // the highest bar answers when it peaked, even where it is too low to be an event
  const busiest =
    reading.wants.includes('events') &&
    !findings.some((finding) => ['events', 'busiest'].includes(findingKind(finding)))
      ? busiestSentence(report)
      : null
  const missing = missingSentences(
    reading.wants.filter((want) => busiest === null || want !== 'change'),
    findings,
  )
  // what is said of "them" needs to be told how many they are
  const isSizeLater =
    first === null && answersOtherwise(reading, { message, history }) && eventAnswer === null && missing.length === 0
  if (first !== null && grounds !== null) yield* first.cite(grounds)
  else if (size !== undefined && !isSizeLater) yield* findingWriter.append(size, findingLabel(size))
  // few documents on days that were hardly read do not mean a quiet time
  const uncovered = reading.from === null && reading.to === null ? undefined : findUncovered(topic)
  if (uncovered !== undefined && form.findingLimit > 1) yield* findingWriter.append(uncovered, findingLabel(uncovered))
  // what was asked for and cannot be answered comes first, before what can
  if (eventAnswer !== null) yield* findingWriter.append(eventAnswer.size, 'Assumption')
  if (busiest !== null) yield* findingWriter.append(busiest, 'When')
  for (const text of missing) yield* findingWriter.append(sentence(text), 'Not known')
  let writtenCount = 0
  const quoted = new Set<string>()
  for (const pendingLookup of startLookups(
    lookUps.map((lookUp) => lookUp(context, { ...reading, ...topic, message })),
  )) {
    const { events, result } = await pendingLookup
    yield* events
    for (const finding of result) {
      writtenCount += 1
      for (const quote of listQuotes(finding)) quoted.add(quote)
      yield* findingWriter.append(finding, 'Looked up')
    }
  }
  const words = wordsInThread({ message, history }, reading.mainWant)
  const grain = readGrain(words)
  const sides = reasonSides(reading, words)
  const isMovingTone = asksForMovingTone(reading, words)
  if (isMovingTone) yield* writeToneOverTime(context, writer, topic, grain)
  else if (grain !== null) yield* writeCounts(context, writer, [topic], grain)
  if (sides.length > 0) {
    const tone = rest.find((finding) => findingKind(finding) === 'tone')
    if (tone !== undefined) yield* findingWriter.append(tone, findingLabel(tone))
    yield* writeToneReasons(context, writer, topic, sides)
  }
  if (isMovingTone || grain !== null || sides.length > 0) {
    writtenCount += maxSentences - 2
    writer.endParagraph()
  }
  // a brief beside a question about a price would read as its answer
  const requestedCount = reading.wants.includes('price') ? 1 : form.findingLimit - 1 - writtenCount
  const maxFindings = asksForPriceToCome(reading) ? 0 : Math.max(1, requestedCount)
  // the lookups are one paragraph, and the rest is the next
  if (writtenCount > 0) findingWriter.endPart()
  const others = rest.filter(
    (finding) =>
      !listQuotes(finding).some((quote) => quoted.has(quote)) && !(sides.length > 0 && findingKind(finding) === 'tone'),
  )
  const answered = writtenCount === 0 && busiest === null ? 1 : 0
  const unwritten =
    isSizeLater && size !== undefined ? [...others.slice(0, answered), size, ...others.slice(answered)] : others
  for (const finding of writtenCount === 0 ? unwritten : unwritten.slice(0, maxFindings))
    yield* findingWriter.append(finding, findingLabel(finding))
  for (const finding of eventAnswer?.quotes ?? []) yield* findingWriter.append(finding, findingLabel(finding))
  findingWriter.endPart()
  findingWriter.end()
  if (isWhy) yield* writer.append(sentence('Documents show what was written at the time, not what caused it.'))
  if (form.unsupportedNote !== null) yield* writer.append(form.unsupportedNote)
  yield* writeWarnings(writer, topic)
  for (const figure of chooseFigures(report, reading.wants, writer.length)) yield { type: 'figure-added', figure }
}

/** The titles and passages that a sentence quotes. */
function listQuotes({ grounds }: Sentence): string[] {
  return grounds.flatMap(({ ground }) => (ground.kind === 'document' ? [ground.quote.toLowerCase()] : []))
}

async function* writeWarnings(
  writer: AnswerWriter,
  { report, isSearching }: TopicReport & { report: SignalReport },
): Events {
  if (report.counts.documents < fewDocuments)
    yield* writer.append(
      sentence(
        report.counts.documents === 1
          ? 'This is a single document, so take all of this as a hint and no more.'
          : 'These are few documents, so take all of this as a hint and no more.',
      ),
    )
  if (isSearching)
    yield* writer.append(sentence('Sources are still responding; ask again in a moment for their results.'))
  if (report.provenance === 'demo') yield* writer.append(sentence('These are the made-up documents of the demo world.'))
}
