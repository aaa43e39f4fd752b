import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Signals } from '../signals/index.ts'
import type { AccessReader, People } from '../users/index.ts'
import { createInboxOperations, type InboxOperations } from './inbox.operations.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createInboxUsecases, type InboxUsecases } from './inbox.usecases.ts'

export type { InboxOperations } from './inbox.operations.ts'

/** What other modules may do with the inbox. */
export type Inbox = Pick<InboxUsecases, 'deliver'>

/** The inbox of each person. */
export function createInboxModule({
  database,
  ...rest
}: {
  database: Database
  signals: Pick<Signals, 'findTitle'>
  people: People
  access: Pick<AccessReader, 'find'>
  clock: Clock
  createId: CreateId
}): { operations: InboxOperations; inbox: Inbox } {
  const usecases = createInboxUsecases({ repository: createInboxRepository(database), ...rest })
  return { operations: createInboxOperations(usecases), inbox: usecases }
}
