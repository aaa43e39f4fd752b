import type { Kysely } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { UserTables } from './users.tables.ts'

/** The stored onboarding state of a person. */
export interface StoredChecklist {
  preferences: UserTables['app_user']['preferences']['__select__']
  completedTasks: Record<string, true>
  currentTask: string | null
}

/** Onboarding state, for the module that implements its rules. */
export interface Checklists {
  find(userId: string): Promise<StoredChecklist>
  /** Replaces the stored state by the result of `change`; concurrent changes of one person are serialized. If it throws, nothing changes. */
  change(userId: string, change: (stored: StoredChecklist) => StoredChecklist): Promise<StoredChecklist>
}

export function createChecklists(database: Database): Checklists {
  const kysely = database.kysely.withTables<UserTables>()
  return {
    find: (userId) => read(kysely, userId, { locked: false }),

    change: (userId, change) =>
      kysely.transaction().execute(async (trx) => {
        const changed = change(await read(trx, userId, { locked: true }))
        await trx
          .updateTable('app_user')
          .set({
            preferences: changed.preferences,
            completed_tasks: changed.completedTasks,
            current_task: changed.currentTask,
          })
          .where('id', '=', userId)
          .execute()
        return changed
      }),
  }
}

async function read(
  kysely: Kysely<UserTables>,
  userId: string,
  { locked }: { locked: boolean },
): Promise<StoredChecklist> {
  const query = kysely
    .selectFrom('app_user')
    .select(['preferences', 'completed_tasks as completedTasks', 'current_task as currentTask'])
    .where('id', '=', userId)
  return (locked ? query.forUpdate() : query).executeTakeFirstOrThrow()
}
