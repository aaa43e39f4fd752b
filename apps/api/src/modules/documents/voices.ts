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

/** Listed of each group, so that neither news nor forums crowd out the other. */
const mostOfGroup: Record<VoiceGroup, number> = { news: 12, forum: 12, other: 6 }

/** The top voices of each group, together in one order: by what they told and who followed, then by documents and age in the library. */
export function topVoices(tallies: ReadonlyMap<number, Tally>, standings: ReadonlyMap<number, VoiceStanding>): Voice[] {
  const groups: Record<VoiceGroup, Voice[]> = { news: [], forum: [], other: [] }
  for (const [id, tally] of tallies) {
    const standing = standings.get(id)
    if (standing !== undefined) place(groups[standing.group], { id, tally, standing })
  }
  return Object.values(groups).flat().toSorted(byStanding)
}

/** Thousands of voices, some places: most end at the first line, and a sort of all would take longer. */
function place(voices: Voice[], voice: Voice): void {
  const most = mostOfGroup[voice.standing.group]
  const last = voices[most - 1]
  if (last !== undefined && byStanding(last, voice) < 0) return
  let at = Math.min(voices.length, most - 1)
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
