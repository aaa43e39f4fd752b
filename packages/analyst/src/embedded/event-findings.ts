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
  /** How many documents of the topic have words for the claimed event, and what that does not show. */
  readonly size: Sentence
  /** Quotations from them; empty where there are none. */
  readonly quotes: readonly Finding[]
}

const maxQuotes = 3

/** What documents say about an event that a question presupposes ("why did it crash"): quotations from those with a word for it. */
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
  // a document with the word may be quoted with another sentence
  const pattern = new RegExp(`\\b(?:${words.map((word) => word.replace('*', String.raw`\p{L}*`)).join('|')})\\b`, 'iu')
  const matchingQuotes = quotes.filter(({ text }) => pattern.test(text))
  return {
    size: sentence(
      'Of these, ',
      cited,
      ` ${together.report.counts.documents === 1 ? 'has' : 'have'} ${sayWords(event)}; what it is said of, only the documents themselves show.`,
    ),
    quotes: (matchingQuotes.length > 0 ? matchingQuotes : quotes).slice(0, maxQuotes),
  }
}

/** The word of the question with its synonyms. */
function sayWords({ word, direction }: ClaimedEvent): string {
  const others = { rise: ['surge', 'jump', 'rally'], fall: ['crash', 'plunge', 'slump'] }[direction]
  const named = [word, ...others.filter((other) => other !== word)].map((each) => `“${each}”`)
  return `a word such as ${sayList(named).replace(/ and (?=[^ ]+$)/u, ' or ')}`
}
