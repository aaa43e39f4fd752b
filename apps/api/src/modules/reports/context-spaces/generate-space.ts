import { type QueryNode, tokens } from '@auspex/analytics'
import type { Context, ContextPoint, ContextSpace, GenerateContextSpaceInput } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { ContextSet } from '../../library/index.ts'
import { rankContexts } from '../report/contexts-section.ts'
import type { ContextSpaceDependencies } from './context-space-dependencies.ts'
import { nothingStandsOut, tooFewDocuments, tooManySpaces } from './context-spaces.errors.ts'
import { drawSpace } from './draw-space.ts'
import { meanTones, toMeasured } from './measure-points.ts'
import { readSignalScope } from './signal-scope.ts'
import { type StoredSpace, toMeasurable } from './space.types.ts'
import { presentSpace } from './stored-space.ts'

/** From this share of its stories on, a word is treated as part of a name: "merkel" beside "Angela Merkel". */
const partShare = 0.6

const minDocuments = 10
const maxSpaces = 100
const defaultLimit = 60

/**
 * Draws the map of a signal and stores it. Throws `signals.not_found`, `context_spaces.too_few_documents`, `context_spaces.nothing_stands_out` or
 * `context_spaces.too_many`.
 */
export async function generateContextSpace(
  { signalId, limit, kinds = [] }: GenerateContextSpaceInput,
  { userId }: Actor,
  deps: ContextSpaceDependencies,
): Promise<ContextSpace> {
  const { spaces, documents, clock, createId } = deps
  const { query, scope } = await readSignalScope(signalId, deps)
  if ((await spaces.count(userId, null)) >= maxSpaces) throw tooManySpaces(maxSpaces)
  const { counted, voicesAndContexts } = await documents.reportFacts(scope.filter)
  if (counted.documents < minDocuments) throw tooFewDocuments(counted.documents)
  const { terms, entities } = await voicesAndContexts
  const chosen = chooseContexts({ node: query.node, terms, entities, kinds, limit: limit ?? defaultLimit })
  if (chosen.length === 0) throw nothingStandsOut()
  const occurrences = await documents.contextMeasures.readOccurrences(scope, chosen.map(toMeasurable))
  const contexts = toMeasured(chosen, { terms, entities, tones: meanTones(chosen.length, occurrences) })
  const { points, links } = await drawSpace({ contexts, occurrences })
  const at = clock.now()
  const space: StoredSpace = {
    id: createId('cs'),
    signalId,
    title: query.echo.title,
    version: 1,
    createdAt: at,
    updatedAt: at,
    body: { documentsRead: terms.hitsTotal, contexts: points, links, removed: [] },
  }
  await spaces.insert(userId, space)
  return presentSpace(space)
}

interface ChooseInput {
  node: QueryNode
  terms: ContextSet
  entities: ContextSet
  kinds: readonly ContextPoint['kind'][]
  limit: number
}

/** The strongest significant contexts of the report, with the report's own figures. Pure. */
function chooseContexts({ kinds, limit, ...counts }: ChooseInput): Context[] {
  const items = rankContexts(counts).filter(({ significant }) => significant)
  return withoutParts(items)
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .slice(0, limit)
}

/** A name is more informative than its words, so a word that mostly occurs with a name is omitted. */
function withoutParts(contexts: readonly Context[]): Context[] {
  const inNames = new Map<string, number>()
  for (const { kind, term, stories } of contexts) {
    if (kind !== 'entity') continue
    for (const word of tokens(term)) inNames.set(word, Math.max(inNames.get(word) ?? 0, stories))
  }
  const seen = new Set<string>()
  return contexts.filter(({ kind, term, stories }) => {
    const key = tokens(term).join(' ')
    if (seen.has(key)) return false
    if (kind === 'term' && (inNames.get(term) ?? 0) >= partShare * stories) return false
    seen.add(key)
    return true
  })
}
