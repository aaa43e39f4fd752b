import { minReportDocuments, type PhraseNode, type SpellingInput, tokens } from '@auspex/analytics'
import type { SmartRedirect, SmartRedirectInput, RedirectReason } from '@auspex/sdk/types'
import { CodedError } from '../../../../kernel/errors.ts'
import { type CanonicalQuery, readSignalQuery } from '../../../reports/index.ts'
import type { DiscoveryDependencies } from '../discovery-dependencies.ts'
import { listMeasuredSignals, listSearchedSignals } from '../searched-signals.ts'
import { findWording, type FoundWording, type Vocabulary } from './vocabulary.ts'
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
  const wording = (await findNamed(input, deps)) ?? (await findOther(original, userId, deps))
  return describeTerm({ original, wording }, userId, deps)
}

/** The redirect of a term that means another wording; null for one that means itself, whose documents are not all counted then. */
export async function findRedirect(
  input: SmartRedirectInput,
  { userId }: { userId: string },
  deps: DiscoveryDependencies,
): Promise<SmartRedirect | null> {
  const original = rephrase(input.trend_name, input.geo ?? null, '/trend_name')
  const wording = await findOther(original, userId, deps)
  return wording === null ? null : describeTerm({ original, wording }, userId, deps)
}

async function describeTerm(
  { original, wording }: { original: CanonicalQuery; wording: FoundWording | null },
  userId: string,
  deps: DiscoveryDependencies,
): Promise<SmartRedirect> {
  const documentCount = await countDocuments(original, deps)
  const target = wording === null ? original : rephrase(wording.text, original.echo.geo)
  const measured = await listMeasuredSignals(userId, [original.signalId, target.signalId], deps)
  const measuredSignals = new Set(measured.map(({ signalId }) => signalId))
  const isStored = measuredSignals.has(original.signalId)
  const isNew = wording === null && documentCount < minReportDocuments && !isStored
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
  userId: string,
  deps: DiscoveryDependencies,
): Promise<FoundWording | null> {
  const { node } = query
  // A query with operators is explicit, and a signal that the person searched is intended
  if (!isPlain(node) || (await deps.recentSearches.hasSignal(userId, query.signalId))) return null
  const words = node.words.map(({ text }) => text)
  const { filter, provenance } = await deps.signals.filterOf(query)
  const wording = await findWording({
    words,
    count: (texts) => countTexts(texts, query.echo.geo, deps),
    countTerm: async (maxCount) => (await deps.documents.topicCounts.countUpTo([filter], maxCount))[0] ?? 0,
    readSpellingInput: () => readSpellingInput({ query, words }, userId, deps),
  })
  if (wording === null) return null
  const vocabulary = await deps.vocabularies(provenance === 'demo')
  return { ...wording, text: vocabulary.displayForm(wording.text) }
}

/** Words without operators. */
export function isPlain(node: CanonicalQuery['node']): node is PhraseNode {
  return node.kind === 'phrase' && !node.words.some(({ prefix }) => prefix)
}

/** What the spelling of a term is judged by. */
export async function readSpellingInput(
  { query, words }: { query: CanonicalQuery; words: readonly string[] },
  userId: string,
  deps: DiscoveryDependencies,
): Promise<SpellingInput & { vocabulary: Vocabulary }> {
  const { signals, documents } = deps
  const { echo } = query
  const { filter, provenance } = await signals.filterOf(query)
  const ownSearches = await listSearchedSignals(userId, provenance, deps)
  return {
    words,
    vocabulary: await deps.vocabularies(provenance === 'demo'),
    reader: provenance === 'demo' ? null : await documents.wordReaders.findKnowing(words),
    ownSearches: ownSearches.flatMap(({ echo: { query_term: term, geo }, documents: frequency }) =>
      term === null || geo !== echo.geo ? [] : [{ text: tokens(term).join(' '), frequency }],
    ),
    count: (texts) => countTexts(texts, echo.geo, deps),
    readTexts: async (limit) => (await documents.findDocuments(filter, { limit })).documents.map(beginningOf),
  }
}

/** Documents with each text, each counted up to a limit. */
async function countTexts(
  texts: readonly string[],
  geo: string | null,
  { documents, signals }: DiscoveryDependencies,
): Promise<number[]> {
  const filters = texts.map(async (text) => (await signals.filterOf(rephrase(`"${text}"`, geo))).filter)
  return documents.topicCounts.countUpTo(await Promise.all(filters), countedUpTo)
}

/** The part of a document's text that says what it is about. */
export function beginningOf({ title, body }: { title: string; body: string | null }): string {
  return `${title}\n${(body ?? '').slice(0, 400)}`
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
