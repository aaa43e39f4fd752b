import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { listCards } from './stories.repository.ts'
import { maxVersions, type StoredStory, type StoredVersion } from './stories.types.ts'

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
export function createVersionsRepository({ kysely }: Database) {
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
