import { formatDay, joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystEvent } from '../analyst.port.ts'
import {
  type CitedWords,
  type Finding,
  type Ground,
  listParts,
  outletName,
  type Sentence,
  sentence,
  toFindings,
  withCapital,
} from '../answer/sentence.ts'
import { type CalledTool, type CallContext, callTool } from '../call-tool.ts'
import { type ClaimedEvent, directionWords } from '../understand/wordings.ts'
import type { Reading } from '../understand/understand.ts'
import { citedVolume } from './figure-sentences.ts'
import { firstSentences } from './listed-documents.ts'
import { isFound, type FoundTopic, readTopic } from './topic-report.ts'
import type { ForecastSection, NarrativesSection, SignalReport } from '@auspex/sdk/types'
import { correlatePriceTool, estimateAudienceTool, getReportSectionTool, searchTrialsTool } from '@auspex/tools'
import type { Want } from '../understand/reader/question-model.ts'
import { countryLabel } from '../understand/scope.ts'
import { countOf } from './coverage.ts'
import { type AnswerTopic, measure } from './report-sentences.ts'
import { percentOf } from './verdict.ts'

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
  topic: FoundTopic,
  { event, from, to, country, outlets, excluded }: Reading,
): AsyncGenerator<AnalystEvent, EventFindings | null> {
  if (event === null) return null
  const name = topic.query.includes(' ') && !/["()]/u.test(topic.query) ? `"${topic.query}"` : topic.query
  const words = directionWords[event.direction]
  const query = `${name} AND (${words.join(' OR ')})`
  const together = yield* readTopic(context, { query, from, to, country, outlets, excluded })
  if (together.report === null) return null
  const cited = isFound(together) ? citedVolume(together.report) : null
  // a number that cannot be cited is not none
  if (isFound(together) && cited === null) return null
  if (!isFound(together) || cited === null)
    return {
      size: sentence(
        together.isSearching
          ? `None of them is known to have ${describeClaim(event)}: not all sources have responded.`
          : `None of them has ${describeClaim(event)}. That does not show that it did not happen: it may be described in other words, or outside the library.`,
      ),
      quotes: [],
    }
  const quotes = toFindings(together.signalId, together.report.summary).filter(
    ({ formulas }) => formulas[0] === 'summary',
  )
  // a document with the word may be quoted with another sentence
  const pattern = new RegExp(`\\b(?:${words.map((word) => word.replace('*', String.raw`\p{L}*`)).join('|')})\\b`, 'iu')
  const matchingQuotes = quotes.filter(({ text }) => pattern.test(text))
  return {
    size: sentence(
      'Of these, ',
      cited,
      ` ${together.report.counts.documents === 1 ? 'has' : 'have'} ${describeClaim(event)}; what it is said of, only the documents themselves show.`,
    ),
    quotes: (matchingQuotes.length > 0 ? matchingQuotes : quotes).slice(0, maxQuotes),
  }
}

/** The word of the question with its synonyms. */
function describeClaim({ word, direction }: ClaimedEvent): string {
  const others = { rise: ['surge', 'jump', 'rally'], fall: ['crash', 'plunge', 'slump'] }[direction]
  const named = [word, ...others.filter((other) => other !== word)].map((each) => `“${each}”`)
  return `a word such as ${joinWithAnd(named).replace(/ and (?=[^ ]+$)/u, ' or ')}`
}

/** A topic for which more is looked up. */
export interface ExtraTopic {
  readonly signalId: string
  readonly query: string
  readonly report: SignalReport
  readonly message: string
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
}

type ExtraLookup = (context: CallContext, topic: ExtraTopic) => AsyncGenerator<AnalystEvent, Sentence[]>

/** What a want looks up beyond the report of the topic. */
export const extraLookups: Readonly<Partial<Record<Want, ExtraLookup>>> = {
  forecast: forecastSentences,
  narratives: narrativeSentences,
  first: firstSentences,
  price: priceSentences,
  audience: audienceSentences,
}

/** Reads one section of a report. The casts are safe: the section is requested by the name that its type has. */
async function readSection<Section extends ForecastSection | NarrativesSection>(
  context: CallContext,
  input: { signalId: string; section: Section['section'] },
  describe: (section: Section) => string,
): Promise<CalledTool<Section>> {
  const called = await callTool(context, getReportSectionTool, input, (section) => describe(section as Section))
  return called as CalledTool<Section>
}

async function* forecastSentences(
  context: CallContext,
  { signalId }: ExtraTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { outcome, events } = await readSection<ForecastSection>(
    context,
    { signalId, section: 'forecast' },
    ({ refused }) => (refused === null ? 'A forecast with its bands.' : 'Nothing can be forecast.'),
  )
  yield* events
  if (outcome.status === 'failed') return [sentence(`The forecast could not be made: ${outcome.sentence}`)]
  const section = outcome.output
  const horizon = section.horizons[0]
  const place = (horizon?.days.length ?? 0) - 1
  const last = horizon?.days[place]
  if (section.refused !== null || horizon === undefined || last === undefined)
    return [sentence(`There is no forecast. ${section.reason ?? 'The series does not allow one.'}`)]
  const at = (field: 'point' | 'low95' | 'high95'): Ground => ({
    kind: 'measure',
    signalId,
    section: 'forecast',
    pointer: `/horizons/0/days/${place}/${field}`,
    value: last[field],
  })
  const came = horizon.actual[place] ?? null
  const truth: Ground = {
    kind: 'measure',
    signalId,
    section: 'forecast',
    pointer: `/horizons/0/actual/${place}`,
    value: came ?? 0,
  }
  if (horizon.isBacktest)
    return [
      sentence(
        `Its sources have ended, so nothing is forecast of days to come. Their last weeks, forecast from ${formatDay(horizon.asOf)} as a back-test: for ${formatDay(last.day)} `,
        { text: `${decimalCount(last.point)} a day`, ground: at('point') },
        ', and 95 of 100 such days between ',
        { text: decimal(last.low95), ground: at('low95') },
        ' and ',
        { text: decimal(last.high95), ground: at('high95') },
        ...(came === null ? ['; what came is not known.'] : ['; ', { text: `${came}`, ground: truth }, ' came.']),
      ),
    ]
  return [
    sentence(
      `For ${formatDay(last.day)} the forecast is `,
      { text: decimalCount(last.point), ground: at('point') },
      ', and 95 of 100 such days should fall between ',
      { text: decimal(last.low95), ground: at('low95') },
      ' and ',
      { text: decimal(last.high95), ground: at('high95') },
      `; it is made from the days until ${formatDay(horizon.asOf)}.`,
    ),
  ]
}

const narrativeLeads = ['The largest narrative is “', 'Next comes “']

async function* narrativeSentences(
  context: CallContext,
  { signalId }: ExtraTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { outcome, events } = await readSection<NarrativesSection>(
    context,
    { signalId, section: 'narratives' },
    ({ items }) => `${items.length} narratives.`,
  )
  yield* events
  if (outcome.status === 'failed')
    return [sentence(`The subjects that the documents share could not be read: ${outcome.sentence}`)]
  const { items, note } = outcome.output
  // how many documents were read is no reason
  const few = /([\d,]+) documents are too few[^\d.]*([\d,]*\d)?/u.exec(note ?? '')
  if (items.length === 0)
    return [
      sentence(
        few === null
          ? 'The documents have no subject that many of them share.'
          : `There are too few documents to group into narratives${few[2] === undefined ? '' : `: ${few[1]} of the ${few[2]} that it takes`}.`,
      ),
    ]
  return items.slice(0, 3).map(({ label, documents, origin, representative }, place) => {
    const source = representative.find(({ title }) => title.includes(label)) ?? null
    const words: Ground | null =
      source === null
        ? null
        : {
            kind: 'document',
            documentId: source.id,
            field: 'title',
            quoteStart: source.title.indexOf(label),
            quoteEnd: source.title.indexOf(label) + label.length,
            quote: label,
          }
    const groundOf = (pointer: string, value: number): Ground => ({
      kind: 'measure',
      signalId,
      section: 'narratives',
      pointer,
      value,
    })
    return sentence(
      narrativeLeads[place] ?? 'Then “',
      words === null ? label : { text: label, ground: words },
      '”, with ',
      {
        text: `${documents.toLocaleString('en')} ${documents === 1 ? 'document' : 'documents'}`,
        ground: groundOf(`/items/${place}/documents`, documents),
      },
      `; ${outletName(origin.outlet)} had it first, on ${formatDay(origin.publishedAt)}.`,
    )
  })
}

const coins: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  btc: 'BTC',
  ethereum: 'ETH',
  ether: 'ETH',
  eth: 'ETH',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  solana: 'SOL',
  ripple: 'XRP',
}

