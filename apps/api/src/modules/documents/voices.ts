import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Tally } from './tally.ts'

/** An outlet or author of a report, by the number of its table. */
export interface Voice {
  id: number
  tally: Tally
}

export interface Voices {
  outlets: Voice[]
  authors: Voice[]
}

const named = 30

/** The thirty that are heard most: by points and comments, then by number of documents, then by age in the library. */
export function mostHeard(tallies: ReadonlyMap<number, Tally>): Voice[] {
  const reach = ({ score, comments }: Tally) => (score ?? 0) + (comments ?? 0)
  return [...tallies]
    .map(([id, tally]) => ({ id, tally, reach: reach(tally) }))
    .toSorted((a, b) => b.reach - a.reach || b.tally.documents - a.tally.documents || a.id - b.id)
    .slice(0, named)
    .map(({ id, tally }) => ({ id, tally }))
}

export interface VoiceNames {
  outlets: Map<number, string>
  authors: Map<number, string>
}

/** The names of voices. One that was removed since it was counted is absent. */
export async function readVoiceNames(database: Database, voices: Voices): Promise<VoiceNames> {
  const ids = (of: Voice[]) => of.map(({ id }) => id)
  const { rows } = await sql<{ author: boolean; id: number; name: string }>`
    select false as author, id, name from outlet where id = any(${ids(voices.outlets)}::int[])
    union all select true, id, name from author where id = any(${ids(voices.authors)}::int[])`.execute(database.kysely)
  const names: VoiceNames = { outlets: new Map(), authors: new Map() }
  for (const { author, id, name } of rows) (author ? names.authors : names.outlets).set(id, name)
  return names
}
