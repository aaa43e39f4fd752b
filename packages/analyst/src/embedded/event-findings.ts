import type { AnalystEvent } from '../analyst.port.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type Finding, toFindings } from '../answer/statement-sentences.ts'
import type { CallContext } from '../call-tool.ts'
import type { Reading } from '../understand/understand.ts'
import { kindOf } from './choose-findings.ts'
import { sizeOf } from './comparison-sentences.ts'
import { isKnown, type KnownTopic, readTopic } from './topic-report.ts'

export interface EventFindings {
  /** How many documents of the topic speak of what is said to have happened. */
  readonly size: Sentence
  /** What they say; empty where none does. */
  readonly quotes: readonly Finding[]
}

const mostQuotes = 3

/** Whether documents bear out what a question takes for granted, "why did it crash", and the words of those that do. */
export async function* eventFindings(
  context: CallContext,
  topic: KnownTopic,
  { event, from, to, country }: Reading,
): AsyncGenerator<AnalystEvent, EventFindings | null> {
  if (event === null) return null
  const name = topic.query.includes(' ') && !/["()]/u.test(topic.query) ? `"${topic.query}"` : topic.query
  const together = yield* readTopic(context, { query: `${name} AND ${event}*`, from, to, country })
  if (together.report === null) return null
  const cited = isKnown(together) ? sizeOf(together.report) : null
  if (!isKnown(together) || cited === null)
    return {
      size: sentence(`None of them has a word that begins with “${event}”, so they do not bear out that it happened.`),
      quotes: [],
    }
  const quotes = toFindings(together.signalId, together.report.summary).filter(
    (finding) => kindOf(finding) === 'summary',
  )
  // a document that has the word may be quoted with another sentence
  const telling = quotes.filter(({ text }) => text.toLowerCase().includes(event))
  return {
    size: sentence(
      'Of these, ',
      cited,
      ` ${together.report.counts.documents === 1 ? 'has' : 'have'} a word that begins with “${event}”.`,
    ),
    quotes: (telling.length > 0 ? telling : quotes).slice(0, mostQuotes),
  }
}
