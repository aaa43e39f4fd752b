import type { UploadedFile } from '@auspex/contract'
import type { Story } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database, Tables } from '../../../adapters/database/database.port.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { EncodedPicture, Images, Groups } from '../../people/index.ts'
import type { CardPreparation, SentCard } from './card-preparation.ts'
import { presentLive, presentStory, withoutMeasures } from './present-story.ts'
import { sameCards, sameDraft, withDraft } from './story-draft.ts'
import { storyBusy, storyNotFound, storyStale } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import type { StoredStory, StoryDraft, Viewer } from './stories.types.ts'

const maxCharacters = 200

/** A signed-in person. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

export interface StoriesDependencies {
  database: Database
  repository: StoriesRepository
  preparation: CardPreparation
  groups: Groups
  images: Images
  /** Deletes what belongs to a deleted story. */
  whenDeleted: (storyId: string) => Promise<void>
  clock: Clock
  createId: CreateId
}

/** The input for a new story. */
export interface NewStory {
  title: string
  displayTitle?: string | undefined
  cards?: readonly SentCard[] | undefined
  image?: UploadedFile | undefined
  organizationGroupId?: string | null | undefined
}

/** The input for a change. */
export interface StoryPatch extends Partial<NewStory> {
  id: string
  revision?: number | undefined
  imageRemoved?: boolean | undefined
}

/** Attempts to prepare a change when others change the story meanwhile. */
const tries = 8

export type StoriesUsecases = ReturnType<typeof createStoriesUsecases>

