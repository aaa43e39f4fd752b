import { type PublicationOrder, rankByPublication } from '@auspex/analytics'
import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'

/** How early each outlet and author published the stories that it shares with others, by the numbers of their tables. */
export interface VoiceOrder {
  outlets: Map<number, PublicationOrder>
  authors: Map<number, PublicationOrder>
}

/** Computes the positions from the matching documents. Looks only at stories of several documents: most have one. */
export function rankVoicesByPublication(rows: MatchingRows): VoiceOrder {
  const stories = storyNumbers(rows)
  const shared: number[] = []
  for (let row = 0; row < rows.length; row += 1) if (stories[row] !== 0) shared.push(row)
  const column = <Value>(values: { readonly [index: number]: Value }) => shared.map((row) => values[row] as Value) // each is a row
  const [story, instant] = [column(rows.cluster), column(rows.micros)]
  const rankVoices = (voice: Int32Array) =>
    rankByPublication({ length: shared.length, story, voice: column(voice), instant }, () => true)
  return { outlets: rankVoices(rows.outlet), authors: rankVoices(rows.author) }
}
