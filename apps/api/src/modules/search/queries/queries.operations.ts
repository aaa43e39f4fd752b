import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { readCountry } from '@auspex/analyst'
import {
  type QueryNode,
  type QueryTextReading,
  canonicalQuery,
  formatQuery,
  phraseCandidates,
  queryPhrases,
  readQueryText,
  readQuestion,
  splitBounds,
  toTsquery,
} from '@auspex/analytics'
import type {
  Category,
  ParsedQuery,
  Provenance,
  QueryInSource,
  QueryText,
  QuestionReading,
  SourceKey,
} from '@auspex/sdk/types'
import { sourceDialects, writeNativeQuery } from '@auspex/sources'

/** The contract's maximum length of a term. */
const maxTermLength = 500

export interface QueriesOptions extends QuestionDependencies {
  connectors: readonly QueryTarget[]
}

/** Parses queries without searching. A query that cannot be parsed is a normal result, not a failure. */
export function createQueriesOperations({ connectors, ...deps }: QueriesOptions) {
  return {
    parseQuery: async ({ body }) => ({
      status: 200,
      body: {
        ...present(readQueryText(body), connectors),
        question: isPair(body) ? null : await readTyped(body.query_term ?? '', deps),
      },
    }),
  } satisfies Partial<Handlers>
}

function present(read: QueryTextReading, connectors: readonly QueryTarget[]): Omit<ParsedQuery, 'question'> {
  if ('error' in read) {
    return { ok: false, reading: null, fault: { term: read.term, ...read.error } }
  }
  const { node, unsearched } = read
  return {
    ok: true,
    reading: {
      formatted: formatQuery(node),
      canonical: canonicalQuery(node),
      node,
      unsearched,
      sources: presentSources(node, connectors),
    },
    fault: null,
  }
}

function isPair({ x_term, y_term }: QueryText): boolean {
  return [x_term, y_term].some((term) => (term ?? '').trim() !== '')
}

interface QuestionDependencies {
  vocabulary: DocumentsModule['vocabulary']
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/**
 * The query for a question in natural language; names of the library and terms of its categories are kept as phrases. Null when the text is not a
 * question.
 */
export async function readTyped(
  text: string,
  { vocabulary, categories, provenance, clock }: QuestionDependencies,
): Promise<QuestionReading> {
  const today = clock.now().toISOString().slice(0, 10)
  // most texts are not a question whatever the library knows, and need no lookup
  if (readQuestion(text, { today, isKnown: () => true }) === null) return null
  const candidates = phraseCandidates(text)
  const world = await provenance()
  const names = candidates.length === 0 ? [] : await vocabulary.findNames(candidates, world)
  const knownPhrases = new Set([
    ...names.map(({ key }) => key),
    ...categories.flatMap(({ terms }) => terms.map((term) => term.toLowerCase())),
  ])
  const reading = readQuestion(text, { today, isKnown: (phrase) => knownPhrases.has(phrase) })
  if (reading === null || reading.query.length > maxTermLength) return null
  const words = await spellNames(reading.words, vocabulary, world)
  const countries = findCountries(text)
  const days = { startDate: reading.from, endDate: reading.until }
  return { query_term: reading.query, words, ...days, ...(countries.length > 0 && { countries }) }
}

// looks ahead, because the next word for a place may be among the words that follow
const placeWords =
  /(?<!\p{L})(?:in|from|across|within)\s+(?=((?:the\s+)?\p{L}[\p{L}'’.-]*(?:\s+\p{L}[\p{L}'’.-]*){0,3}))/giu

/** The contract's maximum. */
const maxCountries = 5

/** The countries that a question names after a word for a place: the longest name that there is, so that "in New Zealand" is one. */
function findCountries(text: string): string[] {
  const countries = [...text.matchAll(placeWords)].flatMap(([, name = '']) => {
    const words = name.split(/\s+/)
    const names = words.map((_, index) => words.slice(0, words.length - index).join(' '))
    // "us" is the pronoun unless it is written as the country
    return names
      .filter((each) => each !== 'us')
      .flatMap((each) => readCountry(each) ?? [])
      .slice(0, 1)
  })
  return [...new Set(countries)].slice(0, maxCountries)
}

/** A word that is a name in at least this share of its documents is written as one. */
const minNameShare = 0.5

/** Words typed in lower case as documents write them: "romney" is Romney, and "apple" is either. */
async function spellNames(
  words: readonly string[],
  vocabulary: DocumentsModule['vocabulary'],
  world: Provenance,
): Promise<string[]> {
  const lowerCaseWords = words.filter((word) => word === word.toLowerCase())
  if (lowerCaseWords.length === 0) return [...words]
  const [names, shares] = await Promise.all([
    vocabulary.findNames(lowerCaseWords, world),
    vocabulary.backgroundShares(lowerCaseWords, world),
  ])
  const spelled = new Map(
    names
      .toSorted((a, b) => a.background - b.background)
      .filter(({ key, background, total }) => background / total >= minNameShare * (shares.get(key) ?? 0))
      .map(({ key, name }) => [key, name]),
  )
  return words.map((word) => spelled.get(word) ?? word)
}

/** The part of a connector needed to show how it would be queried. */
interface QueryTarget {
  key: SourceKey
  label: string
}

const maxSources = 40

/** The query for the library and for each connector; one without a dialect is not searched by words. */
function presentSources(node: QueryNode, connectors: readonly QueryTarget[]): QueryInSource[] {
  const { rest, sources } = splitBounds(node)
  const phrases = queryPhrases(node)
  const others = connectors.filter(({ key }) => key !== 'imported').slice(0, maxSources - 1)
  return [
    presentSource(
      { key: 'imported', label: 'This library' },
      { nativeQuery: toTsquery(node), requests: 0, notHonoured: [] },
    ),
    ...others.map((connector) => {
      const dialect = sourceDialects[connector.key]
      if (sources !== null && !sources.includes(connector.key)) {
        const notHonoured = [`${connector.label} is excluded by the query.`]
        return presentSource(connector, { nativeQuery: null, requests: 0, notHonoured })
      }
      if (dialect === undefined) return presentSource(connector, { nativeQuery: null, requests: 0, notHonoured: [] })
      const native = writeNativeQuery({ node: rest, terms: { text: '', phrases } }, dialect)
      return presentSource(connector, {
        nativeQuery: native.nativeQuery === '' ? null : native.nativeQuery,
        requests: native.requests.length,
        notHonoured: native.notHonoured,
      })
    }),
  ]
}

interface WrittenQuery {
  nativeQuery: string | null
  requests: number
  notHonoured: readonly string[]
}

function presentSource(
  { key, label }: QueryTarget,
  { nativeQuery, requests, notHonoured }: WrittenQuery,
): QueryInSource {
  return {
    key,
    label,
    nativeQuery: nativeQuery === null ? null : nativeQuery.slice(0, 8000),
    requests,
    notHonoured: notHonoured.slice(0, 20).map((sentence) => sentence.slice(0, 500)),
  }
}
