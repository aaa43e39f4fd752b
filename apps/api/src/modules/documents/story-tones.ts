import { createStoryTones, type StoryToneClass } from '@auspex/analytics'
import type { MatchingRows } from './matching-rows.ts'
import { storyNumbers } from './story-numbers.ts'

/** The tone of the stories that the documents tell, in classes; documents of unknown tone are left out. Pure. */
export function storyTones(rows: MatchingRows): StoryToneClass[] {
  const numbers = storyNumbers(rows)
  const stories = createStoryTones()
  const shared = new Map<number, { documents: number; sum: number }>()
  for (let row = 0; row < rows.length; row += 1) {
    const tone = rows.tone[row] as number // the loop's bound proves it
    const story = numbers[row] as number // as above
    if (Number.isNaN(tone)) continue
    if (story === 0) {
      stories.add(1, tone)
      continue
    }
    const known = shared.get(story)
    if (known === undefined) shared.set(story, { documents: 1, sum: tone })
    else {
      known.documents += 1
      known.sum += tone
    }
  }
  for (const { documents, sum } of shared.values()) stories.add(documents, sum)
  return stories.classes()
}
