import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Tally } from './tally.ts'
import type { VoiceGroup, VoiceStanding } from './voice-standings.ts'

/** An outlet or author of a report, by the number of its table. */
export interface Voice {
  id: number
  tally: Tally
  standing: VoiceStanding
}

export interface Voices {
  outlets: Voice[]
  authors: Voice[]
}

/** Listed per group, so that neither news nor forums crowd out the other. */
const maxPerGroup: Record<VoiceGroup, number> = { news: 12, forum: 12, other: 6 }

/** The top voices of each group, merged into one order: by their stories and followers, then by documents and age in the library. */
export function topVoices(tallies: ReadonlyMap<number, Tally>, standings: ReadonlyMap<number, VoiceStanding>): Voice[] {
  const groups: Record<VoiceGroup, Voice[]> = { news: [], forum: [], other: [] }
  for (const [id, tally] of tallies) {
    const standing = standings.get(id)
    if (standing !== undefined) insertVoice(groups[standing.group], { id, tally, standing })
  }
  return Object.values(groups).flat().toSorted(byStanding)
}

/** Inserts into a short sorted list: of thousands of voices most fail the first comparison, and sorting all would take longer. */
function insertVoice(voices: Voice[], voice: Voice): void {
  const limit = maxPerGroup[voice.standing.group]
  const last = voices[limit - 1]
  if (last !== undefined && byStanding(last, voice) < 0) return
  let at = Math.min(voices.length, limit - 1)
  for (; at > 0 && byStanding(voice, voices[at - 1] ?? voice) < 0; at -= 1) voices[at] = voices[at - 1] ?? voice
  voices[at] = voice
}

function byStanding(a: Voice, b: Voice): number {
  return b.standing.weight - a.standing.weight || b.tally.documents - a.tally.documents || a.id - b.id
}

export interface VoiceNames {
  outlets: Map<number, string>
  authors: Map<number, string>
}

/** Reads the names of voices. One that was removed since it was counted is absent. */
export async function readVoiceNames(database: Database, voices: Voices): Promise<VoiceNames> {
  const ids = (voiceList: Voice[]) => voiceList.map(({ id }) => id)
  const { rows } = await sql<{ author: boolean; id: number; name: string }>`
    select false as author, id, name from outlet where id = any(${ids(voices.outlets)}::int[])
    union all select true, id, name from author where id = any(${ids(voices.authors)}::int[])`.execute(database.kysely)
  const names: VoiceNames = { outlets: new Map(), authors: new Map() }
  for (const { author, id, name } of rows) (author ? names.authors : names.outlets).set(id, name)
  return names
}
