import { joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { withLead, sentence, toFindings } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { countryLabel } from '../understand/scope.ts'
import { type Reading } from '../understand/understand.ts'
import { formatPeriod } from '../understand/understanding.ts'
import { findUncovered, findingKind } from './choose-findings.ts'
import { isFound, readTopic, type TopicReport } from './topic-report.ts'

type Events = AsyncGenerator<AnalystEvent, void>

/** Questions are read in these languages, and answered in English. */
const onlyEnglish: Readonly<Record<NonNullable<Reading['language']>, string>> = {
  de: 'Antworten gibt es nur auf Englisch; das Thema suche ich so, wie Sie es geschrieben haben.',
  es: 'Respondo solo en inglés; busco el tema tal como lo ha escrito.',
  fr: 'Je ne réponds qu’en anglais ; je cherche le sujet tel que vous l’avez écrit.',
}

export function asksForPriceToCome({ wants }: Reading): boolean {
  return wants.includes('price') && wants.includes('forecast')
}

/** States what the answer does not cover before the answer itself: a brief beside the question would read as its answer. */
export async function* writeLimits(
  writer: AnswerWriter,
  reading: Reading,
  query: string | null,
  known: number,
): Events {
  if (reading.language !== null) yield* writer.append(sentence(onlyEnglish[reading.language]))
  if (query === null || known > 1) return
  if (asksForPriceToCome(reading))
    yield* writer.append(sentence('I forecast how much is written about a topic, never a price.'))
  else if (reading.wants.includes('price'))
    yield* writer.append(
      sentence('I have no prices, but I can compare how much is written about a topic with its daily closing prices.'),
    )
  if (reading.otherPeriod !== null)
    yield* writer.append(
      sentence(
        `I can describe only one period at a time: ask about ${formatPeriod(reading.otherPeriod.from, reading.otherPeriod.to)} next, and compare the two answers.`,
      ),
    )
  if (reading.event !== null)
    yield* writer.append(
      sentence(
        `Whether it did ${reading.event.word}, I cannot measure: I count what is written, and see neither sales nor prices in it.`,
      ),
    )
  if (reading.unread.length > 0)
    yield* writer.append(
      sentence(
        `I have no measure for ${joinWithAnd(reading.unread.map((words) => `“${words}”`))}, so this is about ${query.replaceAll('"', '').replaceAll(' AND ', ' and ')} as a whole.`,
      ),
    )
}

/** States that a topic has no document, and what exists outside the requested days or country. */
export async function* writeNothingFound(
  context: CallContext,
  writer: AnswerWriter,
  topic: TopicReport,
  reading: Reading,
): Events {
  const { from, to, country, outlets, excluded } = reading
  const isLimited = outlets.length > 0 || excluded.length > 0
  const name = `“${topic.query.replaceAll('"', '')}”`
  if (topic.report === null) {
    yield* writer.append(sentence(`I could not look up ${name}: ${topic.failure ?? 'the search failed.'}`))
    return
  }
  if (from === null && to === null && country === null && !isLimited) {
    const advice = topic.suggestions[0] ?? 'Check the spelling, or ask for a wider term.'
    yield* writer.append(sentence(`I found no document about ${name}, so I cannot say anything about it. ${advice}`))
    return
  }
  const days =
    from === null && to === null
      ? ''
      : from !== null && to !== null && from !== to
        ? ` from ${formatPeriod(from, to)}`
        : ` ${from === to ? 'on ' : ''}${formatPeriod(from, to)}`
  const where = [
    country === null ? '' : ` in ${countryLabel(country)}`,
    outlets.length === 0 ? '' : ` from ${joinWithAnd(outlets)}`,
    excluded.length === 0 ? '' : ` without ${joinWithAnd(excluded)}`,
  ].join('')
  const left = days === '' ? 'about it there' : 'about those days'
  yield* writer.append(sentence(`I found no document about ${name}${where}${days}, so I cannot say anything ${left}.`))
  yield* writeElsewhere(context, writer, topic, { isDated: days !== '', isLimited })
}

/** The volume without the days, the country and the sources that had none: an empty period is informative only in comparison. */
async function* writeElsewhere(
  context: CallContext,
  writer: AnswerWriter,
  { query }: TopicReport,
  { isDated, isLimited }: { isDated: boolean; isLimited: boolean },
): Events {
  const anywhere = yield* readTopic(context, { query, from: null, to: null, country: null })
  const elsewhere = isDated ? 'days' : isLimited ? 'sources' : 'countries'
  const lead = `Over all ${elsewhere}, `
  const size = isFound(anywhere)
    ? toFindings(anywhere.signalId, anywhere.report.summary).find((finding) => findingKind(finding) === 'match')
    : undefined
  if (size !== undefined) yield* writer.append(withLead(lead, size))
  // only what was searched to the end can be called empty
  else if (anywhere.report === null || isFound(anywhere) || anywhere.isSearching)
    yield* writer.append(sentence(`Other ${elsewhere} could not be counted just now.`))
  else yield* writer.append(sentence('Nor does the library hold one of any other day, country or source.'))
  const uncovered = isDated && isFound(anywhere) ? findUncovered(anywhere) : undefined
  if (uncovered !== undefined) yield* writer.append(uncovered)
}
