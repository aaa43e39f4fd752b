import type { PostedComment, CommentedKind } from '@auspex/sdk/types'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from '../../../adapters/database/database.port.ts'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'
import type { Viewer } from '../../people/index.ts'
import { isVisible as isStoryVisible } from '../stories/stories.repository.ts'

/** What a comment is about. */
export interface Subject {
  kind: CommentedKind
  itemId: string
  cardId: string | null
}

/** A comment, or a reply, which has a parent. */
export interface StoredComment extends Subject {
  id: string
  organizationId: string | null
  parentId: string | null
  signalId: string | null
  title: string
  authorId: string | null
  text: string
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

export interface StoredChange {
  commentId: string
  change: PostedComment['changes'][number]['change']
  by: string | null
  at: Date
}

/** A comment with what belongs to it. */
export interface Discussion {
  comment: StoredComment
  replies: StoredComment[]
  changes: StoredChange[]
}

export type NewComment = Omit<StoredComment, 'editedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy' | 'authorId'> & {
  authorId: string
  mentionIds: readonly string[]
}

export type InsertResult = 'inserted' | 'too-fast' | 'too-many' | 'gone'

export const limits = { perMinute: 20, perItem: 1000, replies: 500, changes: 50 }

const columns = sql.raw(`
  c.id, c.organization_id as "organizationId", c.parent_id as "parentId", c.kind, c.item_id as "itemId", c.card_id as "cardId",
  c.signal_id as "signalId", c.title, c.author_id as "authorId", c.text, c.created_at as "createdAt", c.edited_at as "editedAt",
  c.deleted_at as "deletedAt", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy"`)

/** What a person may read: comments of their organization about what they may see. */
function isReadable(viewer: Viewer): RawBuilder<boolean> {
  const { userId, organizationId } = viewer
  return sql`c.organization_id is not distinct from ${organizationId}::text
    and (c.organization_id is not null or c.author_id = ${userId})
    and (c.story_id is null or exists (select from saved_story s where s.id = c.story_id and ${isStoryVisible(viewer)}))`
}

export type CommentsRepository = ReturnType<typeof createCommentsRepository>

/** All SQL of comments. What people do is limited to what they may read. */
export function createCommentsRepository({ kysely }: Database) {
  const select = async (rest: RawBuilder<unknown>, db: Kysely<Tables> = kysely) =>
    (await sql<StoredComment>`select ${columns} from comment c ${rest}`.execute(db)).rows

  /** The comment of a viewer, locked, so that replies, changes and its deletion come one after another. */
  const lock = async (trx: Kysely<Tables>, viewer: Viewer, id: string) =>
    (await select(sql`where c.id = ${id} and c.parent_id is null and ${isReadable(viewer)} for update of c`, trx))[0]

  return {
    find: async (viewer: Viewer, id: string): Promise<StoredComment | null> =>
      (await select(sql`where c.id = ${id} and ${isReadable(viewer)}`))[0] ?? null,

    /** One page of comments, those with the newest words first; without items, those that the person takes part in or is mentioned in. */
    async list(
      viewer: Viewer,
      {
        kinds,
        itemIds,
        isResolved,
      }: { kinds: readonly CommentedKind[]; itemIds: readonly string[] | null; isResolved: boolean | null },
      page: PageRequest,
    ): Promise<{ items: StoredComment[]; total: number; open: number }> {
      const { userId } = viewer
      const isConcerned = sql`exists (
        select from comment own where own.deleted_at is null and (own.id = c.id or own.parent_id = c.id) and (
          own.author_id = ${userId}
          or exists (select from comment_mention m where m.comment_id = own.id and m.user_id = ${userId})))`
      const matching = sql`c.parent_id is null and c.kind = any(${[...kinds]}::text[]) and ${isReadable(viewer)}
        and ${itemIds === null ? isConcerned : sql`c.item_id = any(${[...itemIds]}::text[])`}
        and (${isResolved}::boolean is null or (c.resolved_at is not null) = ${isResolved}::boolean)`
      const items = await select(sql`where ${matching} order by c.active_at desc, c.id
        limit ${page.perPage} offset ${pageOffset(page)}`)
      const { rows } = await sql<{ total: number; open: number }>`
        select count(*)::int as total, (count(*) filter (where c.resolved_at is null))::int as open
        from comment c where ${matching}`.execute(kysely)
      return { items, ...(rows[0] ?? { total: 0, open: 0 }) }
    },

    /** The comments with their replies and changes. */
    async read(comments: readonly StoredComment[]): Promise<Discussion[]> {
      if (comments.length === 0) return []
      const ids = comments.map(({ id }) => id)
      const replies = await select(sql`where c.parent_id = any(${ids}::text[]) order by c.created_at, c.id`)
      const changes = await sql<StoredChange>`
        select comment_id as "commentId", change, changed_by as by, changed_at as at from comment_change
        where comment_id = any(${ids}::text[]) order by changed_at`.execute(kysely)
      const repliesOf = Map.groupBy(replies, ({ parentId }) => parentId)
      const changesOf = Map.groupBy(changes.rows, ({ commentId }) => commentId)
      return comments.map((comment) => ({
        comment,
        replies: repliesOf.get(comment.id) ?? [],
        changes: (changesOf.get(comment.id) ?? []).slice(-limits.changes),
      }))
    },

    /** Stores a comment, or a reply to one that the viewer may read. */
    insert: (viewer: Viewer, { mentionIds, ...c }: NewComment): Promise<InsertResult> =>
      kysely.transaction().execute(async (trx) => {
        // serializes what a person writes at once, and what is written about one thing, so that each counts the other
        await sql`select pg_advisory_xact_lock(hashtext(${`comments by ${c.authorId}`}))`.execute(trx)
        await sql`select pg_advisory_xact_lock(hashtext(${`comments on ${c.itemId}`}))`.execute(trx)
        const { rows } = await sql<{ recent: number; siblings: number }>`
          select
            (select count(*) from comment where author_id = ${c.authorId}
              and created_at > ${c.createdAt}::timestamptz - interval '1 minute')::int as recent,
            (select count(*) from comment where item_id = ${c.itemId} and organization_id is not distinct from ${c.organizationId}::text
              and parent_id is not distinct from ${c.parentId}::text)::int as siblings`.execute(trx)
        const { recent = 0, siblings = 0 } = rows[0] ?? {}
        if (recent >= limits.perMinute) return 'too-fast'
        if (siblings >= (c.parentId === null ? limits.perItem : limits.replies)) return 'too-many'
        const storyId = c.kind === 'story' ? c.itemId : null
        if (c.parentId !== null && (await lock(trx, viewer, c.parentId)) === undefined) return 'gone'
        if (storyId !== null) {
          const story = await sql`
            select from saved_story s where s.id = ${storyId} and ${isStoryVisible(viewer)} for key share`.execute(trx)
          if (story.rows.length === 0) return 'gone'
        }
        await sql`
          insert into comment (id, organization_id, parent_id, kind, item_id, story_id, card_id, signal_id, title, author_id, text, created_at, active_at)
          values (${c.id}, ${c.organizationId}, ${c.parentId}, ${c.kind}, ${c.itemId}, ${storyId}, ${c.cardId}, ${c.signalId}, ${c.title},
            ${c.authorId}, ${c.text}, ${c.createdAt}::timestamptz, ${c.createdAt}::timestamptz)`.execute(trx)
        await insertMentions(trx, c.id, mentionIds)
        if (c.parentId !== null)
          await sql`update comment set active_at = ${c.createdAt}::timestamptz where id = ${c.parentId}`.execute(trx)
        return 'inserted'
      }),

    /** Replaces the words of a comment or reply of the author; false when it is gone. */
    updateText: (
      { id, authorId }: { id: string; authorId: string },
      { text, mentionIds, at }: { text: string; mentionIds: readonly string[]; at: Date },
    ): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        const { numAffectedRows } = await sql`
          update comment set text = ${text}, edited_at = ${at}::timestamptz, announced_at = null
          where id = ${id} and author_id = ${authorId} and deleted_at is null`.execute(trx)
        if (numAffectedRows !== 1n) return false
        await sql`delete from comment_mention where comment_id = ${id}`.execute(trx)
        await insertMentions(trx, id, mentionIds)
        return true
      }),

