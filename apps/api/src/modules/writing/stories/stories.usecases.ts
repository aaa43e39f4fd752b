import type { UploadedFile } from '@auspex/contract'
import type { Story } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { findViewer } from '../../people/index.ts'
import { createMeasurer, mayMeasure } from './measure-card.ts'
import { prepareCards } from './prepare-cards.ts'
import { presentLive, presentStory, withoutMeasures } from './present-story.ts'
import { pictureMissing, storyBusy, storyNotFound, storyStale } from '../writing.errors.ts'
import { createStoriesRepository } from './stories.repository.ts'
import type { StoredStory, StoryDependencies, StoryDraft, StoryTitles, RequestedCard } from './stories.types.ts'

const maxCharacters = 200

/** The input for a new story. */
export interface NewStory {
  title: string
  displayTitle?: string | undefined
  cards?: readonly RequestedCard[] | undefined
  image?: UploadedFile | undefined
  organizationGroupId?: string | null | undefined
}

/** The input for a change. */
export interface StoryPatch extends Partial<NewStory> {
  id: string
  revision?: number | undefined
  imageRemoved?: boolean | undefined
}

/** Attempts to prepare a change while others keep changing the story. */
const maxAttempts = 8

/** A story as stored. Throws `stories.not_found`. */
export async function findStory(id: string, person: Person, deps: StoryDependencies): Promise<StoredStory> {
  const story = await createStoriesRepository(deps.database).find({ viewer: await findViewer(person, deps), id })
  if (story === null) throw storyNotFound()
  return story
}

/** The story with current measurements. Throws `stories.not_found`. */
export async function openStory(id: string, person: Person, deps: StoryDependencies): Promise<Story> {
  const story = await findStory(id, person, deps)
  const present = await createStoryPresenter(person, deps)
  if (!(await mayMeasure(person, deps))) return present(story)
  return { ...present(story), cards: await presentLive(story.cards, createMeasurer(person, deps)) }
}

/** Throws `groups.not_found`. */
export async function listStories(
  { groupId, search, page }: { groupId: string | null; search: string; page: PageRequest },
  person: Person,
  deps: StoryDependencies,
): Promise<{ items: Story[]; page: PageInfo }> {
  if (groupId !== null) await deps.groups.requireOne(person, groupId)
  const viewer = await findViewer(person, deps)
  const list = { viewer, groupId, search: search.trim().toLowerCase(), page }
  const { items, total } = await createStoriesRepository(deps.database).list(list)
  return { items: items.map(await createStoryPresenter(person, deps)), page: toPageInfo(page, total) }
}

/** Throws `groups.not_found`, and the errors of cards and pictures. */
export async function createStory(
  { cards = [], image, organizationGroupId = null, ...titles }: NewStory,
  person: Person,
  deps: StoryDependencies,
): Promise<Story> {
  const { database, groups, images, clock, createId } = deps
  if (organizationGroupId !== null) await groups.requireOne(person, organizationGroupId)
  const picture = image === undefined ? null : await images.prepare(image, 'image')
  const at = clock.now()
  const empty: StoredStory = {
    id: createId('st'),
    organizationId: person.organizationId,
    ownerId: person.userId,
    groupId: organizationGroupId,
    revision: 1,
    ...chooseTitles(titles, null),
    imageId: null,
    cards: [],
    createdAt: at,
    updatedAt: at,
  }
  const prepared = {
    ...empty,
    cards: await prepareCards({ stored: { ...empty, revision: 0 }, requested: cards }, person, deps),
  }
  const present = await createStoryPresenter(person, deps)
  return database.kysely.transaction().execute(async (trx) => {
    const story = picture === null ? prepared : { ...prepared, imageId: await deps.images.store(trx, picture, person) }
    const change = { change: 'create', restoredFrom: null, changedBy: person.userId, changedAt: at } as const
    await createStoriesRepository(database).insert(trx, story, change)
    return present(story)
  })
}

/**
 * Changes the fields of the patch. Cards are prepared before the story is locked; if someone else has changed them since, the patch is prepared
 * again for the stored cards, or refused with `stories.stale` when it states the revision it was made for.
 */
