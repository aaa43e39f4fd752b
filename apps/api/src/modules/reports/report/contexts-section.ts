import {
  isContextTerm,
  lightStem,
  queryPhrases,
  type QueryNode,
  type ReportedName,
  type ScoredContext,
  scoreContexts,
  tokens,
  type TopicName,
} from '@auspex/analytics'
import type { Context, ContextsSection, Enrichment } from '@auspex/sdk/types'
import type { ContextSet } from '../../library/index.ts'

export interface ContextsInput {
  node: QueryNode
  terms: ContextSet
  entities: ContextSet
  enrichment: Enrichment
  /** Folded words of labels around headlines (`findLabelWords`), and names of people who write: neither says what a topic comes up with. */
  labels: ReadonlySet<string>
  authors: readonly string[]
}

const maxContexts = 40
/** Fewer stories are anecdotal. */
const minHits = 3
const maxValue = 1_000_000_000

/** Terms that occur with the topic more often than by chance, strongest first, without the query's own words. */
export function buildContexts({ node, terms, entities, enrichment, labels, authors }: ContextsInput): ContextsSection {
  const names = new Set(authors.map((author) => tokens(author).join(' ')))
  const isAbout = ({ term }: Context) => {
    const words = tokens(term)
    return !names.has(words.join(' ')) && !words.every((word) => labels.has(word))
  }
  return {
    section: 'contexts',
    items: withoutForms(rankContexts({ node, terms, entities }).filter(isAbout)).slice(0, maxContexts),
    documentsRead: terms.hitsTotal,
    background: terms.backgroundTotal,
    note: noteOn({ terms, enrichment }),
  }
}

/**
 * What many titles name, with the number of documents that mention it. A noun that documents of the topic do not hold more often than others is left out:
 * it may be of any topic.
 */
export function countNames(
  names: readonly TopicName[],
  input: Pick<ContextsInput, 'node' | 'terms' | 'entities'>,
): ReportedName[] {
  const stemsOf = (text: string) => tokens(text).map(lightStem).join(' ')
  const contexts = new Map<string, Context>()
  for (const context of rankContexts(input)) {
    const known = contexts.get(stemsOf(context.term))
    if (context.significant && (known?.documents ?? 0) < context.documents) contexts.set(stemsOf(context.term), context)
  }
  return names.flatMap(({ name }) => {
    const context = contexts.get(stemsOf(name))
    // no number: contexts are counted in a sample, and an entity is found in fewer texts than its word
    if (context !== undefined) return { name, mentions: null }
    const isName = /\p{Lu}/u.test(name) && tokens(name).every((word) => contexts.has(lightStem(word)))
    return isName ? { name, mentions: null } : []
  })
}

/** All contexts, without a limit: the map uses the same list, so that a context has the same figures everywhere. */
export function rankContexts({ node, terms, entities }: Pick<ContextsInput, 'node' | 'terms' | 'entities'>): Context[] {
  const queryWords = new Set(queryPhrases(node).flatMap((phrase) => [phrase, ...tokens(phrase)]))
  const items = [
    ...score(terms, { own: queryWords, isCandidate: isContextTerm }).map((context) => toContext(context, 'term')),
    ...score(entities, {
      own: queryWords,
      isCandidate: (name) => !isOwn(name, queryWords) && tokens(name).some(isContextTerm),
    }).map((context) => toContext(context, 'entity')),
  ]
  return withoutTwins(items.toSorted((a, b) => b.g2 - a.g2 || (a.term < b.term ? -1 : 1)))
}

function score(
  { candidates, hitsTotal, backgroundTotal }: ContextSet,
  { own: wordsOfQuery, isCandidate }: { own: ReadonlySet<string>; isCandidate: (term: string) => boolean },
): CountedContext[] {
  const documentsOf = new Map(candidates.map(({ name, documents }) => [name, documents]))
  return scoreContexts({
    // a candidate without a background cannot be compared with anything
    candidates: candidates.flatMap(({ name, hits, background }) =>
      background === null || !isCandidate(name) ? [] : [{ term: name, hits, background }],
    ),
    hitsTotal,
    backgroundTotal,
    minHits,
    exclude: wordsOfQuery,
  }).map((scored) => ({ ...scored, documents: documentsOf.get(scored.term) ?? scored.hits }))
}

/** A scored context with the number of documents of its stories. */
type CountedContext = ScoredContext & { documents: number }

/** A name that consists only of the query's words: "Oat Milk" for oat milk. */
function isOwn(name: string, wordsOfQuery: ReadonlySet<string>): boolean {
  return tokens(name).every((word) => wordsOfQuery.has(word))
}

/** A name and the word it contains describe the same context; the name is more specific. */
function withoutTwins(items: readonly Context[]): Context[] {
  const names = new Set(items.filter(({ kind }) => kind === 'entity').map(({ term }) => tokens(term).join(' ')))
  return items.filter(({ kind, term }) => kind === 'entity' || !names.has(term))
}

/** Forms of one word (*support, supporting*) are one context: the strongest stands for all. */
function withoutForms(items: readonly Context[]): Context[] {
  const seen = new Set<string>()
  return items.filter(({ term }) => {
    const stems = tokens(term).map(lightStem).join(' ')
    return seen.size < seen.add(stems).size
  })
}

function toContext(
  { term, hits, documents, lift, liftInterval, gSquared, isSignificant }: CountedContext,
  kind: Context['kind'],
): Context {
  return {
    term: term.slice(0, 200),
    kind,
    stories: hits,
    documents,
    lift: roundAssociation(lift),
    liftLow: roundAssociation(liftInterval.low),
    liftHigh: roundAssociation(liftInterval.high),
    g2: roundAssociation(gSquared),
    significant: isSignificant,
  }
}

function noteOn({ terms, enrichment }: { terms: ContextSet; enrichment: Enrichment }): string | null {
  const parts = [
    terms.backgroundTotal === 0
      ? 'What the library says otherwise has not been counted yet, so words cannot be held against it.'
      : null,
    (enrichment.pendingWords ?? 0) > 0
      ? `The words of ${(enrichment.pendingWords ?? 0).toLocaleString('en')} documents are being read again after an update; until then a search may miss some of them.`
      : null,
    enrichment.pending > 0
      ? `${enrichment.pending.toLocaleString('en')} documents are still to be read for names.`
      : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' ')
}

/** Six significant digits wherever an association is reported; fewer would round a bound just above 1 to 1. */
export function roundAssociation(value: number): number {
  return Number(Math.min(maxValue, Math.max(0, value)).toPrecision(6))
}