async function* priceSentences(
  context: CallContext,
  { signalId, query, message }: ExtraTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const coin = Object.entries(coins).find(([name]) =>
    new RegExp(`\\b${name}\\b`, 'iu').test(`${query} ${message}`),
  )?.[1]
  const ticker =
    /\$([A-Z]{1,5})\b/u.exec(message)?.[1] ??
    /\(([A-Z]{1,5})\)|\bticker\s+([A-Z]{1,5})\b/u.exec(message)?.slice(1).find(Boolean)
  const symbol = ticker ?? coin
  if (symbol === undefined)
    return [
      sentence('For that I need to know which price: ask again with the ticker in parentheses, as in “Tesla (TSLA)”.'),
    ]
  const { outcome, events } = await callTool(
    context,
    correlatePriceTool,
    { signalId, symbol, market: ticker === undefined ? 'crypto' : 'stock' },
    (result) => (result.outcome === 'failed' ? 'No correlation could be measured.' : result.verdict),
  )
  yield* events
  // the product's message for screens adds nothing to the reason
  if (outcome.status === 'failed') return [noPrice(symbol, outcome.sentence.replace(/^Error while [^:]+: /u, ''))]
  const result = outcome.output
  if (result.outcome === 'failed') return [noPrice(symbol, result.message)]
  return [sentence(`${result.verdict} ${result.notCausal}`)]
}

