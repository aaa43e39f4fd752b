import {
  estimateQuality,
  type JudgedCell,
  anyOf,
  formatQuery,
  noneOf,
  allOf,
  parseQuery,
  type QueryNode,
  suggestTerms,
  type TermSuggestion,
  tokens,
  wordsOfQuery,
} from '@auspex/analytics'
import type {
  CheckedDocument,
  DocumentLabels,
  QueryCheck,
  QueryCheckState,
  QueryQuality,
  QuerySuggestion,
} from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { type DocumentFilter, type DocumentsModule, type StoredDocument, toMatching } from '../../library/index.ts'
import { presentDocument, toLibraryDocument } from '../report/present-document.ts'
import { checkNotFound, nothingToCheck, otherBounds } from '../reports.errors.ts'
import type { CanonicalQuery } from '../signal-query.ts'
import type { Signals } from '../signals.module.ts'
import type { QueryChecksRepository, SampledDocument, SampledPart, StoredCheck } from './query-checks.repository.ts'
import { findWiderQuery } from './wider-query.ts'

export interface QueryCheckDependencies {
  checks: QueryChecksRepository
  documents: DocumentsModule
  signals: Signals
  clock: Clock
}

/**
 * Documents to draw from the matches and from each part of the wider query. Half of the labels go to the matches, which both figures rest on; of
 * the others more go to the part with more documents about the topic, as each of those says more about recall.
 */
const sampleSizes = { matches: 25, near: 15, far: 10 }
/** Documents to add when a changed query matches what was not sampled. */
const maxAddedDocuments = 10
/** Documents of one check. */
const maxDocuments = 100
/** The contract's maximum length of a query. */
const maxQueryLength = 500

/** The signal's query, with the filter of another query within the same sources, days and country. */
async function readScope(signalId: string, { signals }: QueryCheckDependencies) {
  const query = await signals.find(signalId)
  const { filter } = await signals.filterOf(query)
  const filterOf = (node: QueryNode): DocumentFilter => ({ ...filter, ...toMatching(node) })
  return { query, filterOf, bounds: boundsOf(query) }
}

/** Sources, days and country of a query as text. */
function boundsOf({ echo }: CanonicalQuery): string {
  const { geo, entity, sources, startDate, endDate, asOf = null } = echo
  return JSON.stringify([geo, entity, sources.toSorted(), startDate, endDate, asOf])
}

/** The documents of a part that no part before it has. */
function nodeOfPart(parts: readonly { node: QueryNode }[], index: number): QueryNode {
  const [part, earlier] = [parts[index], parts.slice(0, index)]
  if (part === undefined) throw new RangeError(`There is no part ${index}`)
  return allOf([part.node, ...earlier.map(({ node }) => noneOf(node))])
}

/** The caller's check of a signal, and those whose labels it could use. Throws `signals.not_found`. */
export async function getQueryCheck(
  signalId: string,
  { userId }: Actor,
  deps: QueryCheckDependencies,
): Promise<QueryCheckState> {
  const query = await deps.signals.find(signalId)
  const check = await deps.checks.find(userId, signalId)
  const others = await deps.checks.listOthers(userId, { signalId, bounds: boundsOf(query) })
  const titles = await deps.signals.findTitles(others.map((other) => other.signalId))
  return {
    check: check === null ? null : await presentCheck(check, deps),
    others: others.map(({ drawnFor, drawnAt, ...other }) => ({
      ...other,
      title: titles.get(other.signalId) ?? drawnFor,
      drawnAt: drawnAt.toISOString(),
    })),
  }
}

/**
 * Draws documents to label, or uses those of another check. Throws `signals.not_found`, `query_checks.not_found`, `query_checks.no_documents` or
 * `query_checks.other_bounds`.
 */
export async function startQueryCheck(
  { signalId, labelsOf }: { signalId: string; labelsOf: string | null },
  { userId }: Actor,
  deps: QueryCheckDependencies,
): Promise<QueryCheck> {
  const check =
    labelsOf === null ? await drawCheck(signalId, deps) : await adoptCheck({ signalId, labelsOf, userId }, deps)
  await deps.checks.save(userId, check)
  return presentCheck(check, deps)
}

