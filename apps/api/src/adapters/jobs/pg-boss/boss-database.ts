import type { Db } from 'pg-boss'
import type { StatementPool } from '../../database/database.port.ts'

/**
 * Our connections as pg-boss asks for them, on both engines, so that its statements wait for their turns as all others do.
 * Not its `fromPglite`: that wants the engine in this thread, and rolls back a failed block in a statement of its own,
 * before which somebody else's could run. The turns roll back within the turn.
 */
export function createBossDatabase(pool: StatementPool): Db {
  return {
    // one without values may be many statements, which pg answers with an array that pg-boss takes apart
    executeSql: (text, values) => pool.query(text, values?.length ? values : undefined),
  }
}
