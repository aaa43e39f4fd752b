import { sayList } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import { type Sentence, sentence } from '../answer/sentence.ts'
import { type Finding, toFindings } from '../answer/statement-sentences.ts'
import type { CallContext } from '../call-tool.ts'
import { type ClaimedEvent, wordsOf } from '../understand/claimed-event.ts'
import type { Reading } from '../understand/understand.ts'
import { kindOf } from './choose-findings.ts'
import { sizeOf } from './comparison-sentences.ts'
import { isKnown, type KnownTopic, readTopic } from './topic-report.ts'

export interface EventFindings {
  /** How many documents of the topic have words for what is said to have happened, and what that does not show. */
  readonly size: Sentence
  /** What they say; empty where none does. */
  readonly quotes: readonly Finding[]
}

const mostQuotes = 3

/** What documents say of that which a question takes for granted, "why did it crash": the words of those that have a word for it. */
export async function* eventFindings(
  context: CallContext,
  topic: KnownTopic,
  { event, from, to, country }: Reading,
): AsyncGenerator<AnalystEvent, EventFindings | null> {
  if (event === null) return null
  const name = topic.query.includes(' ') && !/["()]/u.test(topic.query) ? `"${topic.query}"` : topic.query
  const words = wordsOf[event.direction]
  const together = yield* readTopic(context, { query: `${name} AND (${words.join(' OR ')})`, from, to, country })
  if (together.report === null) return null
  const cited = isKnown(together) ? sizeOf(together.report) : null
  if (!isKnown(together) || cited === null)
    return {
      size: sentence(
        `None of them has ${sayWords(event)}. That does not show that it did not happen: it may be told in other words, or outside the library.`,
      ),
      quotes: [],
    }
  const quotes = toFindings(together.signalId, together.report.summary).filter(
    (finding) => kindOf(finding) === 'summary',
  )
  // a document that has the word may be quoted with another sentence
  const pattern = new RegExp(`\\b(?:${words.map((word) => word.replace('*', String.raw`\p{L}*`)).join('|')})\\b`, 'iu')
  const telling = quotes.filter(({ text }) => pattern.test(text))
  return {
    size: sentence(
      'Of these, ',
      cited,
      ` ${together.report.counts.documents === 1 ? 'has' : 'have'} ${sayWords(event)}; what it is said of, only the documents themselves show.`,
    ),
    quotes: (telling.length > 0 ? telling : quotes).slice(0, mostQuotes),
  }
}

/** The word of the question with others of its kind. */
function sayWords({ word, direction }: ClaimedEvent): string {
  const others = { rise: ['surge', 'jump', 'rally'], fall: ['crash', 'plunge', 'slump'] }[direction]
  const named = [word, ...others.filter((other) => other !== word)].map((each) => `“${each}”`)
  return `a word such as ${sayList(named).replace(/ and (?=[^ ]+$)/u, ' or ')}`
}