async function drawCheck(signalId: string, deps: QueryCheckDependencies): Promise<StoredCheck> {
  const { documents, signals, clock } = deps
  const { query, filterOf, bounds } = await readScope(signalId, deps)
  const seed = clock.now().getTime()
  const matches = await documents.drawDocuments(filterOf(query.node), { limit: sampleSizes.matches, seed })
  if (matches.documents === 0) throw nothingToCheck()
  const contexts = await signals.section(signalId, 'contexts', {})
  const wider = await findWiderQuery({ node: query.node, contexts, matches: matches.documents, filterOf }, deps)
  const nodes = [query.node, ...wider.parts].map((node) => ({ node }))
  const samples = [matches]
  for (const [index, limit] of [sampleSizes.near, sampleSizes.far].entries())
    if (index + 1 < nodes.length)
      samples.push(await documents.drawDocuments(filterOf(nodeOfPart(nodes, index + 1)), { limit, seed }))
  const parts = nodes.map(({ node }, index): SampledPart => {
    const count = samples[index]?.documents ?? 0
    return index === 0 ? { node, matches: count, others: 0 } : { node, matches: 0, others: count }
  })
  const sampled = samples.map(({ ids }, part) =>
    ids.map((documentId): SampledDocument => ({ documentId, part, isMatch: part === 0, label: null })),
  )
  return {
    signalId,
    drawnFor: query.echo.title,
    bounds,
    drawnAt: clock.now(),
    parts,
    widerTerms: wider.terms,
    documents: interleave(sampled),
  }
}

/** Mixes samples so that each beginning has its share of all of them: whoever stops early has a smaller sample of each part. */
function interleave(samples: readonly SampledDocument[][]): SampledDocument[] {
  const positions = samples.flatMap((sample) =>
    sample.map((document, index) => ({ document, place: (index + 0.5) / sample.length })),
  )
  return positions.toSorted((a, b) => a.place - b.place).map(({ document }) => document)
}

/** The documents and labels of another check, counted for the query of this signal. */
async function adoptCheck(
  { signalId, labelsOf, userId }: { signalId: string; labelsOf: string; userId: string },
  deps: QueryCheckDependencies,
): Promise<StoredCheck> {
  const { documents, checks, clock } = deps
  const { query, filterOf, bounds } = await readScope(signalId, deps)
  const source = await checks.find(userId, labelsOf)
  if (source === null) throw checkNotFound()
  if (source.bounds !== bounds) throw otherBounds()
  const parts: SampledPart[] = []
  for (const index of source.parts.keys()) {
    const node = nodeOfPart(source.parts, index)
    parts.push({
      node: source.parts[index]?.node ?? node,
      matches: await documents.countDocuments(filterOf(allOf([node, query.node]))),
      others: await documents.countDocuments(filterOf(allOf([node, noneOf(query.node)]))),
    })
  }
  const ids = source.documents.map(({ documentId }) => documentId)
  const listed = await documents.lists.list(
    { ...filterOf(query.node), ids },
    { page: 1, perPage: maxDocuments, order: 'newest' },
  )
  const matching = new Set(listed.ids)
  const adopted = source.documents.map((document) => ({ ...document, isMatch: matching.has(document.documentId) }))
  const withNew = [...parts, { node: query.node }]
  const unsampled = await documents.drawDocuments(filterOf(nodeOfPart(withNew, parts.length)), {
    limit: Math.min(maxAddedDocuments, maxDocuments - adopted.length),
    seed: clock.now().getTime(),
  })
  if (unsampled.documents > 0) parts.push({ node: query.node, matches: unsampled.documents, others: 0 })
  const added = unsampled.ids.map((documentId): SampledDocument => ({
    documentId,
    part: parts.length - 1,
    isMatch: true,
    label: null,
  }))
  if (parts.every(({ matches }) => matches === 0)) throw nothingToCheck()
  return { ...source, signalId, parts, documents: [...adopted, ...added] }
}

/** Stores labels and returns what all of them say. Throws `signals.not_found` and `query_checks.not_found`. */
export async function labelDocuments(
  { signalId, labels }: { signalId: string; labels: DocumentLabels['labels'] },
  { userId }: Actor,
  deps: QueryCheckDependencies,
): Promise<QueryQuality> {
  for (const { documentId, label } of labels) await deps.checks.label(userId, signalId, documentId, label)
  return (await presentCheck(await findCheck(signalId, userId, deps), deps)).quality
}

async function findCheck(signalId: string, userId: string, { checks, signals }: QueryCheckDependencies) {
  await signals.find(signalId)
  const check = await checks.find(userId, signalId)
  if (check === null) throw checkNotFound()
  return check
}

/** The documents of the check that the library still holds, with their texts. */
async function readDocuments({ documents }: StoredCheck, deps: QueryCheckDependencies) {
  const storedDocuments = await deps.documents.getDocuments(
    documents.map(({ documentId }) => documentId),
    { withoutTone: null },
  )
  const texts = new Map(storedDocuments.map((document) => [document.documentId, document]))
  return documents.flatMap((document) => {
    const text = texts.get(document.documentId)
    return text === undefined ? [] : [{ ...document, text }]
  })
}

type ReadDocument = SampledDocument & { text: StoredDocument }

