import type { StoredCard, StoredStory, StoryDraft } from './stories.types.ts'

/** The next version of a story. Cards that were written for it get its revision. */
export function withDraft(stored: StoredStory, draft: StoryDraft, at: Date): StoredStory {
  return { ...stored, ...draft, revision: stored.revision + 1, updatedAt: at }
}

/** Whether a draft equals the stored story, so that no new version is needed. */
export function sameDraft(stored: StoredStory, { title, displayTitle, imageId, groupId }: StoryDraft): boolean {
  return (
    stored.title === title &&
    stored.displayTitle === displayTitle &&
    stored.imageId === imageId &&
    stored.groupId === groupId
  )
}

/** Whether the cards are the same, in the same order. */
export function sameCards(stored: readonly StoredCard[], requested: readonly StoredCard[]): boolean {
  return (
    stored.length === requested.length &&
    stored.every((card, index) => card.id === requested[index]?.id && card.revision === requested[index].revision)
  )
}
