import type { StoredStory } from './stories.types.ts'

const mostCharacters = 200

interface GivenTitles {
  /** Trimmed and in lower case. */
  title?: string | undefined
  displayTitle?: string | undefined
}

/** Both names of a story from what was sent of them; what was not sent follows from the other, or stays. */
export function chooseTitles(
  { title, displayTitle }: GivenTitles,
  before: Pick<StoredStory, 'title' | 'displayTitle'> | null,
): Pick<StoredStory, 'title' | 'displayTitle'> {
  if (displayTitle !== undefined) {
    const shown = displayTitle.trim()
    // in lower case some letters become two
    const lower = Array.from(shown.toLowerCase()).slice(0, mostCharacters).join('')
    return { title: title ?? lower, displayTitle: shown }
  }
  if (title === undefined) return { title: before?.title ?? '', displayTitle: before?.displayTitle ?? '' }
  return { title, displayTitle: before?.title === title ? before.displayTitle : title }
}
