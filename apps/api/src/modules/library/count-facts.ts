import type { MatchingRows } from './matching-rows.ts'
import type { FactsRow } from './report-facts.sql.ts'
import type { CountedFacts, ReportFacts, StoryFacts, TopVoices } from './report-facts.types.ts'
import { createStoryTones, type StoryToneClass } from '@auspex/analytics'
import { runAtOnce, type Steps } from '../../adapters/database/turns/steps.ts'
import { countRows, type RowCounts } from './count-rows.ts'
import { toDocumentId } from './document-id.ts'
import { presentContexts, presentCounts, presentVoices } from './present-facts.ts'
import { storyNumbers } from './story-numbers.ts'
import { rankVoicesByPublication, topVoices, type VoiceNames, type Voices, voiceStandings } from './voices.ts'

interface Story {
  cluster: bigint
  documents: number
  outlets: Set<number>
  firstMicros: number
  first: bigint
}

const maxStories = 5

/** The stories with the most documents, at least two: most documents, then most outlets, then id. */
function topStories(rows: MatchingRows): StoryFacts[] {
  const numbers = storyNumbers(rows)
  const stories = new Map<number, Story>()
  for (let row = 0; row < rows.length; row += 1) {
    const number = numbers[row] as number // the loop's bound guarantees it
    if (number === 0) continue
    const cluster = rows.cluster[row] as bigint // as above
    const story = stories.get(number) ?? {
      cluster,
      documents: 0,
      outlets: new Set(),
      firstMicros: Infinity,
      first: cluster,
    }
    stories.set(number, story)
    story.documents += 1
    story.outlets.add(rows.outlet[row] as number) // as above
    const [micros, id] = [rows.micros[row] as number, rows.id[row] as bigint]
    if (micros > story.firstMicros || (micros === story.firstMicros && id > story.first)) continue
    story.firstMicros = micros
    story.first = id
  }
  return [...stories.values()]
    .filter(({ documents }) => documents > 1)
    .toSorted(
      (a, b) => b.documents - a.documents || b.outlets.size - a.outlets.size || (a.cluster < b.cluster ? -1 : 1),
    )
    .slice(0, maxStories)
    .map(({ cluster, documents, outlets, first }) => ({
      storyCluster: toDocumentId(String(cluster)),
      documents,
      outlets: outlets.size,
      documentId: toDocumentId(String(first)),
    }))
}

/** Counts the rows and picks the top voices among them. */
export function countMatching(rows: MatchingRows): { counts: RowCounts; voices: Voices } {
  const counts = runAtOnce(countRows(rows))
  return { counts, voices: runAtOnce(pickVoices(rows, counts)) }
}

/** Picks the top voices among the rows. */
export function* pickVoices(rows: MatchingRows, counts: RowCounts): Steps<Voices> {
  const { outlets, authors } = yield* voiceStandings(rows)
  yield
  return { outlets: topVoices(counts.outlets, outlets), authors: topVoices(counts.authors, authors) }
}

interface RowSample {
  rows: MatchingRows
  /** The fraction of matching documents that the rows are, above 0; 1 when they are all of them. */
  sampleFraction: number
}

/** Returns all facts that the documents alone determine. */
export function countedFacts(
  { rows, sampleFraction }: RowSample,
  rowFacts: { revision: number; counts: RowCounts },
): CountedFacts {
  return {
    ...presentCounts({ ...rowFacts, sampleFraction }),
    topStories: sampleFraction < 1 ? [] : topStories(rows),
    storyTones: storyTones(rows),
  }
}

/** Returns the voices of a report. */
export function voiceFacts(
  { rows, sampleFraction }: RowSample,
  { voices, names }: { voices: Voices; names: VoiceNames },
): TopVoices {
  // a sample of documents splits stories
  const voicePositions = sampleFraction < 1 ? null : rankVoicesByPublication(rows)
  return presentVoices({ voices, names, positions: voicePositions, sampleFraction })
}

export interface FactsInput extends RowSample {
  row: FactsRow
  names: VoiceNames
}

/** Returns the facts of a report from its matching documents. */
export function countFacts({ row, names, ...read }: FactsInput): ReportFacts {
  const { counts, voices } = countMatching(read.rows)
  const counted = countedFacts(read, { revision: row.revision, counts })
  return { ...counted, ...voiceFacts(read, { voices, names }), ...presentContexts(row, counted) }
}

/** Classifies the documents' stories by tone; ignores documents of unknown tone. */
function storyTones(rows: MatchingRows): StoryToneClass[] {
  const numbers = storyNumbers(rows)
  const stories = createStoryTones()
  const shared = new Map<number, { documents: number; sum: number }>()
  for (let row = 0; row < rows.length; row += 1) {
    const tone = rows.tone[row] as number // the loop's bound guarantees it
    const story = numbers[row] as number // as above
    if (Number.isNaN(tone)) continue
    if (story === 0) {
      stories.add(1, tone)
      continue
    }
    const tonesOfStory = shared.get(story)
    if (tonesOfStory === undefined) shared.set(story, { documents: 1, sum: tone })
    else {
      tonesOfStory.documents += 1
      tonesOfStory.sum += tone
    }
  }
  for (const { documents, sum } of shared.values()) stories.add(documents, sum)
  return stories.classes()
}
