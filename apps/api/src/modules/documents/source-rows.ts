import { sourceRows } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

/**
 * Writes the sources of this version into their table, which tells readers of the database what the numbers in it mean. Several processes may
 * start at once: `on conflict` without a column waits at both unique columns, and with one it would fail at the other. Throws when a number
 * stands for another source there, or a source had another number: its documents would change hands.
 */
export async function ensureSources({ kysely }: Pick<Database, 'kysely'>, known = sourceRows): Promise<void> {
  const { rows } = await sql<{ id: number; key: string }>`
    with known as (
      select * from unnest(${known.map(({ number }) => number)}::smallint[], ${known.map(({ key }) => key)}::text[],
        ${known.map(({ holdsAll }) => holdsAll)}::boolean[]) as k (id, key, complete)
    ),
    written as (
      insert into source (id, key, complete) select id, key, complete from known on conflict do nothing
    ),
    changed as (
      update source s set complete = k.complete from known k where s.id = k.id and s.key = k.key and s.complete <> k.complete
    )
    select s.id, s.key from source s join known k on (k.id = s.id) <> (k.key = s.key)
    order by k.id <> s.id, s.id`.execute(kysely)
  const [other] = rows
  if (other !== undefined)
    throw new Error(
      `The database has the number ${other.id} for the source ${other.key}; a number is never given again`,
    )
}
