import {
  anyOf,
  isContextTerm,
  noneOf,
  allOf,
  type FieldNode,
  parseQuery,
  type QueryNode,
  queryPhrases,
  tokens,
} from '@auspex/analytics'
import type { ContextsSection } from '@auspex/sdk/types'
import type { DocumentFilter, DocumentsModule } from '../../library/index.ts'

/** Contexts that are tried as words of the wider query. */
const maxContexts = 24
/** How many documents the two parts may have, in matches of the query, and at least in documents. */
const nearSize = { matches: 2, documents: 100 }
const farSize = { matches: 20, documents: 1_000 }
/** A term that is in more documents than this many times the far part is not counted: estimates may be several times too high. */
const maxEstimateError = 5

interface WiderQueryInput {
  node: QueryNode
  contexts: ContextsSection
  /** Documents that the query matches. */
  matches: number
  filterOf: (node: QueryNode) => DocumentFilter
}

interface Candidate {
  term: string
  node: QueryNode
  /** Matches of the query that have it. */
  inMatches: number
}

/**
 * A wider query in up to two parts: documents with a word of the query or of its contexts. Terms that are found mostly among the matches make the
 * near part, where more documents are about the topic; others the far one. Exclusions of the query do not hold in it, conditions on fields do.
 */
export async function findWiderQuery(
  { node, contexts, matches, filterOf }: WiderQueryInput,
  { documents }: { documents: DocumentsModule },
): Promise<{ parts: QueryNode[]; terms: string[] }> {
  const fields = (node.kind === 'and' ? node.operands : []).filter((part): part is FieldNode => part.kind === 'field')
  const sizes = { near: toSize(nearSize, matches), far: toSize(farSize, matches) }
  const measured: (Candidate & { outside: number })[] = []
  for (const candidate of listCandidates(node, contexts, matches)) {
    const beyond = filterOf(allOf([candidate.node, noneOf(node), ...fields]))
    if ((await documents.estimateDocuments(beyond)) > sizes.far * maxEstimateError) continue
    const outside = await documents.countDocuments(beyond)
    if (outside > 0 && outside <= sizes.far) measured.push({ ...candidate, outside })
  }
  const closest = measured.toSorted(
    (a, b) => b.inMatches / (b.inMatches + b.outside) - a.inMatches / (a.inMatches + a.outside),
  )
  const near = takeUntil(closest, sizes.near)
  const far = takeUntil(closest.slice(near.length), sizes.far)
  const parts = [near, far].filter((terms) => terms.length > 0)
  return {
    parts: parts.map((terms) => allOf([anyOf(terms.map((candidate) => candidate.node)), ...fields])),
    terms: parts.flat().map(({ term }) => term),
  }
}

/** The words of the query's phrases, and its strongest contexts. */
function listCandidates(node: QueryNode, { items }: ContextsSection, matches: number): Candidate[] {
  const words = queryPhrases(node)
    .flatMap((phrase) => tokens(phrase))
    .filter(isContextTerm)
    .map((term) => ({ term, inMatches: matches }))
  const contexts = items.slice(0, maxContexts).map(({ term, documents }) => ({ term, inMatches: documents }))
  const seen = new Set<string>()
  return [...words, ...contexts].flatMap(({ term, inMatches }) => {
    const parsed = parseQuery(`"${term.replaceAll('"', ' ')}"`)
    if (!parsed.ok || seen.has(term)) return []
    seen.add(term)
    return [{ term, node: parsed.query, inMatches }]
  })
}

function toSize(size: { matches: number; documents: number }, matches: number): number {
  return Math.max(size.documents, size.matches * matches)
}

/** The first terms whose documents together are no more than a size. */
function takeUntil<T extends { outside: number }>(terms: readonly T[], size: number): T[] {
  let sum = 0
  const end = terms.findIndex(({ outside }) => (sum += outside) > size)
  return terms.slice(0, end === -1 ? terms.length : end)
}
