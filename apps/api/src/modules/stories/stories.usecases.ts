import type { UploadedFile } from '@auspex/contract'
import type { Story } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database, Tables } from '../../adapters/database/database.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../kernel/page.ts'
import type { EncodedPicture, Images } from '../images/index.ts'
import type { Groups } from '../users/index.ts'
import type { CardPreparation, SentCard } from './card-preparation.ts'
import { presentLive, presentStory, withoutMeasures } from './present-story.ts'
import { sameCards, sameDraft, withDraft } from './story-draft.ts'
import { storyBusy, storyNotFound, storyStale } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import type { StoredStory, StoryDraft, Viewer } from './stories.types.ts'
import { chooseTitles } from './story-titles.ts'

/** Somebody signed in. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

export interface StoriesDependencies {
  database: Database
  repository: StoriesRepository
  preparation: CardPreparation
  groups: Groups
  images: Pick<Images, 'prepare' | 'store' | 'remove' | 'addressOf'>
  /** What else ends with a story. */
  whenDeleted: (storyId: string) => Promise<void>
  clock: Clock
  createId: CreateId
}

/** What was sent of a story that is made. */
export interface NewStory {
  title: string
  displayTitle?: string | undefined
  cards?: readonly SentCard[] | undefined
  image?: UploadedFile | undefined
  organizationGroupId?: string | null | undefined
}

/** What was sent of a change. */
export interface StoryPatch extends Partial<NewStory> {
  id: string
  revision?: number | undefined
  imageRemoved?: boolean | undefined
}

/** So often a change is prepared again when others change the story meanwhile. */
const tries = 8

export type StoriesUsecases = ReturnType<typeof createStoriesUsecases>

/** What can be done with whole stories. */
export function createStoriesUsecases(deps: StoriesDependencies) {
  const { database, repository, preparation, groups, images, whenDeleted, clock, createId } = deps
  /** Presents stories to a person, without what was measured to who may not read signals. */
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

  /** The draft that a patch makes of a story; what it does not name stays. */
  async function toDraft(person: Person, stored: StoredStory, patch: StoryPatch): Promise<StoryDraft> {
    const { organizationGroupId: groupId = stored.groupId, cards } = patch
    return {
      ...chooseTitles(patch, stored),
      groupId,
      imageId: patch.imageRemoved === true ? null : stored.imageId,
      cards: cards === undefined ? stored.cards : await preparation.settleAll({ person, stored, sent: cards }),
    }
  }

  /** The picture of a draft, stored in the transaction of the story that names it. */
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

    /** The story with what is measured now. Throws `stories.not_found`. */
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
     * Changes what the patch names. Cards are prepared before the story is locked; when somebody else changed them meanwhile, the patch
     * is prepared again for what is stored then, or refused with `stories.stale` when it says which revision it was made for.
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
          const kept = patch.cards === undefined ? await toDraft(person, stored, patch) : draft
          const wanted = await storePicture(trx, person, kept, picture)
          if (sameDraft(stored, wanted) && sameCards(stored.cards, wanted.cards)) return null
          const at = clock.now()
          const change = { change: 'update', restoredFrom: null, changedBy: person.userId, changedAt: at } as const
          return { story: withDraft(stored, wanted, at), change }
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
