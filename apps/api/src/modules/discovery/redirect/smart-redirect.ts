import { tokens } from '@auspex/analytics'
import type { SmartRedirect, SmartRedirectInput } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'
import { type CanonicalQuery, readSignalQuery, type Signals } from '../../signals/index.ts'
import type { SearchedSignals } from '../searched-signals.ts'
import type { DocumentsModule } from '../../documents/index.ts'
import { findWording, type FoundWording, neededDocuments } from './find-wording.ts'
import { describeRedirect } from './redirect-words.ts'
import type { Vocabularies } from './vocabulary.ts'

export interface SmartRedirectDependencies {
  signals: Pick<Signals, 'save' | 'filterOf'>
  documents: Pick<DocumentsModule, 'countDocuments' | 'topicCounts'>
  searched: SearchedSignals
  vocabularies: Vocabularies
}

/** Wordings are told apart by counts up to here; the one that is chosen is counted to the end. */
const countedUpTo = 20_000

/** Says where a term leads: to itself, or to the wording that was most likely meant, always with the reason. */
export function createSmartRedirect({ signals, documents, searched, vocabularies }: SmartRedirectDependencies) {
  const countOf = async (query: CanonicalQuery) => documents.countDocuments((await signals.filterOf(query)).filter)

  /** The wording that the caller names, when documents hold it. */
  async function findNamed({ redirect_name: name, geo = null }: SmartRedirectInput): Promise<FoundWording | null> {
    if (name == null || name.trim() === '') return null
    const named = rephrase(name, geo, '/redirect_name')
    return (await countOf(named)) === 0 ? null : { text: name, reason: 'named' }
  }

  async function findOther(
    query: CanonicalQuery,
    { matching, userId }: { matching: number; userId: string },
  ): Promise<FoundWording | null> {
    const { node, echo } = query
    // A query with operators says what it means, and a signal that the person searched is meant
    if (node.kind !== 'phrase' || node.words.some(({ prefix }) => prefix)) return null
    if (await searched.has(userId, query.signalId)) return null
    const { provenance } = await signals.filterOf(query)
    const vocabulary = await vocabularies(provenance === 'demo')
    const needsSpelling = matching < neededDocuments
    const own = needsSpelling ? await searched.list(userId, provenance) : []
    const found = await findWording({
      words: node.words.map(({ text }) => text),
      documents: matching,
      vocabulary,
      searched: own.flatMap(({ echo: { query_term: term, geo }, documents: frequency }) =>
        term === null || geo !== echo.geo ? [] : [{ text: tokens(term).join(' '), frequency }],
      ),
      count: async (texts) => {
        const filters = texts.map(async (text) => (await signals.filterOf(rephrase(text, echo.geo))).filter)
        return documents.topicCounts.countUpTo(await Promise.all(filters), countedUpTo)
      },
    })
    return found === null ? null : { ...found, text: vocabulary.write(found.text) }
  }

  return async (input: SmartRedirectInput, userId: string): Promise<SmartRedirect> => {
    const asked = rephrase(input.trend_name, input.geo ?? null, '/trend_name')
    const matching = await countOf(asked)
    const found = (await findNamed(input)) ?? (await findOther(asked, { matching, userId }))
    const target = found === null ? asked : rephrase(found.text, asked.echo.geo)
    const measured = await searched.listMeasured(userId, [asked.signalId, target.signalId])
    const isStored = measured.has(asked.signalId)
    const isNew = found === null && matching < neededDocuments && !isStored
    const reason = found?.reason ?? (isNew ? 'new' : 'exact')
    const counted = found === null ? matching : await countOf(target)
    await signals.save(target)
    if (found !== null) await signals.save(asked)
    return {
      signalId: target.signalId,
      path: pathOf(target),
      exists: measured.has(target.signalId),
      reason,
      why: describeRedirect({
        reason,
        asked: { title: asked.echo.title, documents: matching },
        target: { title: target.echo.title, documents: counted },
        isStored,
      }),
      title: target.echo.title,
      documents: counted,
      asked: { signalId: asked.signalId, path: pathOf(asked), title: asked.echo.title, documents: matching },
    }
  }
}

/** Reads a term; `pointer` is where the request holds it, for the refusal of one that cannot be read. */
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