    /** Resolves or reopens a comment, unless it is so already; false when it is gone. */
    resolve: (viewer: Viewer, id: string, { isResolved, at }: { isResolved: boolean; at: Date }): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        const comment = await lock(trx, viewer, id)
        if (comment === undefined) return false
        if ((comment.resolvedAt !== null) === isResolved) return true
        await sql`
          update comment set resolved_at = ${isResolved ? at : null}::timestamptz, resolved_by = ${isResolved ? viewer.userId : null}
          where id = ${id}`.execute(trx)
        await insertChange(trx, { commentId: id, change: isResolved ? 'resolved' : 'reopened', by: viewer.userId, at })
        return true
      }),

    /** Deletes a comment or a reply; a comment with replies keeps its place without words. False when it is gone. */
    remove: (viewer: Viewer, { id, parentId, authorId }: StoredComment, at: Date): Promise<boolean> =>
      kysely.transaction().execute(async (trx) => {
        const rootId = parentId ?? id
        const root = await lock(trx, viewer, rootId)
        if (root === undefined) return false
        const isOthers = authorId !== viewer.userId
        if (parentId !== null) {
          const removed = await sql`delete from comment where id = ${id} and parent_id = ${parentId}`.execute(trx)
          if (removed.numAffectedRows !== 1n) return false
          if (isOthers) await insertChange(trx, { commentId: rootId, change: 'deleted-reply', by: viewer.userId, at })
        } else {
          if (root.deletedAt !== null) return false
          await sql`update comment set text = '', deleted_at = ${at}::timestamptz where id = ${id}`.execute(trx)
          await sql`delete from comment_mention where comment_id = ${id}`.execute(trx)
          if (isOthers) await insertChange(trx, { commentId: id, change: 'deleted-comment', by: viewer.userId, at })
        }
        // a deleted comment keeps its place only for its replies
        await sql`
          delete from comment c where c.id = ${rootId} and c.deleted_at is not null
            and not exists (select from comment reply where reply.parent_id = c.id)`.execute(trx)
        return true
      }),

    /** For work in the background: comments whose readers may not have been notified yet, after an id, in order. */
    listUnannounced: (before: Date, after: string, limit: number) =>
      select(sql`where c.announced_at is null and c.deleted_at is null and c.created_at < ${before}::timestamptz and c.id > ${after}
        order by c.id limit ${limit}`),

    /** A comment or reply with the whole discussion that it belongs to, whoever asks. */
    async findDiscussion(id: string): Promise<{ comment: StoredComment; all: StoredComment[] } | null> {
      const all = await select(sql`where c.id = ${id} or c.parent_id = ${id}
        or c.id = (select parent_id from comment where id = ${id}) or c.parent_id = (select parent_id from comment where id = ${id})`)
      const comment = all.find((one) => one.id === id)
      return comment === undefined ? null : { comment, all }
    },

    async markAnnounced(id: string, at: Date): Promise<void> {
      await sql`update comment set announced_at = ${at}::timestamptz where id = ${id}`.execute(kysely)
    },

    /** Ids of things of a kind that have comments, after an id, in order. */
    async listItems(kind: CommentedKind, after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct item_id as id from comment where kind = ${kind} and item_id > ${after} order by item_id limit ${limit}`.execute(
        kysely,
      )
      return rows.map(({ id }) => id)
    },

    /** Deletes the comments about things that are gone; resolves with their number. */
    async removeOf(kind: CommentedKind, itemIds: readonly string[]): Promise<number> {
      if (itemIds.length === 0) return 0
      const { numAffectedRows } = await sql`
        delete from comment where kind = ${kind} and item_id = any(${[...itemIds]}::text[])`.execute(kysely)
      return Number(numAffectedRows ?? 0n)
    },
  }
}

async function insertMentions(trx: Kysely<Tables>, id: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into comment_mention (comment_id, user_id) select ${id}, unnest(${[...userIds]}::text[])`.execute(
    trx,
  )
}

