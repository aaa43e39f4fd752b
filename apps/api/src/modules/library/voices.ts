import { measureStandings, type PublicationOrder, rankByPublication, type StoryStanding } from '@auspex/analytics'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Steps } from '../../adapters/database/turns/steps.ts'
import { kindCodes } from './document-codes.ts'
import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'
import type { Tally } from './tally.ts'

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
  const idsOf = (voiceList: Voice[]) => voiceList.map(({ id }) => id)
  const { rows } = await sql<{ author: boolean; id: number; name: string }>`
    select false as author, id, name from outlet where id = any(${idsOf(voices.outlets)}::int[])
    union all select true, id, name from author where id = any(${idsOf(voices.authors)}::int[])`.execute(
    database.kysely,
  )
  const names: VoiceNames = { outlets: new Map(), authors: new Map() }
  for (const { author, id, name } of rows) (author ? names.authors : names.outlets).set(id, name)
  return names
}

/** The group of a voice: that of most of its documents. */
export type VoiceGroup = 'news' | 'forum' | 'other'

/** What a voice is ranked by within its group. */
export interface VoiceStanding extends StoryStanding {
  group: VoiceGroup
}

/** By outlet and by author, as the numbers of their tables. */
export interface VoiceStandings {
  outlets: Map<number, VoiceStanding>
  authors: Map<number, VoiceStanding>
}

const forumKinds = new Set<number>([kindCodes.post, kindCodes.comment, kindCodes.question, kindCodes.answer])

/** The stories of each voice and how many others followed. */
export function* voiceStandings(rows: MatchingRows): Steps<VoiceStandings> {
  const story = storyNumbers(rows)
  const standingsOf = (voice: Int32Array) => {
    const groups = countGroups(rows, voice)
    const standings = measureStandings({ length: rows.length, story, voice, instant: rows.micros })
    return new Map([...standings].map(([id, standing]) => [id, { ...standing, group: toGroup(groups.get(id)) }]))
  }
  const outlets = standingsOf(rows.outlet)
  yield
  return { outlets, authors: standingsOf(rows.author) }
}

type GroupCounts = Record<VoiceGroup, number>

function countGroups(rows: MatchingRows, voice: Int32Array): Map<number, GroupCounts> {
  const groups = new Map<number, GroupCounts>()
  for (let index = 0; index < rows.length; index += 1) {
    const [id, kind] = [voice[index] as number, rows.kind[index] as number] // the loop's bound guarantees both
    let counts = groups.get(id)
    if (counts === undefined) groups.set(id, (counts = { news: 0, forum: 0, other: 0 }))
    if (kind === kindCodes.article) counts.news += 1
    else if (forumKinds.has(kind)) counts.forum += 1
    else counts.other += 1
  }
  return groups
}

function toGroup(counts: GroupCounts | undefined): VoiceGroup {
  if (counts === undefined) return 'other'
  const { news, forum, other } = counts
  if (news >= forum && news >= other) return 'news'
  return forum >= other ? 'forum' : 'other'
}

/** How early each outlet and author published the stories that it shares with others, by the numbers of their tables. */
export interface VoiceOrder {
  outlets: Map<number, PublicationOrder>
  authors: Map<number, PublicationOrder>
}

/** Computes the positions from the matching documents. Looks only at stories of several documents: most have one. */
export function rankVoicesByPublication(rows: MatchingRows): VoiceOrder {
  const stories = storyNumbers(rows)
  const sharedRows: number[] = []
  for (let row = 0; row < rows.length; row += 1) if (stories[row] !== 0) sharedRows.push(row)
  const column = <Value>(values: { readonly [index: number]: Value }) => sharedRows.map((row) => values[row] as Value) // within bounds
  const [story, instant] = [column(rows.cluster), column(rows.micros)]
  const rankVoices = (voice: Int32Array) =>
    rankByPublication({ length: sharedRows.length, story, voice: column(voice), instant }, () => true)
  return { outlets: rankVoices(rows.outlet), authors: rankVoices(rows.author) }
}
