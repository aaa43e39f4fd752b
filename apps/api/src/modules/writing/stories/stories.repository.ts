import type { CardContent } from '@auspex/sdk/types'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../../../adapters/database/database.port.ts'
import type { Viewer } from '../../people/index.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { type CardDeletion, maxVersions, type StoredCard, type StoredStory, type StoryChange } from './stories.types.ts'

interface StoryRow {
  id: string
  organization_id: string | null
  owner_id: string
  group_id: string | null
  revision: number
  title: string
  display_title: string
  image_id: string | null
  created_at: Date
  updated_at: Date
}

interface CardRow {
  story_id: string
  card_id: string
  revision: number
  caption: string | null
  frozen: boolean
  as_of: Date | null
  content: CardContent
  deletion: CardDeletion | null
}

/** Old versions are deleted after this many changes, because finding unreferenced cards costs more than a change. */
const pruneEvery = 20

/** What a person may see: what they created, and what is shared with one of their groups, in their organization. */
export function isVisible({ userId, organizationId, groupIds }: Viewer): RawBuilder<boolean> {
  return sql`s.organization_id is not distinct from ${organizationId}::text
    and (s.owner_id = ${userId} or s.group_id = any(${[...groupIds]}::text[]))`
}

/** All SQL of stories and their cards. Every access is limited to the viewer. */
export function createStoriesRepository(database: Database) {
  const { kysely } = database
  return {
    ...createStoryReader(kysely),

    /** Stores a new story with its first version. */
    async insert(trx: Kysely<Tables>, story: StoredStory, change: StoryChange): Promise<void> {
      await sql`
        insert into saved_story (id, organization_id, owner_id, group_id, revision, title, created_at, updated_at)
        values (${story.id}, ${story.organizationId}, ${story.ownerId}, ${story.groupId}, ${story.revision}, ${story.title},
          ${story.createdAt}::timestamptz, ${story.updatedAt}::timestamptz)`.execute(trx)
      await insertVersion(trx, story, change)
    },

    /**
     * Changes a story under a lock: `write` gets the stored story and returns the new one, or null for no change. Resolves with the story as stored
     * afterwards; null when the viewer may not see it.
     */
    change: (
      { viewer, id }: { viewer: Viewer; id: string },
      write: (stored: StoredStory, trx: Kysely<Tables>) => Promise<{ story: StoredStory; change: StoryChange } | null>,
    ): Promise<StoredStory | null> =>
      kysely.transaction().execute(async (trx) => {
        const stored = await createStoryReader(trx).find({ viewer, id, isLocked: true })
        if (stored === null) return null
        const written = await write(stored, trx)
        if (written === null) return stored
        const { story, change } = written
        const store = async () => {
          await sql`
            update saved_story set revision = ${story.revision}, title = ${story.title}, group_id = ${story.groupId},
              updated_at = ${story.updatedAt}::timestamptz where id = ${id}`.execute(trx)
          await insertVersion(trx, story, change)
          if (story.revision % pruneEvery === 0) await prune(trx, story)
        }
        // a person who moves it to a group they are not in writes a row that they can no longer see
        await (story.groupId === stored.groupId ? store() : runForTenant(null, store))
        return story
      }),

    /** Deletes the story with all its versions. Resolves with the pictures they referred to; null when the viewer may not see it. */
    async remove(trx: Kysely<Tables>, viewer: Viewer, id: string): Promise<string[] | null> {
      const { rows } =
        await sql`select 1 from saved_story s where s.id = ${id} and ${isVisible(viewer)} for update`.execute(trx)
      if (rows.length === 0) return null
      const named = await sql<{ image_id: string }>`
        select distinct image_id from (${pictures}) named where story_id = ${id}`.execute(trx)
      await sql`delete from saved_story where id = ${id}`.execute(trx)
      return named.rows.map(({ image_id: imageId }) => imageId)
    },

    /** The given pictures that any version of any story refers to. */
    async listNamedPictures(ids: readonly string[], db: Kysely<object>): Promise<string[]> {
      const { rows } = await sql<{ image_id: string }>`
        select distinct image_id from (${pictures}) named where image_id = any(${[...ids]}::text[])`.execute(db)
      return rows.map(({ image_id: imageId }) => imageId)
    },
  }
}

/** Every picture that a version or a card refers to. The URL of a card's picture ends with its id. */
const pictures = sql`
  select story_id, image_id from story_version where image_id is not null
  union all
  select story_id, substring(content ->> 'image' from '[^/]+$') from story_card where content ->> 'kind' = 'image'`

