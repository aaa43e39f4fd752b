import { allOf, parseQuery, type QueryNode, tokens } from '@auspex/analytics'
import type {
  ContextSnippet,
  PublishedDocument,
  DocumentKind,
  DocumentPage,
  DocumentToRead,
  EvidenceFilter,
  SourceKey,
  ToneLabel,
} from '@auspex/sdk/types'
import { toPageInfo } from '../../kernel/page.ts'
import { type DocumentFilter, type ListFilter, type ListOrder, type ListSlice, toMatching } from '../library/index.ts'
import { findEntityName, findSignal, resolveFilter } from './find-signal.ts'
import { findChangeDocuments } from './measurements/compare-measurements.ts'
import { isFollowable, writeCursor } from './list-cursor.ts'
import { presentDocument, presentToRead, toLibraryDocument } from './report/present-document.ts'
import { findNarrativeDocuments } from './narratives/narratives.usecases.ts'
import { findSnippet } from './report/snippet.ts'
import { chatterKinds, documentKinds, type Narrowing, narrow } from './signal-filter.ts'
import { type CanonicalQuery, narrowQuery } from './signal-query.ts'
import { documentNotFound } from './reports.errors.ts'
import type { ReportDependencies } from './report-dependencies.ts'

/** Shorter prefixes match too many words. */
const minPrefixLength = 3

/** Syntax that only someone who knows the query language would type. */
const syntax = /["()*]|\b(?:AND|OR|NOT)\b|(?:^|\s)-\w|\w:\w/u

/** Which documents of a signal to list. Absent fields do not narrow. */
export interface ListInput extends Narrowing {
  tone?: ToneLabel | undefined
  source?: SourceKey | undefined
  outlet?: string | undefined
  author?: string | undefined
  kind?: DocumentKind | undefined
  kinds?: readonly DocumentKind[] | undefined
  group?: 'documents' | 'chatter' | undefined
  /** A term or name as written in the contexts section. */
  context?: string | undefined
  storyCluster?: string | undefined
  ids?: readonly string[] | undefined
  /** The narrative that they were put into. */
  narrative?: string | undefined
  /** The part of a change between two measurements that they make. */
  change?: string | undefined
  forum?: ListFilter['forum'] | undefined
  /** Additional words that the documents must contain, as typed. */
  find?: string | undefined
  order: ListOrder
  /** Whether each item is a story. */
  fold?: 'stories' | undefined
}

/** Which passages to find. An absent source or country does not narrow. */
export interface SnippetsInput {
  node: QueryNode
  source?: SourceKey | undefined
  country?: string | undefined
}

/** The list input for the evidence filter of a claim or a number. */
export function toListInput({ source, kind, from, to, ids, ...filter }: EvidenceFilter): ListInput {
  const setFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null))
  return {
    ...setFilters,
    // the contract types them as strings, so that sources and kinds added later do not break a client
    source: (source ?? undefined) as SourceKey | undefined,
    kind: (kind ?? undefined) as DocumentKind | undefined,
    ids: ids?.split(','),
    fromDay: from,
    toDay: to,
    order: 'newest',
  }
}

