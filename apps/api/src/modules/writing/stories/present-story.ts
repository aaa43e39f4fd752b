import type { Story, StoryCard, StoryVersion } from '@auspex/sdk/types'
import { formatDay } from '@auspex/analytics'
import { describeDeletion } from '../../../kernel/redaction.ts'
import { isMeasured, type MeasureCard, type MeasuredContent, describeUnavailable } from './measure-card.ts'
import type { CardDeletion, StoredCard, StoredStory, StoredVersion } from './stories.types.ts'

/** A story with the values stored in its cards. */
export function presentStory(story: StoredStory, addressOf: (imageId: string) => string): Story {
  const { id, revision, title, displayTitle, imageId, groupId, cards, createdAt, updatedAt } = story
  return {
    id,
    revision,
    title,
    displayTitle,
    image: imageId === null ? null : addressOf(imageId),
    organizationGroupId: groupId,
    cards: cards.map((card) => presentCard(card)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function presentCard(
  { id, revision, caption, frozen, asOf, content, deletion }: StoredCard,
  unavailable: string | null = null,
): StoryCard {
  return {
    id,
    caption,
    frozen,
    asOf: asOf?.toISOString() ?? null,
    content,
    revision,
    unavailable,
    deletion: deletion === null ? null : noteOf(deletion, isMeasured(content)),
  }
}

/** What a card says of documents that were deleted after it was written. */
function noteOf({ documentIds, way, at }: CardDeletion, isCount: boolean): string {
  if (!isCount) return describeDeletion({ way, deletedAt: at }).replace('A document quoted', 'The document shown')
  const last = formatDay(at.slice(0, 10))
  // a section can quote a document that the card did not count
  if (documentIds.length === 0)
    return `A document quoted here was deleted on ${last}. The numbers are as they were measured.`
  return documentIds.length === 1
    ? `A document counted here was deleted on ${last}. The numbers are as they were measured.`
    : `${documentIds.length} documents counted here were deleted, the last on ${last}. The numbers are as they were measured.`
}

/** Shown on a card to a person who may not read signals. */
const withheld = 'Signals are switched off for you. An administrator decides who may read them.'

/** The story for a person who may not read signals: the cards stay in place, without measured values. */
export function withoutMeasures(story: Story): Story {
  return { ...story, cards: story.cards.map(withoutMeasure) }
}

export function withoutMeasure(card: StoryCard): StoryCard {
  const { content } = card
  if (!isMeasured(content)) return card
  return { ...card, asOf: null, content: withoutContent(content), unavailable: withheld }
}

/** The subject of a card, without measured values. */
export function withoutContent(content: MeasuredContent): MeasuredContent {
  if (content.kind === 'chart') return { ...content, title: '', points: [] }
  if (content.kind === 'number') return { ...content, title: '', value: null, low: null, high: null }
  if (content.kind === 'signal') return { ...content, title: 'A signal', stage: null }
  return { ...content, title: '', text: '', points: [], rows: [] }
}

/** The cards shown when a story is opened: live ones are measured now. */
export async function presentLive(cards: readonly StoredCard[], measure: MeasureCard): Promise<StoryCard[]> {
  const presentedCards: StoryCard[] = []
  // sequentially: a story of two hundred signals must not delay everyone else's statements
  for (const card of cards) presentedCards.push(await presentNow(card, measure))
  return presentedCards
}

async function presentNow(card: StoredCard, measure: MeasureCard): Promise<StoryCard> {
  if (card.frozen || !isMeasured(card.content)) return presentCard(card)
  try {
    return presentCard({ ...card, ...(await measure(card.content)), deletion: null })
  } catch (error) {
    return presentCard(card, describeUnavailable(error))
  }
}

export function presentVersion(
  { changedAt, changedBy, ...version }: StoredVersion,
  nameOf: (userId: string) => string | null,
): StoryVersion {
  return { ...version, changedAt: changedAt.toISOString(), changedBy: nameOf(changedBy) }
}

/** Ids of the pictures of a story: its own and those of its cards. */
export function picturesOf({ imageId, cards }: StoredStory): string[] {
  const pictureIds = cards.flatMap(({ content }) => (content.kind === 'image' ? [pictureIn(content.image)] : []))
  return imageId === null ? pictureIds : [imageId, ...pictureIds]
}

/** The id of the picture at a URL. */
export function pictureIn(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
