import type { Story, StoryAtVersion, StoryVersion } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { People } from '../../people/index.ts'
import { presentVersion } from './present-story.ts'
import { storyNotFound, versionNotFound } from './stories.errors.ts'
import type { StoriesRepository } from './stories.repository.ts'
import type { StoredVersion } from './stories.types.ts'
import type { Person, StoriesUsecases } from './stories.usecases.ts'
import { withDraft } from './story-draft.ts'
import type { VersionsRepository } from './versions.repository.ts'

export interface VersionsDependencies {
  repository: StoriesRepository
  versions: VersionsRepository
  stories: StoriesUsecases
  people: People
  clock: Clock
}

export type VersionsUsecases = ReturnType<typeof createVersionsUsecases>

/** Use cases of story versions. */
export function createVersionsUsecases({ repository, versions, stories, people, clock }: VersionsDependencies) {
  async function present(items: readonly StoredVersion[]): Promise<StoryVersion[]> {
    const peopleById = await people.find([...new Set(items.map(({ changedBy }) => changedBy))])
    const nameOf = (userId: string) => peopleById.get(userId)?.name ?? peopleById.get(userId)?.email ?? null
    return items.map((item) => presentVersion(item, nameOf))
  }

  return {
    async list(person: Person, id: string, page: PageRequest): Promise<{ items: StoryVersion[]; page: PageInfo }> {
      const { items, total } = await versions.list(await stories.find(person, id), page)
      return { items: await present(items), page: toPageInfo(page, total) }
    },

    /** Throws `stories.version_not_found`. */
    async get(person: Person, id: string, revision: number): Promise<StoryAtVersion> {
      const found = await versions.find(await stories.find(person, id), revision)
      if (found === null) throw versionNotFound()
      const [version] = await present([found.version])
      if (version === undefined) throw versionNotFound()
      return { version, story: (await stories.presenterFor(person))(found.story) }
    },

    /** Restores titles, picture and cards but not the group: who may see a story is independent of its content. */
    async restore(person: Person, id: string, revision: number): Promise<Story> {
      const found = await versions.find(await stories.find(person, id), revision)
      if (found === null) throw versionNotFound()
      const { title, displayTitle, imageId, cards } = found.story
      const restored = await repository.change({ viewer: await stories.viewerOf(person), id }, async (stored) => {
        const at = clock.now()
        const draft = { title, displayTitle, imageId, cards, groupId: stored.groupId }
        const change = { change: 'restore', restoredFrom: revision, changedBy: person.userId, changedAt: at } as const
        return { story: withDraft(stored, draft, at), change }
      })
      if (restored === null) throw storyNotFound()
      return (await stories.presenterFor(person))(restored)
    },
  }
}