/** One slice of a signal's documents, or of their stories, as opened from the numbers that count them. Throws `signals.not_found`. */
export async function listSignalDocuments(
  signalId: string,
  { order, fold, find, narrative, change, ...criteria }: ListInput,
  slice: ListSlice,
  deps: ReportDependencies,
): Promise<DocumentPage> {
  const query = await findSignal(signalId, deps)
  const { filter } = await resolveFilter(query, deps)
  const words = await readFind(find, filter.world, deps)
  const matching = words === null ? filter : { ...filter, ...toMatching(allOf([query.node, words])) }
  const inNarrative = narrative === undefined ? null : await findInNarrative({ narrative, ...criteria }, query, deps)
  const inChange = change === undefined ? null : await findChangeDocuments(signalId, change, deps)
  const ids = intersect([criteria.ids, inNarrative, inChange])
  const listFilter = await toListFilter({ ...criteria, ids }, matching, deps)
  const rows = await listRows(listFilter, { ...slice, order }, { isFolded: fold === 'stories', ...deps })
  const { ids: listedIds, last, totals, copies, total } = rows
  const copiesOf = new Map(listedIds.map((id, index) => [id, copies?.[index]]))
  const items = (await deps.documents.getDocuments(listedIds, { withoutTone: filter.withoutTone })).map(
    (stored): PublishedDocument => {
      const document = presentDocument(toLibraryDocument(stored), query.node, words)
      const copyCounts = copiesOf.get(document.id)
      return copyCounts === undefined ? document : { ...document, copies: copyCounts }
    },
  )
  const nextCursor = last === null || !isFollowable(order) ? null : writeCursor(order, last, slice.page + 1)
  return { items, ...(totals !== null && { totals }), page: toPageInfo(slice, total, nextCursor), sampled: false }
}

/** The ids that are in all lists; undefined without a list. */
function intersect(lists: readonly (readonly string[] | null | undefined)[]): string[] | undefined {
  const [first, ...others] = lists.filter((list) => list != null).map((list) => new Set(list))
  return first && [...first].filter((id) => others.every((other) => other.has(id)))
}

/** The documents of a narrative: of the days, if these have it, else of the whole signal. */
async function findInNarrative(
  { narrative, fromDay, toDay }: Pick<ListInput, 'fromDay' | 'toDay'> & { narrative: string },
  query: CanonicalQuery,
  { narratives }: ReportDependencies,
): Promise<string[]> {
  const part = fromDay == null && toDay == null ? [] : [narrowQuery(query, { from: fromDay, to: toDay }).signalId]
  return findNarrativeDocuments(narrative, [...part, query.signalId], { narratives })
}

/** The rows of a slice: documents, or stories with their documents. */
async function listRows(
  filter: ListFilter | null,
  slice: ListSlice & { order: ListOrder },
  { isFolded, documents }: { isFolded: boolean } & ReportDependencies,
) {
  const none = { ids: [], total: 0, last: null, copies: [], stories: 0 }
  if (!isFolded)
    return { ...(filter === null ? none : await documents.lists.list(filter, slice)), totals: null, copies: null }
  const storyPage = filter === null ? none : await documents.lists.listStories(filter, slice)
  return { ...storyPage, total: storyPage.stories, totals: { documents: storyPage.total, stories: storyPage.stories } }
}

/** One document with its text. Throws `signals.not_found` and `signals.no_document`. */
export async function readSignalDocument(
  { signalId, documentId, find }: { signalId: string; documentId: string; find?: string | undefined },
  deps: ReportDependencies,
): Promise<DocumentToRead> {
  const query = await findSignal(signalId, deps)
  const { filter } = await resolveFilter(query, deps)
  const [stored] = await deps.documents.getDocuments([documentId], { withoutTone: filter.withoutTone })
  // real and demo documents are never shown together
  if (stored === undefined || (stored.sourceKey === 'demo') !== (filter.world === 'demo')) throw documentNotFound()
  return presentToRead(toLibraryDocument(stored), query.node, await readFind(find, filter.world, deps))
}

/** Null when no document can match all conditions. */
async function toListFilter(
  input: Omit<ListInput, 'order' | 'fold' | 'find'>,
  filter: DocumentFilter,
  deps: ReportDependencies,
): Promise<ListFilter | null> {
  const entity = input.entity == null ? null : await findEntityName(input.entity, deps)
  const kinds = chooseKinds(input)
  const sources = chooseSources(filter.sources, input.source)
  if (kinds?.length === 0 || sources?.length === 0) return null
  return {
    ...narrow(filter, { ...input, entity }),
    kinds,
    sources,
    tone: input.tone ?? null,
    outlet: input.outlet ?? null,
    author: input.author ?? null,
    storyCluster: input.storyCluster ?? null,
    ids: input.ids ?? null,
    forum: input.forum ?? null,
    ...(await toContext(input.context, filter.world, deps)),
  }
}

