const keyOf = (personId: string) => `auspex.last-story.${personId}`

/** The story to which a person added something last, in this browser. */
export const readLastStory = (personId: string): string | null => {
  try {
    return localStorage.getItem(keyOf(personId))
  } catch {
    return null
  }
}

export const keepLastStory = (personId: string, storyId: string): void => {
  try {
    localStorage.setItem(keyOf(personId), storyId)
  } catch {
    // The story changed last is proposed then.
  }
}
