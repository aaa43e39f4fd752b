import { joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import type { AnswerWriter } from '../answer/answer-writer.ts'
import { sentence } from '../answer/sentence.ts'
import type { CallContext } from '../call-tool.ts'
import { countryLabel } from '../understand/scope.ts'
import { type Reading } from '../understand/understand.ts'
import { formatPeriod } from '../understand/understanding.ts'
import { countOf, heldOf, readCoverage, sizeSentence } from './coverage.ts'
import { citedVolume } from './figure-sentences.ts'
import { nameOf } from './report-sentences.ts'
import { findUncovered } from './sentence-table.ts'
import { narrowerQueries, plainQuery } from '../understand/wordings.ts'
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

/** States which topics have no document, beside the one that has some, and what exists outside the requested days or country. */
export async function* writeNothingFound(
  context: CallContext,
  writer: AnswerWriter,
  topics: readonly TopicReport[],
  reading: Reading,
  found: readonly TopicReport[] = [],
): Events {
  for (const { query, report, failure } of topics)
    if (report === null)
      yield* writer.append(sentence(`I could not look up ${quoteQuery(query)}: ${failure ?? 'the search failed.'}`))
  const empty = topics.filter(({ report }) => report !== null)
  if (empty.length === 0) return
  const { from, to, country, outlets, excluded } = reading
  const isLimited = outlets.length > 0 || excluded.length > 0
  const isEverywhere = from === null && to === null && country === null && !isLimited
  const names = joinWithOr(
    empty.flatMap(({ query, insteadOf }) => [...(insteadOf === undefined ? [] : [insteadOf]), query]).map(quoteQuery),
  )
  const limits = describeLimits(reading)
  const isDated = from !== null || to !== null
  const [other] = found
  if (found.length === 1 && other !== undefined)
    yield* writer.append(
      sentence(`I found documents about ${quoteQuery(other.query)}${limits}, and none about ${names}.`),
    )
  else {
    const object = isEverywhere
      ? `about ${empty.length === 1 ? 'it' : 'them'}`
      : isDated
        ? 'about those days'
        : 'about it there'
    const consequence = found.length > 0 ? '' : `, so I cannot say anything ${object}`
    const heldDocuments = isDated ? Math.max(...empty.map(({ report }) => (report === null ? 0 : heldOf(report)))) : 0
    const base =
      heldDocuments === 0 ? '' : `, although the library holds ${countOf(heldDocuments, 'documents')} of those days`
    yield* writer.append(sentence(`I found no document about ${names}${limits}${base}${consequence}.`))
  }
  if (isEverywhere) {
    const [narrower] = empty.flatMap(({ query }) => narrowerQueries(query, false))
    const wider = narrower === undefined ? 'for a wider term' : `about “${narrower}”`
    yield* writer.append(sentence(`Check the spelling, or ask ${wider}.`))
    return
  }
  const said = new Set<string>()
  for (const topic of empty) yield* writeElsewhere(context, writer, topic, { isDated, isLimited, said })
}

function quoteQuery(query: string): string {
  return `“${plainQuery(query)}”`
}

function joinWithOr(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Where and when, as it ends a sentence: " in Germany from 1 to 31 May 2012". */
function describeLimits({ from, to, country, outlets, excluded }: Reading): string {
  const days =
    from === null && to === null
      ? ''
      : from !== null && to !== null && from !== to
        ? ` from ${formatPeriod(from, to)}`
        : ` ${from === to ? 'on ' : ''}${formatPeriod(from, to)}`
  return [
    country === null ? '' : ` in ${countryLabel(country)}`,
    outlets.length === 0 ? '' : outlets.join() === 'news' ? ' in the news' : ` from ${joinWithAnd(outlets)}`,
    excluded.length === 0 ? '' : ` without ${joinWithAnd(excluded)}`,
    days,
  ].join('')
}

/** The volume without the days, the country and the sources that had none: an empty period is informative only in comparison. */
async function* writeElsewhere(
  context: CallContext,
  writer: AnswerWriter,
  { query }: TopicReport,
  { isDated, isLimited, said }: { isDated: boolean; isLimited: boolean; said: Set<string> },
): Events {
  const anywhere = yield* readTopic(context, { query, from: null, to: null, country: null })
  const elsewhere = isDated ? 'days' : isLimited ? 'sources' : 'countries'
  const lead = `Over all ${elsewhere}, `
  const coverage = isFound(anywhere) ? readCoverage(anywhere.report) : null
  const size =
    isFound(anywhere) && coverage !== null
      ? sizeSentence(
          { report: anywhere.report, name: nameOf(anywhere.report), size: citedVolume(anywhere.report) },
          coverage,
          lead,
        )
      : null
  if (size !== null) yield* writer.append(size)
  // only what was searched to the end can be called empty
  else if (anywhere.report === null || isFound(anywhere) || anywhere.isSearching)
    yield* writer.append(sentence(`Other ${elsewhere} could not be counted just now.`))
  else {
    const nowhere = 'Nor does the library hold one of any other day, country or source.'
    if (!said.has(nowhere)) yield* writer.append(sentence(nowhere))
    said.add(nowhere)
  }
  const uncovered = isDated && isFound(anywhere) && coverage?.parts.length === 0 ? findUncovered(anywhere) : undefined
  // days that are not covered are so for each of several topics
  if (uncovered === undefined || said.has(uncovered.text)) return
  said.add(uncovered.text)
  yield* writer.append(uncovered)
}
