import { tokens } from '@auspex/analytics'
import type { SmartRedirect, SmartRedirectInput, RedirectReason } from '@auspex/sdk/types'
import { CodedError } from '../../../../kernel/errors.ts'
import { type CanonicalQuery, readSignalQuery } from '../../../reports/index.ts'
import type { DiscoveryDependencies } from '../discovery-dependencies.ts'
import { listMeasuredSignals, listSearchedSignals } from '../searched-signals.ts'
import { findWording, type FoundWording, minWordingDocuments } from './find-wording.ts'
import { count, factor, plural } from '../../../markets/index.ts'

/** Candidate wordings are counted up to this limit; the chosen one is counted completely. */
const countedUpTo = 20_000

/** Resolves a term to itself, or to the wording that was most likely intended, always with the reason. */
export async function redirectTerm(
  input: SmartRedirectInput,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<SmartRedirect> {
  const original = rephrase(input.trend_name, input.geo ?? null, '/trend_name')
  const documentCount = await countDocuments(original, deps)
  const wording = (await findNamed(input, deps)) ?? (await findOther(original, { documentCount, userId }, deps))
  const target = wording === null ? original : rephrase(wording.text, original.echo.geo)
  const measured = await listMeasuredSignals(userId, [original.signalId, target.signalId], deps)
  const measuredSignals = new Set(measured.map(({ signalId }) => signalId))
  const isStored = measuredSignals.has(original.signalId)
  const isNew = wording === null && documentCount < minWordingDocuments && !isStored
  const reason = wording?.reason ?? (isNew ? 'new' : 'exact')
  const targetCount = wording === null ? documentCount : await countDocuments(target, deps)
  await deps.signals.save(target)
  if (wording !== null) await deps.signals.save(original)
  return {
    signalId: target.signalId,
    path: pathOf(target),
    exists: measuredSignals.has(target.signalId),
    reason,
    why: describeRedirect({
      reason,
      original: { title: original.echo.title, documents: documentCount },
      target: { title: target.echo.title, documents: targetCount },
      isStored,
    }),
    title: target.echo.title,
    documents: targetCount,
    asked: {
      signalId: original.signalId,
      path: pathOf(original),
      title: original.echo.title,
      documents: documentCount,
    },
  }
}

/** The wording that the caller names, if documents contain it. */
async function findNamed(
  { redirect_name: name, geo = null }: SmartRedirectInput,
  deps: DiscoveryDependencies,
): Promise<FoundWording | null> {
  if (name == null || name.trim() === '') return null
  const named = rephrase(name, geo, '/redirect_name')
  return (await countDocuments(named, deps)) === 0 ? null : { text: name, reason: 'named' }
}

async function findOther(
  query: CanonicalQuery,
  { documentCount, userId }: { documentCount: number; userId: string },
  deps: DiscoveryDependencies,
): Promise<FoundWording | null> {
  const { signals, documents } = deps
  const { node, echo } = query
  // A query with operators is explicit, and a signal that the person searched is intended
  if (node.kind !== 'phrase' || node.words.some(({ prefix }) => prefix)) return null
  if (await deps.recentSearches.hasSignal(userId, query.signalId)) return null
  const { provenance } = await signals.filterOf(query)
  const vocabulary = await deps.vocabularies(provenance === 'demo')
  const needsSpelling = documentCount < minWordingDocuments
  const ownSearches = needsSpelling ? await listSearchedSignals(userId, provenance, deps) : []
  const wording = await findWording({
    words: node.words.map(({ text }) => text),
    documents: documentCount,
    vocabulary,
    ownSearches: ownSearches.flatMap(({ echo: { query_term: term, geo }, documents: frequency }) =>
      term === null || geo !== echo.geo ? [] : [{ text: tokens(term).join(' '), frequency }],
    ),
    count: async (texts) => {
      const filters = texts.map(async (text) => (await signals.filterOf(rephrase(text, echo.geo))).filter)
      return documents.topicCounts.countUpTo(await Promise.all(filters), countedUpTo)
    },
  })
  return wording === null ? null : { ...wording, text: vocabulary.displayForm(wording.text) }
}

async function countDocuments(query: CanonicalQuery, { documents, signals }: DiscoveryDependencies): Promise<number> {
  return documents.countDocuments((await signals.filterOf(query)).filter)
}

/** Parses a term; `pointer` is its JSON pointer in the request, for the error when it cannot be parsed. */
function rephrase(text: string, geo: string | null, pointer?: string): CanonicalQuery {
  try {
    return readSignalQuery({ query_term: text, geo })
  } catch (error) {
    if (!(error instanceof CodedError) || pointer === undefined) throw error
    const { kind, code, message: title, detail, fields } = error
    const atTerm = fields.map((field) => (field.pointer === '/query_term' ? { ...field, pointer } : field))
    throw new CodedError({ kind, code, title, ...(detail !== undefined && { detail }), fields: atTerm, cause: error })
  }
}

function pathOf({ signalId }: CanonicalQuery): string {
  return `/signals/${signalId}`
}

interface TermCount {
  title: string
  documents: number
}

interface RedirectFacts {
  reason: RedirectReason
  original: TermCount
  target: TermCount
  /** Whether a report of the requested term is stored. */
  isStored: boolean
}

/** Why a term was redirected, in one sentence with both counts. */
function describeRedirect({ reason, original, target, isStored }: RedirectFacts): string {
  const times =
    original.documents > 0 ? `, ${factor(target.documents / original.documents)} times as many as` : '; none are of'
  const comparison = `${times} “${original.title}”${original.documents > 0 ? ` (${count(original.documents)})` : ''}`
  const inDocuments = `in ${plural(target.documents, 'document')}`
  const sentences: Record<RedirectReason, string> = {
    exact: `“${original.title}” is in ${plural(original.documents, 'document')}${isStored ? ', and its report is stored' : ''}.`,
    named: `“${target.title}” was named as what is meant by “${original.title}” and is ${inDocuments}.`,
    spelling: `“${original.title}” is in ${original.documents === 0 ? 'no document' : plural(original.documents, 'document')}; “${target.title}” is nearly the same letters and ${inDocuments}.`,
    synonym: `“${target.title}” means the same and is ${inDocuments}${comparison}.`,
    'more-popular': `“${target.title}” is the more usual form, ${inDocuments}${comparison}.`,
    new: `“${original.title}” is in ${original.documents === 0 ? 'no document' : `only ${plural(original.documents, 'document')}`} yet, and nothing near it is known.`,
  }
  return sentences[reason]
}
