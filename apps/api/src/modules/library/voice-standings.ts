import { type StoryStanding, measureStandings } from '@auspex/analytics'
import { kindCodes } from './document-codes.ts'
import type { Steps } from '../../adapters/database/turns/steps.ts'
import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'

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

/** The stories of each voice and how many others followed. Pure. */
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

interface GroupCounts {
  news: number
  forum: number
  other: number
}

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