export async function updateStory(patch: StoryPatch, person: Person, deps: StoryDependencies): Promise<Story> {
  const { database, groups, images, clock } = deps
  const { id, organizationGroupId: groupId, image } = patch
  const present = await createStoryPresenter(person, deps)
  const viewer = await findViewer(person, deps)
  let prepared = await findStory(id, person, deps)
  if (groupId != null && groupId !== prepared.groupId) await groups.requireOne(person, groupId)
  const picture = image === undefined ? null : await images.prepare(image, 'image')
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (patch.revision !== undefined && patch.revision !== prepared.revision) throw storyStale(present(prepared))
    const draft = await toDraft(patch, prepared, person, deps)
    const attempted = { isMoved: false }
    const after = await createStoriesRepository(database).change({ viewer, id }, async (stored, trx) => {
      attempted.isMoved =
        stored.revision !== prepared.revision && (patch.revision !== undefined || patch.cards !== undefined)
      if (attempted.isMoved) return null
      const nextDraft = patch.cards === undefined ? await toDraft(patch, stored, person, deps) : draft
      const draftWithPicture =
        picture === null ? nextDraft : { ...nextDraft, imageId: await images.store(trx, picture, person) }
      if (isSameDraft(stored, draftWithPicture)) return null
      const at = clock.now()
      const change = { change: 'update', restoredFrom: null, changedBy: person.userId, changedAt: at } as const
      return { story: withDraft(stored, draftWithPicture, at), change }
    })
    if (after === null) throw storyNotFound()
    if (!attempted.isMoved) return present(after)
    prepared = after
  }
  throw storyBusy()
}

/** The next version of a story. Cards that were written for it get its revision. */
export function withDraft(stored: StoredStory, draft: StoryDraft, at: Date): StoredStory {
  return { ...stored, ...draft, revision: stored.revision + 1, updatedAt: at }
}

/** Whether a draft equals the stored story with its cards, so that no new version is needed. */
function isSameDraft(stored: StoredStory, draft: StoryDraft): boolean {
  return (
    stored.title === draft.title &&
    stored.displayTitle === draft.displayTitle &&
    stored.imageId === draft.imageId &&
    stored.groupId === draft.groupId &&
    stored.cards.length === draft.cards.length &&
    stored.cards.every((card, at) => card.id === draft.cards[at]?.id && card.revision === draft.cards[at].revision)
  )
}

/** Throws `stories.not_found`. */
export async function deleteStory(id: string, person: Person, deps: StoryDependencies): Promise<void> {
  const { database, images, whenDeleted } = deps
  const viewer = await findViewer(person, deps)
  const isDeleted = await database.kysely.transaction().execute(async (trx) => {
    const pictures = await createStoriesRepository(database).remove(trx, viewer, id)
    if (pictures === null) return false
    await images.remove(trx, pictures)
    return true
  })
  if (!isDeleted) throw storyNotFound()
  await whenDeleted(id)
}

/** Stores a picture for cards of a story and resolves with its URL. One that no card uses is deleted a day later. */
export async function uploadPicture(
  { storyId, file }: { storyId: string; file: UploadedFile | undefined },
  person: Person,
  deps: StoryDependencies,
): Promise<string> {
  const { database, images } = deps
  await findStory(storyId, person, deps)
  if (file === undefined) throw pictureMissing()
  const picture = await images.prepare(file, 'image')
  const id = await database.kysely.transaction().execute((trx) => images.store(trx, picture, person))
  return images.addressOf(id) ?? ''
}

/** Resolves with a presenter for the person, which omits measured values if they may not read signals. */
export async function createStoryPresenter(
  person: Person,
  deps: StoryDependencies,
): Promise<(story: StoredStory) => Story> {
  const present = (story: StoredStory) => presentStory(story, (id) => deps.images.addressOf(id) ?? '')
  return (await mayMeasure(person, deps)) ? present : (story) => withoutMeasures(present(story))
}

/** Applies a patch to a story; fields it does not have stay unchanged. */
async function toDraft(
  patch: StoryPatch,
  stored: StoredStory,
  person: Person,
  deps: StoryDependencies,
): Promise<StoryDraft> {
  const { organizationGroupId: groupId = stored.groupId, cards } = patch
  return {
    ...chooseTitles(patch, stored),
    groupId,
    imageId: patch.imageRemoved === true ? null : stored.imageId,
    cards: cards === undefined ? stored.cards : await prepareCards({ stored, requested: cards }, person, deps),
  }
}

interface RequestedTitles {
  /** Trimmed and in lower case. */
  title?: string | undefined
  displayTitle?: string | undefined
}

/** Derives both titles of a story from those requested; a missing one follows from the other, or stays unchanged. */
function chooseTitles({ title, displayTitle }: RequestedTitles, before: StoryTitles | null): StoryTitles {
  if (displayTitle !== undefined) {
    const trimmedTitle = displayTitle.trim()
    // some letters become two in lower case
    const lower = Array.from(trimmedTitle.toLowerCase()).slice(0, maxCharacters).join('')
    return { title: title ?? lower, displayTitle: trimmedTitle }
  }
  if (title === undefined) return { title: before?.title ?? '', displayTitle: before?.displayTitle ?? '' }
  return { title, displayTitle: before?.title === title ? before.displayTitle : title }
}
