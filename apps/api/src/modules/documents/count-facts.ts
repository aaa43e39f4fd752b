import { countRows, type RowCounts } from './count-rows.ts'
import type { MatchingRows } from './matching-rows.ts'
import { presentFacts } from './present-facts.ts'
import type { FactsRow } from './report-facts.sql.ts'
import type { ReportFacts } from './report-facts.types.ts'
import { storyTones } from './story-tones.ts'
import { topStories } from './top-stories.ts'
import { voicePlaces } from './voice-places.ts'
import { mostHeard, type VoiceNames, type Voices } from './voices.ts'

const sampleFactor = 8

/** Counts, and who is heard most among what was counted. Pure. */
export function countMatching(matching: MatchingRows): { counts: RowCounts; voices: Voices } {
  const counts = countRows(matching)
  return { counts, voices: { outlets: mostHeard(counts.outlets), authors: mostHeard(counts.authors) } }
}

export interface FactsInput {
  matching: MatchingRows
  row: FactsRow
  /** Whether the rows are the 1/8 sample. */
  sampled: boolean
  names: VoiceNames
}

/** The facts of a report from its matching documents, counted before or now. Pure. */
export function countFacts(
  { matching, row, sampled, names }: FactsInput,
  { counts, voices } = countMatching(matching),
): ReportFacts {
  // a sample of documents breaks stories apart
  const places = sampled ? null : voicePlaces(matching)
  const facts = presentFacts({ row, counts, voices, names, places, factor: sampled ? sampleFactor : 1 })
  return { ...facts, topStories: sampled ? [] : topStories(matching), storyTones: storyTones(matching) }
}
