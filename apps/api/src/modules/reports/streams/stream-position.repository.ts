import type { SourceKey } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'

export type StreamPositionRepository = ReturnType<typeof createStreamPositionRepository>

/** The position at which reading each stream continues. */
export function createStreamPositionRepository({ kysely }: Database) {
  return {
    /** Microseconds since 1970; null when the stream was never read. */
    async read(source: SourceKey): Promise<number | null> {
      const { rows } = await sql<{ position: string }>`
        select position from stream_position where source = ${source}`.execute(kysely)
      const position = rows[0]?.position
      return position === undefined ? null : Number(position)
    },
    async save({ source, position, at }: { source: SourceKey; position: number; at: Date }): Promise<void> {
      await sql`
        insert into stream_position (source, position, stored_at) values (${source}, ${position}::bigint, ${at}::timestamptz)
        on conflict (source) do update set position = excluded.position, stored_at = excluded.stored_at`.execute(kysely)
    },
  }
}
