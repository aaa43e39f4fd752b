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

const voiceLimit = 30

/** The top thirty: by points and comments, then by number of documents, then by age in the library. */
export function topVoices(tallies: ReadonlyMap<number, Tally>): Voice[] {
  const voices: Voice[] = []
  for (const [id, tally] of tallies) {
    const voice = { id, tally }
    const last = voices[voiceLimit - 1]
    if (last !== undefined && byReach(last, voice) < 0) continue
    // thousands of voices, thirty places: most end at the line above, and a sort of all would make an object for each
    let place = Math.min(voices.length, voiceLimit - 1)
    for (; place > 0 && byReach(voice, voices[place - 1] ?? voice) < 0; place -= 1)
      voices[place] = voices[place - 1] ?? voice
    voices[place] = voice
  }
  return voices
}

function byReach(a: Voice, b: Voice): number {
  return reachOf(b.tally) - reachOf(a.tally) || b.tally.documents - a.tally.documents || a.id - b.id
}

function reachOf({ score, comments }: Tally): number {
  return (score ?? 0) + (comments ?? 0)
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
