import { type StoryPlaces, storyPlaces } from '@auspex/analytics'
import type { MatchingRows } from './matching-rows.ts'

/** How early each outlet and author told the stories that others told too, by the numbers of their tables. */
export interface VoicePlaces {
  outlets: Map<number, StoryPlaces>
  authors: Map<number, StoryPlaces>
}

/** Reads the places out of the matching documents. Only stories that some document joined are looked at: most are told once. */
export function voicePlaces({ length, id, cluster, micros, outlet, author }: MatchingRows): VoicePlaces {
  const joined = new Set<bigint>()
  for (let row = 0; row < length; row += 1) {
    const story = cluster[row]
    if (story !== undefined && story !== id[row]) joined.add(story)
  }
  const isShared = (story: bigint) => joined.has(story)
  const placesOf = (voice: Int32Array) => storyPlaces({ length, story: cluster, voice, instant: micros }, isShared)
  return { outlets: placesOf(outlet), authors: placesOf(author) }
}