interface ContextFilter {
  alsoNames?: ListFilter['alsoNames']
  alsoMatches?: ListFilter['alsoMatches']
}

/** A name is searched among names, anything else among words, because the contexts section counts the two separately. */
async function toContext(
  context: string | undefined,
  world: ListFilter['world'],
  { documents }: ReportDependencies,
): Promise<ContextFilter> {
  if (context === undefined) return {}
  if (await documents.vocabulary.isEntityName(context)) return { alsoNames: context }
  const parsed = parseQuery(context)
  if (!parsed.ok) return { alsoNames: context }
  await documents.ensureAffordable({ node: parsed.query, demo: world === 'demo' })
  return { alsoMatches: parsed.query }
}

/** The passages around each document's first match; omits documents without a match and those of another source or country. */
export async function listSnippets(
  ids: readonly string[],
  { node, source, country }: SnippetsInput,
  { documents }: ReportDependencies,
): Promise<ContextSnippet[]> {
  const allDocuments = await documents.getDocuments(ids, { withoutTone: null })
  const matches = allDocuments.filter(
    (one) => (source === undefined || one.sourceKey === source) && (country === undefined || one.country === country),
  )
  return matches.flatMap(({ documentId, title, body }) => {
    const snippet = (body === null ? null : findSnippet(node, body)) ?? findSnippet(node, title)
    return snippet === null ? [] : [{ documentId, ...snippet }]
  })
}

interface KindInput {
  kind?: ListInput['kind']
  kinds?: ListInput['kinds']
  group?: ListInput['group']
}

/** The kinds that all conditions allow; null for any, empty for none. */
function chooseKinds({ kind, kinds, group }: KindInput): DocumentKind[] | null {
  const groupKinds = group === undefined ? undefined : group === 'chatter' ? chatterKinds : documentKinds
  const allowed = [kind === undefined ? undefined : [kind], kinds, groupKinds].filter((list) => list !== undefined)
  if (allowed.length === 0) return null
  return [...documentKinds, ...chatterKinds].filter((one) => allowed.every((list) => list.includes(one)))
}

function chooseSources(
  measured: readonly SourceKey[] | null | undefined,
  source: SourceKey | undefined,
): readonly SourceKey[] | null {
  if (source === undefined) return measured ?? null
  return measured == null || measured.includes(source) ? [source] : []
}

/**
 * The query for the text typed into a list's search box: parsed as a query if it uses query syntax and is valid, otherwise all of its words, the last
 * one as a prefix. Null when it has no word. Throws `documents.query_too_costly`.
 */
async function readFind(
  text: string | undefined,
  world: DocumentFilter['world'],
  { documents }: ReportDependencies,
): Promise<QueryNode | null> {
  const ensureAffordable = async (node: QueryNode) => documents.ensureAffordable({ node, demo: world === 'demo' })
  const trimmed = text?.trim() ?? ''
  const parsed = syntax.test(trimmed) ? parseQuery(trimmed) : null
  if (parsed?.ok === true) {
    await ensureAffordable(parsed.query)
    return parsed.query
  }
  const words = tokens(trimmed)
  if (words.length === 0) return null
  const exact = toNode(words, false)
  if ((words.at(-1)?.length ?? 0) < minPrefixLength) return exact
  const prefixQuery = toNode(words, true)
  try {
    await ensureAffordable(prefixQuery)
    return prefixQuery
  } catch {
    // too many words share this prefix, so only the exact word is searched
    return exact
  }
}

function toNode(words: readonly string[], isBegun: boolean): QueryNode {
  return allOf(
    words.map((word, index) => ({
      kind: 'phrase',
      words: [{ text: word, prefix: isBegun && index === words.length - 1 }],
    })),
  )
}
