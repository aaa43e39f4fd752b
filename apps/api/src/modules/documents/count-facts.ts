import { runAtOnce, type Steps } from '../../adapters/database/turns/steps.ts'
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

/** Counts the rows and picks the top voices among them. Pure. */
export function countMatching(rows: MatchingRows): { counts: RowCounts; voices: Voices } {
  const counts = runAtOnce(countRows(rows))
  return { counts, voices: runAtOnce(pickVoices(rows, counts)) }
}

/** The top voices among the rows. Pure. */
export function* pickVoices(rows: MatchingRows, counts: Pick<RowCounts, 'outlets' | 'authors'>): Steps<Voices> {
  const { outlets, authors } = yield* voiceStandings(rows)
  yield
  return { outlets: topVoices(counts.outlets, outlets), authors: topVoices(counts.authors, authors) }
}

interface RowSample {
  rows: MatchingRows
  /** Part of the matching documents that the rows are, above 0; 1 when they are all. */
  sampleFraction: number
}

/** All facts that the documents tell by themselves. Pure. */
export function countedFacts(
  { rows, sampleFraction }: RowSample,
  of: { revision: number; counts: RowCounts },
): CountedFacts {
  return {
    ...presentCounts({ ...of, sampleFraction }),
    topStories: sampleFraction < 1 ? [] : topStories(rows),
    storyTones: storyTones(rows),
  }
}

/** The voices of a report. Pure. */
export function voiceFacts(
  { rows, sampleFraction }: RowSample,
  { voices, names }: { voices: Voices; names: VoiceNames },
): Pick<ReportFacts, 'topOutlets' | 'topAuthors'> {
  // a sample of documents breaks stories apart
  const places = sampleFraction < 1 ? null : voicePlaces(rows)
  return presentVoices({ voices, names, places, sampleFraction })
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