async function presentCheck(check: StoredCheck, deps: QueryCheckDependencies): Promise<QueryCheck> {
  const { signalId, drawnFor, drawnAt, parts, widerTerms } = check
  const checkedDocuments = await readDocuments(check, deps)
  return {
    signalId,
    drawnFor,
    drawnAt: drawnAt.toISOString(),
    matches: parts.reduce((sum, { matches }) => sum + matches, 0),
    others: parts.reduce((sum, { others }) => sum + others, 0),
    widerTerms,
    quality: qualityOf(parts, checkedDocuments),
    documents: checkedDocuments.map(({ text, part, label }): CheckedDocument => ({
      document: presentDocument(toLibraryDocument(text), parts[part]?.node ?? { kind: 'phrase', words: [] }),
      label,
    })),
  }
}

type CountedDocument = Pick<SampledDocument, 'part' | 'isMatch' | 'label'>

function qualityOf(parts: readonly SampledPart[], documents: readonly CountedDocument[]): QueryQuality {
  const countLabel = (label: SampledDocument['label']) =>
    documents.filter((document) => document.label === label).length
  return {
    about: countLabel('about'),
    not: countLabel('not'),
    unsure: countLabel('unsure'),
    ...estimateQuality(toCells(parts, documents)),
  }
}

/** Each part in two: what the query matches, and what it does not. Within either, any document was as likely to be drawn. */
function toCells(
  parts: readonly Pick<SampledPart, 'matches' | 'others'>[],
  documents: readonly CountedDocument[],
): JudgedCell[] {
  return parts.flatMap(({ matches, others }, part) =>
    [true, false].map((isMatch): JudgedCell => {
      const inCell = documents.filter((document) => document.part === part && document.isMatch === isMatch)
      const relevant = inCell.filter(({ label }) => label === 'about').length
      return {
        documents: isMatch ? matches : others,
        isMatch,
        relevantLabels: relevant,
        labels: relevant + inCell.filter(({ label }) => label === 'not').length,
      }
    }),
  )
}

/** Words that the labels speak for, and what each would do; none before there are labels. Throws `signals.not_found`. */
export async function listQuerySuggestions(
  signalId: string,
  { userId }: Actor,
  deps: QueryCheckDependencies,
): Promise<{ items: QuerySuggestion[] }> {
  const { query, filterOf } = await readScope(signalId, deps)
  const check = await deps.checks.find(userId, signalId)
  if (check === null) return { items: [] }
  const checkedDocuments = (await readDocuments(check, deps)).map((document) => ({
    ...document,
    words: wordsOf(document),
  }))
  const labelled = checkedDocuments.filter(({ label }) => label === 'about' || label === 'not')
  const suggestions = suggestTerms(
    labelled.map(({ words, isMatch, label }) => ({ words, isMatch, isRelevant: label === 'about' })),
    new Set(wordsOfQuery(query.node).map(({ text }) => text)),
  )
  const items: QuerySuggestion[] = []
  for (const suggestion of suggestions) {
    const effect = await measureSuggestion(suggestion, { check, query, filterOf, read: checkedDocuments }, deps)
    if (effect !== null) items.push(effect)
  }
  return { items }
}

function wordsOf({ text: { title, body } }: ReadDocument): Set<string> {
  return new Set(tokens(`${title} ${body ?? ''}`))
}

interface SuggestionScope {
  check: StoredCheck
  query: CanonicalQuery
  filterOf: (node: QueryNode) => DocumentFilter
  read: readonly (ReadDocument & { words: ReadonlySet<string> })[]
}

/** Null when the query would become too long to search for, or the word is none that can be searched. */
async function measureSuggestion(
  { kind, term, relevant, irrelevant }: TermSuggestion,
  { check, query, filterOf, read }: SuggestionScope,
  { documents }: QueryCheckDependencies,
): Promise<QuerySuggestion | null> {
  const parsed = parseQuery(term)
  if (!parsed.ok) return null
  const isAddition = kind === 'add'
  const word = parsed.query
  const changed = isAddition ? anyOf([query.node, word]) : allOf([query.node, noneOf(word)])
  const query_term = formatQuery(changed)
  if (query_term.length > maxQueryLength) return null
  const moving = isAddition ? allOf([word, noneOf(query.node)]) : allOf([query.node, word])
  const total = await documents.countDocuments(filterOf(moving))
  const parts: Omit<SampledPart, 'node'>[] = []
  let sampled = 0
  for (const [index, { matches, others }] of check.parts.entries()) {
    const moved = await documents.countDocuments(filterOf(allOf([nodeOfPart(check.parts, index), moving])))
    const change = isAddition ? moved : -moved
    parts.push({ matches: Math.max(0, matches + change), others: Math.max(0, others - change) })
    sampled += moved
  }
  // what it gains outside of all sampled parts has no label
  if (isAddition) parts.push({ matches: Math.max(0, total - sampled), others: 0 })
  const labelled = read.map(({ words, isMatch, ...document }) => ({
    ...document,
    isMatch: isAddition ? isMatch || words.has(term) : isMatch && !words.has(term),
  }))
  const { precision, recall } = estimateQuality(toCells(parts, labelled))
  return { kind, term, query_term, documents: total, about: relevant, not: irrelevant, precision, recall }
}
