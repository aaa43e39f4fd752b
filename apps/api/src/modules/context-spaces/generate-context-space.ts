import type { ContextSpace, GenerateContextSpaceInput } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { chooseContexts } from './choose-contexts.ts'
import { nothingStandsOut, tooFewDocuments, tooManySpaces } from './context-spaces.errors.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { drawSpace } from './draw-space.ts'
import { meanTones, toMeasured } from './measure-points.ts'
import { readSignalScope, type ScopeDependencies } from './signal-scope.ts'
import { type StoredSpace, toMeasurable } from './space.types.ts'
import { presentSpace } from './stored-space.ts'

export interface GenerateDependencies extends ScopeDependencies {
  spaces: Pick<ContextSpacesRepository, 'count' | 'insert'>
  documents: ScopeDependencies['documents'] & Pick<DocumentsModule, 'contextMeasures' | 'reportFacts'>
  clock: Clock
  createId: CreateId
}

const minDocuments = 10
const maxSpaces = 100
const defaultLimit = 60

/**
 * Draws the map of a signal and keeps it. Throws `signals.not_found`, `context_spaces.too_few_documents`,
 * `context_spaces.nothing_stands_out` or `context_spaces.too_many`.
 */
export async function generateContextSpace(
  userId: string,
  { signalId, limit, kinds = [] }: GenerateContextSpaceInput,
  deps: GenerateDependencies,
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