/** Why a price is unknown, and how to make it available. */
function noPrice(symbol: string, reason: string): Sentence {
  const remedy = /\bimport/iu.test(reason)
    ? ''
    : ' It can be once that provider answers, or once closing prices are imported from a CSV file.'
  return sentence(`Nothing can be said about the price of ${symbol}: ${reason}${remedy}`)
}

async function* audienceSentences(
  context: CallContext,
  { signalId, country }: ExtraTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const { outcome, events } = await callTool(
    context,
    estimateAudienceTool,
    { signalId, ageMin: 18, ...(country !== null && { country }) },
    ({ people, reason }) => (people === null ? (reason ?? 'It cannot be said.') : 'An estimate with its interval.'),
  )
  yield* events
  if (outcome.status === 'failed') return [sentence(`The number of people is unknown: ${outcome.sentence}`)]
  const { people, reason } = outcome.output
  if (people === null) return [sentence(`The number of people is unknown: ${reason ?? 'too little is known.'}`)]
  return [
    sentence(
      `A rough estimate is ${people.value.toLocaleString('en')} adults, and it could be anything from ${people.low.toLocaleString('en')} to ${people.high.toLocaleString('en')}.`,
    ),
  ]
}

/** Whether a question names the register of clinical trials. */
export function asksForTrials(message: string): boolean {
  return /\b(?:trials?|clinical|phase (?:[1-4]|i{1,3}v?)|pubmed)\b/iu.test(message)
}

export async function* trialSentences(
  context: CallContext,
  { query }: ExtraTopic,
): AsyncGenerator<AnalystEvent, Sentence[]> {
  const words = query.replaceAll('"', '').slice(0, 200)
  const { outcome, events } = await callTool(context, searchTrialsTool, { words, limit: 3 }, ({ page }) =>
    page.total === null ? 'Registered trials.' : `${page.total.toLocaleString('en')} registered trials.`,
  )
  yield* events
  if (outcome.status === 'failed')
    return [sentence('The register of clinical trials did not respond, so this answer covers no trials.')]
  const { items, page } = outcome.output
  if (items.length === 0) return [sentence(`The register has no clinical trial on ${words}.`)]
  const [first] = items
  const total = page.total === null ? 'trials' : `${page.total.toLocaleString('en')} trials`
  return [sentence(`The register has ${total} on ${words}; the last one updated is “${first?.title ?? ''}”.`)]
}

function decimal(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

/** "3.2 documents", "1 document". */
function decimalCount(value: number): string {
  const count = decimal(value)
  return `${count} ${count === '1' ? 'document' : 'documents'}`
}

/** Where countries are asked for and too few documents say theirs, that is the answer. */
export function noCountrySentence({ report, coverage, name }: AnswerTopic): Sentence {
  const { known } = report.locations
  return sentence(
    `Cannot tell the countries: ${known === 0 ? 'none' : `only ${known.toLocaleString('en')}`} of the ${countOf(report.counts.documents, coverage.noun)} on ${name} ${known <= 1 ? 'says where it is from' : 'say where they are from'}.`,
  )
}

/** Countries, where enough documents say theirs. */
export function placesSentence({ report, coverage, name }: AnswerTopic): Sentence | null {
  const { countries, known } = report.locations
  const [first, ...others] = countries
  if (first === undefined || known * 2 < report.counts.documents) return null
  const cited = (place: number, documents: number): CitedWords => ({
    text: documents.toLocaleString('en'),
    ground: measure(report, 'locations', `/countries/${place}/documents`, documents),
  })
  const next = others.slice(0, 4)
  if (first.documents === known && known > 1)
    return sentence(
      'All ',
      { ...cited(0, first.documents), text: countOf(known, coverage.noun) },
      ` on ${name} whose country is known come from ${countryLabel(first.country)}.`,
    )
  const equals = countries.filter(({ documents }) => documents === first.documents)
  const names = equals.map(({ country }) => countryLabel(country))
  const named = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} others`] : names
  if (equals.length > 1)
    return withCapital(
      sentence(
        `no single country leads on ${name}: ${joinWithAnd(named)} have `,
        cited(0, first.documents),
        ` each of the ${countOf(known, coverage.noun)} whose country is known.`,
      ),
    )
  return withCapital(
    sentence(
      `${countryLabel(first.country)} leads on ${name}: `,
      cited(0, first.documents),
      ` of the ${countOf(known, coverage.noun)} whose country is known (${percentOf(first.documents, known)})`,
      ...(next.length === 0 ? [] : [', before ']),
      ...listParts(
        next.map(({ country, documents }, at) => [`${countryLabel(country)} (`, cited(at + 1, documents), ')']),
      ),
      '.',
    ),
  )
}
