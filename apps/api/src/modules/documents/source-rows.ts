import { sourceRows } from '@auspex/sources'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'

/**
 * Writes the sources of this version into their table, which tells readers of the database what the numbers in it mean. Throws
 * when a number stands for another source there: its documents would change hands.
 */
export async function ensureSources({ kysely }: Pick<Database, 'kysely'>, known = sourceRows): Promise<void> {
  const { rows } = await sql<{ id: number; key: string }>`
    with known as (
      select * from unnest(${known.map(({ number }) => number)}::smallint[], ${known.map(({ key }) => key)}::text[],
        ${known.map(({ holdsAll }) => holdsAll)}::boolean[]) as k (id, key, complete)
    ),
    written as (
      insert into source (id, key, complete) select id, key, complete from known
      on conflict (id) do update set complete = excluded.complete
      where source.key = excluded.key and source.complete <> excluded.complete
    )
    select s.id, s.key from source s join known k on k.id = s.id where k.key <> s.key`.execute(kysely)
  const [other] = rows
  if (other !== undefined)
    throw new Error(
      `The database has the number ${other.id} for the source ${other.key}; a number is never given again`,
    )
}
