import type { AnalystRequest, SignalCollection } from '@auspex/analyst'
import type { AuspexClient } from '@auspex/sdk'
import type { Database } from '../../adapters/database/database.port.ts'
import { findCollections } from './find-collections.ts'
import { createMessagesRepository } from './messages.repository.ts'
import type { Question } from './runs.usecases.ts'
import type { StoredRun } from './zeus.types.ts'

/** Earlier messages that the analyst is told. */
const mostTurns = 40

/** What the analyst is asked. The past is what the server stored: nothing that a client says of it counts. */
export async function buildRequest(
  { kysely, client }: Pick<Database, 'kysely'> & { client: AuspexClient },
  {
    run,
    question,
    collections,
    today,
  }: { run: StoredRun; question: Question; collections: readonly SignalCollection[]; today: string },
): Promise<AnalystRequest> {
  const path = await createMessagesRepository(kysely).listAncestors(run.questionId)
  const asked = path.at(-1)
  return {
    message: asked?.content ?? '',
    instruction: question.instruction,
    history: path
      .slice(0, -1)
      .slice(-mostTurns)
      .map(({ role, content, details }) => ({
        role,
        content,
        understanding: details?.understood ?? null,
        citations: details?.citations ?? [],
      })),
    signalIds: question.request.signalIds,
    threadId: run.threadId,
    selectedMessages: question.selectedMessages,
    readables: question.readables,
    actions: question.actions,
    // an answer that is written again is about what its question named, as far as it is still there
    collections:
      collections.length > 0 ? collections : await findCollections(asked?.mentions ?? [], client).catch(() => []),
    today,
  }
}
