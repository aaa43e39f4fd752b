import type { ContextSpace, GenerateContextSpaceInput } from '@auspex/sdk/types'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { DocumentsModule } from '../documents/index.ts'
import { chooseContexts } from './choose-contexts.ts'
import { nothingStandsOut, tooFewDocuments, tooManySpaces } from './context-spaces.errors.ts'
import type { ContextSpacesRepository } from './context-spaces.repository.ts'
import { drawSpace } from './draw-space.ts'
import { measurePoints, renumber } from './measure-points.ts'
import { readSignalScope, type ScopeDependencies } from './signal-scope.ts'
import type { StoredSpace } from './space.types.ts'
import { presentSpace } from './stored-space.ts'

export interface GenerateDependencies extends ScopeDependencies {
  spaces: Pick<ContextSpacesRepository, 'count' | 'insert'>
  documents: ScopeDependencies['documents'] & Pick<DocumentsModule, 'contextMeasures'>
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
  const { query, scope, size } = await readSignalScope(signalId, deps)
  if ((await spaces.count(userId, null)) >= maxSpaces) throw tooManySpaces(maxSpaces)
  const candidates = await documents.contextMeasures.candidates(scope)
  if (candidates.documents < minDocuments) throw tooFewDocuments(candidates.documents)
  const chosen = chooseContexts({ candidates, size, node: query.node, kinds, limit: limit ?? defaultLimit })
  const occurrences = await documents.contextMeasures.readOccurrences(scope, chosen)
  const measured = measurePoints(chosen, occurrences, size)
  if (measured.every((context) => context === null)) throw nothingStandsOut()
  // every one was counted a moment ago; a place without numbers would shift those behind it
  const contexts = measured.filter((context) => context !== null)
  const { points, links } = await drawSpace({
    contexts,
    occurrences: renumber(
      occurrences,
      measured.map((context) => context !== null),
    ),
  })
  const at = clock.now()
  const space: StoredSpace = {
    id: createId('cs'),
    signalId,
    title: query.echo.title,
    version: 1,
    createdAt: at,
    updatedAt: at,
    body: { documentsRead: candidates.documents, contexts: points, links, removed: [] },
  }
  await spaces.insert(userId, space)
  return presentSpace(space)
}