/** Use cases of whole stories. */
export function createStoriesUsecases(deps: StoriesDependencies) {
  const { database, repository, preparation, groups, images, whenDeleted, clock, createId } = deps
  /** Returns a presenter for the person, which omits measured values if they may not read signals. */
  async function presenterFor(person: Person): Promise<(story: StoredStory) => Story> {
    const present = (story: StoredStory) => presentStory(story, (id) => images.addressOf(id) ?? '')
    return (await preparation.mayMeasure(person)) ? present : (story) => withoutMeasures(present(story))
  }

  async function viewerOf({ userId, organizationId }: Person): Promise<Viewer> {
    return { userId, organizationId, groupIds: await groups.ofActor({ userId, organizationId }) }
  }

  async function find(person: Person, id: string): Promise<StoredStory> {
    const story = await repository.find({ viewer: await viewerOf(person), id })
    if (story === null) throw storyNotFound()
    return story
  }

  /** Applies a patch to a story; fields it does not have stay unchanged. */
  async function toDraft(person: Person, stored: StoredStory, patch: StoryPatch): Promise<StoryDraft> {
    const { organizationGroupId: groupId = stored.groupId, cards } = patch
    return {
      ...chooseTitles(patch, stored),
      groupId,
      imageId: patch.imageRemoved === true ? null : stored.imageId,
      cards: cards === undefined ? stored.cards : await preparation.settleAll({ person, stored, sent: cards }),
    }
  }

  /** Stores the picture of a draft in the same transaction as the story. */
  async function storePicture(trx: Kysely<Tables>, person: Person, draft: StoryDraft, picture: EncodedPicture | null) {
    return picture === null ? draft : { ...draft, imageId: await images.store(trx, picture, person) }
  }

  return {
    viewerOf,
    find,
    presenterFor,

    async list(
      person: Person,
      { groupId, search, page }: { groupId: string | null; search: string; page: PageRequest },
    ): Promise<{ items: Story[]; page: PageInfo }> {
      if (groupId !== null) await groups.requireOne(person, groupId)
      const viewer = await viewerOf(person)
      const { items, total } = await repository.list({ viewer, groupId, search: search.trim().toLowerCase(), page })
      return { items: items.map(await presenterFor(person)), page: toPageInfo(page, total) }
    },

    /** The story with current measurements. Throws `stories.not_found`. */
    async open(person: Person, id: string): Promise<Story> {
      const story = await find(person, id)
      const present = await presenterFor(person)
      if (!(await preparation.mayMeasure(person))) return present(story)
      return { ...present(story), cards: await presentLive(story.cards, preparation.measure(person)) }
    },

    async create(
      person: Person,
      { cards = [], image, organizationGroupId = null, ...titles }: NewStory,
    ): Promise<Story> {
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
      const settled = {
        ...empty,
        cards: await preparation.settleAll({ person, stored: { ...empty, revision: 0 }, sent: cards }),
      }
      const present = await presenterFor(person)
      return database.kysely.transaction().execute(async (trx) => {
        const story = { ...settled, ...(await storePicture(trx, person, settled, picture)) }
        const change = { change: 'create', restoredFrom: null, changedBy: person.userId, changedAt: at } as const
        await repository.insert(trx, story, change)
        return present(story)
      })
    },

    /**
     * Changes the fields of the patch. Cards are prepared before the story is locked; if someone else changed them meanwhile, the patch is prepared
     * again for the stored cards, or refused with `stories.stale` when it states the revision it was made for.
     */
    async update(person: Person, patch: StoryPatch): Promise<Story> {
      const { id, organizationGroupId: groupId, image } = patch
      const present = await presenterFor(person)
      const viewer = await viewerOf(person)
      let prepared = await find(person, id)
      if (groupId != null && groupId !== prepared.groupId) await groups.requireOne(person, groupId)
      const picture = image === undefined ? null : await images.prepare(image, 'image')
      for (let attempt = 0; attempt < tries; attempt += 1) {
        if (patch.revision !== undefined && patch.revision !== prepared.revision) throw storyStale(present(prepared))
        const draft = await toDraft(person, prepared, patch)
        const attempted = { isMoved: false }
        const after = await repository.change({ viewer, id }, async (stored, trx) => {
          attempted.isMoved =
            stored.revision !== prepared.revision && (patch.revision !== undefined || patch.cards !== undefined)
          if (attempted.isMoved) return null
          const nextDraft = patch.cards === undefined ? await toDraft(person, stored, patch) : draft
          const draftWithPicture = await storePicture(trx, person, nextDraft, picture)
          if (sameDraft(stored, draftWithPicture) && sameCards(stored.cards, draftWithPicture.cards)) return null
          const at = clock.now()
          const change = { change: 'update', restoredFrom: null, changedBy: person.userId, changedAt: at } as const
          return { story: withDraft(stored, draftWithPicture, at), change }
        })
        if (after === null) throw storyNotFound()
        if (!attempted.isMoved) return present(after)
        prepared = after
      }
      throw storyBusy()
    },

    async remove(person: Person, id: string): Promise<void> {
      const viewer = await viewerOf(person)
      const isRemoved = await database.kysely.transaction().execute(async (trx) => {
        const pictures = await repository.remove(trx, viewer, id)
        if (pictures === null) return false
        await images.remove(trx, pictures)
        return true
      })
      if (!isRemoved) throw storyNotFound()
      await whenDeleted(id)
    },
  }
}

interface GivenTitles {
  /** Trimmed and in lower case. */
  title?: string | undefined
  displayTitle?: string | undefined
}

/** Derives both titles of a story from the given ones; a missing one follows from the other, or stays unchanged. */
function chooseTitles(
  { title, displayTitle }: GivenTitles,
  before: Pick<StoredStory, 'title' | 'displayTitle'> | null,
): Pick<StoredStory, 'title' | 'displayTitle'> {
  if (displayTitle !== undefined) {
    const shown = displayTitle.trim()
    // some letters become two in lower case
    const lower = Array.from(shown.toLowerCase()).slice(0, maxCharacters).join('')
    return { title: title ?? lower, displayTitle: shown }
  }
  if (title === undefined) return { title: before?.title ?? '', displayTitle: before?.displayTitle ?? '' }
  return { title, displayTitle: before?.title === title ? before.displayTitle : title }
}
