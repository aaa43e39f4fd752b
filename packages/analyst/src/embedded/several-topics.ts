import { formatDay } from '@auspex/analytics/claims'
import type { AnalystEvent, AnalystRequest } from '../analyst.port.ts'
import { type AnswerWriter, readForm } from '../answer/answer-writer.ts'
import { outletName, sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
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
import { partNoun } from './coverage.ts'
import { rankingSentences } from './figure-sentences.ts'
import { asksWhichFirst, writeFirstMentions } from './listed-documents.ts'
import { writeCounts, writeTable } from './over-time.ts'
import { type AnswerTopic, rankedVoices, toAnswerTopic } from './report-sentences.ts'
import { leadsFor } from './sentence-table.ts'
import { writeToneOverTime } from './tone-answers.ts'
import type { FoundTopic } from './topic-report.ts'
import { clearOf, percentOf, toneRanking } from './verdict.ts'
import { writeWish } from './write-brief.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Several topics by all that they are asked for, in the order of the question; by how often they are named where nothing else is. */
export async function* answerSeveral(
  context: CallContext,
  writer: AnswerWriter,
  found: readonly FoundTopic[],
  {
    reading,
    request,
    words,
    sourceOf,
  }: { reading: Reading; request: AnalystRequest; words: string; sourceOf: ((at: number) => string) | null },
): Events {
  const topics = found.map((topic, at) => {
    const answerTopic = toAnswerTopic(topic, {
      reading,
      message: request.message,
      words,
      wishes: readWishes(reading, words),
    })
    return sourceOf === null ? answerTopic : { ...answerTopic, name: `${answerTopic.name} in ${sourceOf(at)}` }
  })
  const wishes = wishesOfSeveral(reading, request.message, words)
  const isTable = readForm(request.instruction).isTable
  for (const wish of wishes) {
    // a table says who wrote most beside the other measures
    if (isTable && (wish === 'voices' || wish === 'outlets')) continue
    yield* answerWish(context, writer, topics, wish)
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

async function* answerWish(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly AnswerTopic[],
  wish: Wish,
): Events {
  const [{ words, reading } = { words: '', reading: { from: null, to: null } }] = topics
  const grain = readGrain(words)
  if (wish === 'first') yield* writeFirstMentions(context, writer, topics)
  else if (wish === 'series')
    yield* writeCounts(context, writer, topics, grain ?? 'month', reading.from !== null && reading.to !== null)
  else if (wish === 'tone-change') for (const topic of topics) yield* writeToneOverTime(context, writer, topic, grain)
  else if (wish === 'tone') {
    const own = withoutTopics(
      words,
      topics.map(({ query }) => query),
    )
    for (const one of toneRanking(topics, readSide(own) ?? 'positive')) yield* writer.append(one)
  } else if (wish === 'volume') for (const one of rankingSentences(topics)) yield* writer.append(one)
  else for (const topic of topics) yield* writeWish(context, writer, topic, wish)
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
