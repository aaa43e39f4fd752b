import { countRows, type RowCounts } from './count-rows.ts'
import type { MatchingRows } from './matching-rows.ts'
import { presentContexts, presentCounts, presentVoices } from './present-facts.ts'
import type { FactsRow } from './report-facts.sql.ts'
import type { CountedFacts, ReportFacts } from './report-facts.types.ts'
import { storyTones } from './story-tones.ts'
import { topStories } from './top-stories.ts'
import { voicePlaces } from './voice-places.ts'
import { voiceStandings } from './voice-standings.ts'
import { topVoices, type VoiceNames, type Voices } from './voices.ts'

/** How many documents stand for one of the sample. */
export const sampleFactor = 8

/** Counts the rows and picks the top voices among them. Pure. */
export function countMatching(rows: MatchingRows): { counts: RowCounts; voices: Voices } {
  const counts = countRows(rows)
  return { counts, voices: pickVoices(rows, counts) }
}

/** The top voices among the rows. Pure. */
export function pickVoices(rows: MatchingRows, counts: Pick<RowCounts, 'outlets' | 'authors'>): Voices {
  const { outlets, authors } = voiceStandings(rows)
  return { outlets: topVoices(counts.outlets, outlets), authors: topVoices(counts.authors, authors) }
}

interface RowSample {
  rows: MatchingRows
  /** Whether the rows are the 1/8 sample. */
  sampled: boolean
}

/** All facts that the documents tell by themselves. Pure. */
export function countedFacts({ rows, sampled }: RowSample, of: { revision: number; counts: RowCounts }): CountedFacts {
  return {
    ...presentCounts({ ...of, factor: sampled ? sampleFactor : 1 }),
    topStories: sampled ? [] : topStories(rows),
    storyTones: storyTones(rows),
  }
}

/** The voices of a report. Pure. */
export function voiceFacts(
  { rows, sampled }: RowSample,
  { voices, names }: { voices: Voices; names: VoiceNames },
): Pick<ReportFacts, 'topOutlets' | 'topAuthors'> {
  // a sample of documents breaks stories apart
  const places = sampled ? null : voicePlaces(rows)
  return presentVoices({ voices, names, places, factor: sampled ? sampleFactor : 1 })
}

export interface FactsInput extends RowSample {
  row: FactsRow
  names: VoiceNames
}

/** The facts of a report from its matching documents. Pure. */
export function countFacts({ row, names, ...read }: FactsInput): ReportFacts {
  const { counts, voices } = countMatching(read.rows)
  const counted = countedFacts(read, { revision: row.revision, counts })
  return { ...counted, ...voiceFacts(read, { voices, names }), ...presentContexts(row, counted) }
}
