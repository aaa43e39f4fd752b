import type { Database } from '../adapters/database/database.port.ts'
import { createKysely } from '../adapters/database/pool.ts'
import type { TurnPool } from '../adapters/database/turns/turn-pool.ts'

const condition =
  /((?:"?\w+"?\.)?"?(?:user_id|owner_id|maker_id|organization_id)"? (?:=|is not distinct from) \$\d+(?:::text)?)/g

/** Simulates repositories that forgot to restrict these tables to their caller's rows. */
export function withoutFirstLine(database: Database, tables: readonly string[]): Database {
  const names = new RegExp(`\\b(?:${tables.join('|')})\\b`)
  const forget = (text: string) => (names.test(text) ? text.replaceAll(condition, '(true or $1)') : text)
  const turns = database.pool as TurnPool // both engines have it
  const pool: TurnPool = {
    ...turns,
    connect: async (workload) => {
      const client = await turns.connect(workload)
      return {
        query: (text, values) => client.query(forget(text), values),
        release: (destroy) => client.release(destroy),
      }
    },
    query: (text, values) => turns.query(forget(text), values),
  }
  return { ...database, pool, kysely: createKysely(pool, 'interactive'), analysis: createKysely(pool, 'analysis') }
}
