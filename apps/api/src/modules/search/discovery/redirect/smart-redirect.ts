import { tokens } from '@auspex/analytics'
import type { SmartRedirect, SmartRedirectInput, RedirectReason } from '@auspex/sdk/types'
import { CodedError } from '../../../../kernel/errors.ts'
import { type CanonicalQuery, readSignalQuery, type Signals } from '../../../reports/index.ts'
import type { SearchedSignals } from '../searched-signals.ts'
import type { DocumentsModule } from '../../../library/index.ts'
import { findWording, type FoundWording, neededDocuments } from './find-wording.ts'
import type { Vocabularies } from './vocabulary.ts'
import { count, factor, plural } from '../../../markets/index.ts'

export interface SmartRedirectDependencies {
  signals: Signals
  documents: DocumentsModule
  searchedSignals: SearchedSignals
  vocabularies: Vocabularies
}

/** Candidate wordings are counted up to this limit; the chosen one is counted completely. */
const countedUpTo = 20_000

/** Resolves a term to itself, or to the wording that was most likely intended, always with the reason. */
export function createSmartRedirect({ signals, documents, searchedSignals, vocabularies }: SmartRedirectDependencies) {
  const countOf = async (query: CanonicalQuery) => documents.countDocuments((await signals.filterOf(query)).filter)

  /** The wording that the caller names, if documents contain it. */
  async function findNamed({ redirect_name: name, geo = null }: SmartRedirectInput): Promise<FoundWording | null> {
    if (name == null || name.trim() === '') return null
    const named = rephrase(name, geo, '/redirect_name')
    return (await countOf(named)) === 0 ? null : { text: name, reason: 'named' }
  }

  async function findOther(
    query: CanonicalQuery,
    { documentCount, userId }: { documentCount: number; userId: string },
  ): Promise<FoundWording | null> {
    const { node, echo } = query
    // A query with operators is explicit, and a signal that the person searched is intended
    if (node.kind !== 'phrase' || node.words.some(({ prefix }) => prefix)) return null
    if (await searchedSignals.has(userId, query.signalId)) return null
    const { provenance } = await signals.filterOf(query)
    const vocabulary = await vocabularies(provenance === 'demo')
    const needsSpelling = documentCount < neededDocuments
    const own = needsSpelling ? await searchedSignals.list(userId, provenance) : []
    const wording = await findWording({
      words: node.words.map(({ text }) => text),
      documents: documentCount,
      vocabulary,
      ownSearches: own.flatMap(({ echo: { query_term: term, geo }, documents: frequency }) =>
        term === null || geo !== echo.geo ? [] : [{ text: tokens(term).join(' '), frequency }],
      ),
      count: async (texts) => {
        const filters = texts.map(async (text) => (await signals.filterOf(rephrase(text, echo.geo))).filter)
        return documents.topicCounts.countUpTo(await Promise.all(filters), countedUpTo)
      },
    })
    return wording === null ? null : { ...wording, text: vocabulary.write(wording.text) }
  }

  return async (input: SmartRedirectInput, userId: string): Promise<SmartRedirect> => {
    const original = rephrase(input.trend_name, input.geo ?? null, '/trend_name')
    const documentCount = await countOf(original)
    const wording = (await findNamed(input)) ?? (await findOther(original, { documentCount, userId }))
    const target = wording === null ? original : rephrase(wording.text, original.echo.geo)
    const measuredSignals = await searchedSignals.listMeasured(userId, [original.signalId, target.signalId])
    const isStored = measuredSignals.has(original.signalId)
    const isNew = wording === null && documentCount < neededDocuments && !isStored
    const reason = wording?.reason ?? (isNew ? 'new' : 'exact')
    const targetCount = wording === null ? documentCount : await countOf(target)
    await signals.save(target)
    if (wording !== null) await signals.save(original)
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