function createStoryReader(db: Kysely<Tables>) {
  async function read(rows: readonly StoryRow[]): Promise<StoredStory[]> {
    const cards = await listCards(
      db,
      rows.map(({ id, revision }) => ({ storyId: id, revision })),
    )
    return rows.map((row) => toStory(row, cards.get(row.id) ?? []))
  }

  return {
    async find({
      viewer,
      id,
      isLocked = false,
    }: {
      viewer: Viewer
      id: string
      isLocked?: boolean
    }): Promise<StoredStory | null> {
      // locked before its version is read; otherwise that would be the version before a concurrent change
      if (isLocked)
        await sql`select 1 from saved_story s where s.id = ${id} and ${isVisible(viewer)} for update`.execute(db)
      const { rows } = await sql<StoryRow>`
        select s.*, v.display_title, v.image_id
        from saved_story s join story_version v on v.story_id = s.id and v.revision = s.revision
        where s.id = ${id} and ${isVisible(viewer)}`.execute(db)
      return (await read(rows))[0] ?? null
    },

    /** One page of what the viewer may see, the last changed first, with the cards as stored. */
    async list({
      viewer,
      groupId,
      search,
      page,
    }: {
      viewer: Viewer
      groupId: string | null
      search: string
      page: PageRequest
    }): Promise<{ items: StoredStory[]; total: number }> {
      const matching = sql`from saved_story s where ${isVisible(viewer)}
        and (${groupId}::text is null or s.group_id = ${groupId}) and strpos(s.title, ${search}) > 0`
      const { rows } = await sql<StoryRow>`
        select s.*, v.display_title, v.image_id
        from (select s.* ${matching} order by s.updated_at desc, s.id limit ${page.perPage} offset ${pageOffset(page)}) s
        join story_version v on v.story_id = s.id and v.revision = s.revision
        order by s.updated_at desc, s.id`.execute(db)
      const countResult = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(db)
      return { items: await read(rows), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** The given stories that the viewer may see. */
    async listVisible(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select s.id from saved_story s where s.id = any(${[...ids]}::text[]) and ${isVisible(viewer)}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The newest of each of the cards in the story's retained versions, including cards that it no longer has. */
    async findCards(storyId: string, cardIds: readonly string[]): Promise<Map<string, StoredCard[]>> {
      const { rows } = await sql<CardRow>`
        select * from story_card where story_id = ${storyId} and card_id = any(${[...cardIds]}::text[])
        order by revision desc`.execute(db)
      return Map.groupBy(rows.map(toCard), ({ id }) => id)
    },
  }
}

/** The cards of versions, from top to bottom. */
export async function listCards(
  db: Kysely<Tables>,
  versions: readonly { storyId: string; revision: number }[],
): Promise<Map<string, StoredCard[]>> {
  if (versions.length === 0) return new Map()
  const { rows } = await sql<CardRow>`
    select c.*
    from unnest(${versions.map(({ storyId }) => storyId)}::text[], ${versions.map(({ revision }) => revision)}::int[]) as w (story_id, revision)
    join story_version v on v.story_id = w.story_id and v.revision = w.revision
    cross join lateral jsonb_array_elements(v.cards) with ordinality as named (card, place)
    join story_card c on c.story_id = v.story_id and c.card_id = named.card ->> 'id'
      and c.revision = (named.card ->> 'revision')::int
    order by v.story_id, named.place`.execute(db)
  const cards = new Map<string, StoredCard[]>()
  for (const row of rows) cards.set(row.story_id, [...(cards.get(row.story_id) ?? []), toCard(row)])
  return cards
}

async function insertVersion(trx: Kysely<Tables>, story: StoredStory, change: StoryChange): Promise<void> {
  const named = story.cards.map(({ id, revision }) => ({ id, revision }))
  await sql`
    insert into story_version (story_id, revision, change, restored_from, changed_by, changed_at, title, display_title, image_id, cards)
    values (${story.id}, ${story.revision}, ${change.change}, ${change.restoredFrom}, ${change.changedBy},
      ${change.changedAt}::timestamptz, ${story.title}, ${story.displayTitle}, ${story.imageId}, ${JSON.stringify(named)}::jsonb)`.execute(
    trx,
  )
  const written = story.cards.filter(({ revision }) => revision === story.revision)
  if (written.length === 0) return
  const rows = written.map(({ id, revision, caption, frozen, asOf, content }) => ({
    card_id: id,
    revision,
    caption,
    frozen,
    as_of: asOf?.toISOString() ?? null,
    content,
  }))
  await sql`
    insert into story_card (story_id, card_id, revision, caption, frozen, as_of, content, deletion)
    select ${story.id}, card_id, revision, caption, frozen, as_of, content, nullif(deletion, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as card (card_id text, revision int, caption text, frozen boolean, as_of timestamptz, content jsonb, deletion jsonb)`.execute(
    trx,
  )
}

async function prune(trx: Kysely<Tables>, { id, revision }: StoredStory): Promise<void> {
  await sql`delete from story_version where story_id = ${id} and revision <= ${revision - maxVersions}`.execute(trx)
  await sql`
    delete from story_card where story_id = ${id} and (card_id, revision) not in (
      select card ->> 'id', (card ->> 'revision')::int
      from story_version v cross join lateral jsonb_array_elements(v.cards) as card where v.story_id = ${id})`.execute(
    trx,
  )
}

function toStory(row: StoryRow, cards: readonly StoredCard[]): StoredStory {
  return {
    id: row.id,
    organizationId: row.organization_id,
    ownerId: row.owner_id,
    groupId: row.group_id,
    revision: row.revision,
    title: row.title,
    displayTitle: row.display_title,
    imageId: row.image_id,
    cards,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toCard(row: CardRow): StoredCard {
  return {
    id: row.card_id,
    revision: row.revision,
    caption: row.caption,
    frozen: row.frozen,
    asOf: row.as_of,
    content: row.content,
    deletion: row.deletion,
  }
}
