import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

// A type, not an interface: kysely wants tables that can be indexed by name.
type DemoTables = {
  demo_library: { only_row: boolean; until: string; finished_at: Date | null }
}

export function createDemoRepository(database: Database) {
  const tables = database.kysely.withTables<DemoTables>()
  return {
    /** Begins the load with its last day, or tells with which day it was begun before. */
    async begin(today: string): Promise<{ until: string; isFinished: boolean }> {
      await tables
        .insertInto('demo_library')
        .values({ only_row: true, until: today, finished_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const row = await tables
        .selectFrom('demo_library')
        .select([
          sql<string>`to_char(until, 'YYYY-MM-DD')`.as('until'),
          sql<boolean>`finished_at is not null`.as('isFinished'),
        ])
        .executeTakeFirstOrThrow()
      return row
    },
    async finish(at: Date): Promise<void> {
      await tables.updateTable('demo_library').set({ finished_at: at }).execute()
    },
  }
}
