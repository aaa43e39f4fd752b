import type { Database } from '../../../adapters/database/database.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Signals } from '../../reports/index.ts'
import type { AccessReader, People } from '../../people/index.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createInboxUsecases, type InboxUsecases } from './inbox.usecases.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'

/** The public interface of this module. */
export type Inbox = InboxUsecases

/** The inbox of each person. */
export function createInboxModule({
  database,
  ...rest
}: {
  database: Database
  signals: Signals
  people: People
  access: AccessReader
  clock: Clock
  createId: CreateId
}): { operations: InboxOperations; inbox: Inbox } {
  const usecases = createInboxUsecases({ repository: createInboxRepository(database), ...rest })
  return { operations: createInboxOperations(usecases), inbox: usecases }
}

type InboxOperations = ReturnType<typeof createInboxOperations>

/** The operations of the inbox; each reaches only what was sent to the caller. */
function createInboxOperations(inbox: InboxUsecases) {
  return {
    listInbox: async ({ query }, { actor }) => ({
      status: 200,
      body: await inbox.list(actor.userId, { ...toPageRequest(query), cursor: query.cursor }),
    }),
    markInboxMessage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await inbox.mark(actor.userId, path.id, body.read),
    }),
    sendSignalMessage: async ({ body }, { actor, recordSecurityEvent }) => {
      const sent = await inbox.sendSignal(actor, body)
      recordSecurityEvent('signal.shared', { signalId: sent.signalId, recipients: sent.to.map(({ id }) => id) })
      return { status: 200, body: sent }
    },
  } satisfies Partial<Handlers>
}