async function insertChange(trx: Kysely<Tables>, { commentId, change, by, at }: StoredChange): Promise<void> {
  await sql`
    insert into comment_change (comment_id, change, changed_by, changed_at)
    values (${commentId}, ${change}, ${by}, ${at}::timestamptz)`.execute(trx)
  await sql`
    delete from comment_change where comment_id = ${commentId} and ctid not in (
      select ctid from comment_change where comment_id = ${commentId} order by changed_at desc limit ${limits.changes})`.execute(
    trx,
  )
}

/** What colleagues wrote about a signal since some time. */
export interface SignalComments {
  signalId: string
  comments: number
  /** Comments about it that are not resolved, of any age. */
  open: number
}

/** For digests: the signals about which colleagues of a person wrote since some time, those with the most first. */
export type FindNewComments = (
  person: { userId: string; organizationId: string | null },
  signalIds: readonly string[],
  since: Date,
) => Promise<SignalComments[]>

export function createFindNewComments({ kysely }: Database): FindNewComments {
  return async ({ userId, organizationId }, signalIds, since) => {
    if (organizationId === null || signalIds.length === 0) return []
    const { rows } = await sql<SignalComments>`
      select item_id as "signalId",
        (count(*) filter (where created_at > ${since}::timestamptz and author_id is distinct from ${userId}))::int as comments,
        (count(*) filter (where parent_id is null and resolved_at is null))::int as open
      from comment where organization_id = ${organizationId} and kind = 'signal' and item_id = any(${[...signalIds]}::text[])
        and deleted_at is null
      group by item_id
      having count(*) filter (where created_at > ${since}::timestamptz and author_id is distinct from ${userId}) > 0
      order by comments desc, item_id`.execute(kysely)
    return rows
  }
}
