import type { Story, StoryAtVersion, StoryVersion } from '@auspex/sdk/types'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, pageOffset, toPageInfo } from '../../../kernel/page.ts'
import { findViewer } from '../../people/index.ts'
import { storyNotFound, storyVersionNotFound } from '../writing.errors.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { presentVersion } from './present-story.ts'
import { createStoriesRepository, listCards } from './stories.repository.ts'
import { type StoredStory, type StoredVersion, type StoryDependencies, maxVersions } from './stories.types.ts'
import { createStoryPresenter, findStory, withDraft } from './stories.usecases.ts'

interface VersionRow {
  story_id: string
  revision: number
  change: StoredVersion['change']
  restored_from: number | null
  changed_by: string
  changed_at: Date
  title: string
  display_title: string
  image_id: string | null
  card_count: number
}

const columns = sql`story_id, revision, change, restored_from, changed_by, changed_at, title, display_title, image_id,
  jsonb_array_length(cards) as card_count`

/** All SQL that reads the versions of a story. Callers check access to the story first. */
function createVersionsRepository({ kysely }: Database) {
  return {
    /** One page of the retained versions, newest first. */
    async list({ id, revision }: StoredStory, page: PageRequest): Promise<{ items: StoredVersion[]; total: number }> {
      const isRetained = sql`story_id = ${id} and revision > ${revision - maxVersions}`
      const { rows } = await sql<VersionRow>`
        select ${columns} from story_version where ${isRetained}
        order by revision desc limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const countResult = await sql<{
        total: string
      }>`select count(*) as total from story_version where ${isRetained}`.execute(kysely)
      return { items: rows.map(toVersion), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** The story as it was after a change; null when that version is not retained. */
    async find(story: StoredStory, revision: number): Promise<{ version: StoredVersion; story: StoredStory } | null> {
      if (revision <= story.revision - maxVersions) return null
      const { rows } = await sql<VersionRow>`
        select ${columns} from story_version where story_id = ${story.id} and revision = ${revision}`.execute(kysely)
      const [row] = rows
      if (row === undefined) return null
      const cards = await listCards(kysely, [{ storyId: story.id, revision }])
      return {
        version: toVersion(row),
        story: {
          ...story,
          revision,
          title: row.title,
          displayTitle: row.display_title,
          imageId: row.image_id,
          cards: cards.get(story.id) ?? [],
          updatedAt: row.changed_at,
        },
      }
    },
  }
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    storyId: row.story_id,
    revision: row.revision,
    change: row.change,
    restoredFrom: row.restored_from,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    displayTitle: row.display_title,
    cardCount: row.card_count,
  }
}

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
