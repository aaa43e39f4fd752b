import type { Story, StoryAtVersion, StoryVersion } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { findViewer } from '../../people/index.ts'
import { presentVersion } from './present-story.ts'
import { storyNotFound, storyVersionNotFound } from '../writing.errors.ts'
import { createStoriesRepository } from './stories.repository.ts'
import type { StoredVersion, StoryDependencies } from './stories.types.ts'
import { createStoryPresenter, findStory } from './stories.usecases.ts'
import { withDraft } from './story-draft.ts'
import { createVersionsRepository } from './versions.repository.ts'

export interface VersionPlace {
  id: string
  revision: number
}

/** The newest first. Throws `stories.not_found`. */
export async function listStoryVersions(
  { id, page }: { id: string; page: PageRequest },
  person: Person,
  deps: StoryDependencies,
): Promise<{ items: StoryVersion[]; page: PageInfo }> {
  const story = await findStory(id, person, deps)
  const { items, total } = await createVersionsRepository(deps.database).list(story, page)
  return { items: await presentVersions(items, deps), page: toPageInfo(page, total) }
}

/** Throws `stories.not_found` and `stories.version_not_found`. */
export async function getStoryVersion(
  place: VersionPlace,
  person: Person,
  deps: StoryDependencies,
): Promise<StoryAtVersion> {
  const stored = await findVersion(place, person, deps)
  const [version] = await presentVersions([stored.version], deps)
  if (version === undefined) throw storyVersionNotFound()
  return { version, story: (await createStoryPresenter(person, deps))(stored.story) }
}

/** Restores titles, picture and cards but not the group: who may see a story is independent of its content. */
export async function restoreStory(place: VersionPlace, person: Person, deps: StoryDependencies): Promise<Story> {
  const { id, revision } = place
  const { title, displayTitle, imageId, cards } = (await findVersion(place, person, deps)).story
  const viewer = await findViewer(person, deps)
  const restored = await createStoriesRepository(deps.database).change({ viewer, id }, async (stored) => {
    const at = deps.clock.now()
    const draft = { title, displayTitle, imageId, cards, groupId: stored.groupId }
    const change = { change: 'restore', restoredFrom: revision, changedBy: person.userId, changedAt: at } as const
    return { story: withDraft(stored, draft, at), change }
  })
  if (restored === null) throw storyNotFound()
  return (await createStoryPresenter(person, deps))(restored)
}

async function findVersion({ id, revision }: VersionPlace, person: Person, deps: StoryDependencies) {
  const story = await findStory(id, person, deps)
  const version = await createVersionsRepository(deps.database).find(story, revision)
  if (version === null) throw storyVersionNotFound()
  return version
}

async function presentVersions(
  versions: readonly StoredVersion[],
  { people }: StoryDependencies,
): Promise<StoryVersion[]> {
  const peopleById = await people.find([...new Set(versions.map(({ changedBy }) => changedBy))])
  const nameOf = (userId: string) => peopleById.get(userId)?.name ?? peopleById.get(userId)?.email ?? null
  return versions.map((version) => presentVersion(version, nameOf))
}
