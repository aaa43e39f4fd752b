import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Portfolio } from '@auspex/sdk/types'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import type { Viewer } from '../../people/index.ts'
import type { PortfolioRow } from './present-portfolio.ts'

interface StoredPortfolio {
  id: string
  organization_id: string | null
  user_id: string
  group_id: string | null
  title: string
  image_id: string | null
  revision: number
  trend_count: number
  refresh_id: string | null
  refresh_state: Portfolio['refresh']['state']
  refresh_is_whole: boolean
  refresh_trends: number
  refresh_done: number
  refresh_failed: number
  refresh_started_at: Date | null
  refresh_finished_at: Date | null
  created_at: Date
  updated_at: Date
}

/** A change to a portfolio; omitted fields stay unchanged. */
export interface PortfolioChange {
  title?: string | undefined
  groupId?: string | null | undefined
  imageId?: string | null | undefined
}

interface InsertedPortfolio extends Pick<
  PortfolioRow,
  'id' | 'organizationId' | 'userId' | 'groupId' | 'title' | 'imageId'
> {
  at: Date
}

/** What a person may see: their own, and those of their groups, all within their current organization. */
export function visibleTo({ userId, organizationId, groupIds }: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(p.organization_id is not distinct from ${organizationId}
    and (p.user_id = ${userId} or p.group_id = any(${[...groupIds]}::text[])))`
}

/** More than one person has. */
const maxOwn = 500

const columns = sql`p.*, (select count(*)::int from portfolio_trend t where t.portfolio_id = p.id) as trend_count`

/** All SQL of portfolios; that of their trends is in `trends.repository.ts`. */
export function createPortfoliosRepository(db: Kysely<object>) {
  return {
    /** The newest portfolios that a person created. */
    async listOwn(userId: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from portfolio where user_id = ${userId} order by updated_at desc, id limit ${maxOwn}`.execute(db)
      return rows.map(({ id }) => id)
    },

    async insert({ id, organizationId, userId, groupId, title, imageId, at }: InsertedPortfolio): Promise<void> {
      await sql`
        insert into portfolio (id, organization_id, user_id, group_id, title, image_id, created_at, updated_at)
        values (${id}, ${organizationId}, ${userId}, ${groupId}, ${title}, ${imageId}, ${at}::timestamptz, ${at}::timestamptz)`.execute(
        db,
      )
    },

    async find(id: string, viewer: Viewer): Promise<PortfolioRow | null> {
      const { rows } = await sql<StoredPortfolio>`
        select ${columns} from portfolio p where p.id = ${id} and ${visibleTo(viewer)}`.execute(db)
      return rows[0] === undefined ? null : toRow(rows[0])
    },

    async findAny(id: string): Promise<PortfolioRow | null> {
      const { rows } = await sql<StoredPortfolio>`select ${columns} from portfolio p where p.id = ${id}`.execute(db)
      return rows[0] === undefined ? null : toRow(rows[0])
    },

    /** As `find`, but locks the portfolio until the transaction ends. */
    async lock(id: string, viewer: Viewer): Promise<PortfolioRow | null> {
      await sql`select 1 from portfolio p where p.id = ${id} for update`.execute(db)
      return this.find(id, viewer)
    },

    /** The given portfolios that the person may see. */
    async listVisible(ids: readonly string[], viewer: Viewer): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select p.id from portfolio p where p.id = any(${[...ids]}::text[]) and ${visibleTo(viewer)}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The given portfolios that exist; locks them against deletion until the transaction ends. */
    async keepUntilEnd(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select id from portfolio where id = any(${[...ids]}::text[]) order by id for key share`.execute(db)
      return rows.map(({ id }) => id)
    },

    async list(
      viewer: Viewer,
      { order, groupId }: { order: 'newest' | 'title'; groupId: string | null },
      page: PageRequest,
    ): Promise<{ rows: PortfolioRow[]; total: number }> {
      const where = sql`${visibleTo(viewer)} and (${groupId}::text is null or p.group_id = ${groupId})`
      const sorting = order === 'title' ? sql`lower(p.title), p.id` : sql`p.updated_at desc, p.id`
      const { rows } = await sql<StoredPortfolio>`
        select ${columns} from portfolio p where ${where} order by ${sorting}
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(db)
      const countResult = await sql<{ total: number }>`
        select count(*)::int as total from portfolio p where ${where}`.execute(db)
      return { rows: rows.map(toRow), total: countResult.rows[0]?.total ?? 0 }
    },

    /** Stores a change made by a person. */
    async change(id: string, { title, groupId, imageId }: PortfolioChange, at: Date): Promise<void> {
      await sql`
        update portfolio set revision = revision + 1, updated_at = ${at}::timestamptz,
          title = coalesce(${title ?? null}::text, title),
          group_id = case when ${groupId !== undefined} then ${groupId ?? null}::text else group_id end,
          image_id = case when ${imageId !== undefined} then ${imageId ?? null}::text else image_id end
        where id = ${id}`.execute(db)
    },

    async delete(id: string): Promise<void> {
      await sql`delete from portfolio where id = ${id}`.execute(db)
    },

    /** The given pictures that a portfolio or a trend uses. */
    async listNamedImages(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select image_id as id from portfolio where image_id = any(${[...ids]}::text[])
        union select cover_id from portfolio_trend where cover_id = any(${[...ids]}::text[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}

function toRow(row: StoredPortfolio): PortfolioRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    groupId: row.group_id,
    title: row.title,
    imageId: row.image_id,
    revision: row.revision,
    trendCount: row.trend_count,
    refresh: {
      id: row.refresh_id,
      state: row.refresh_state,
      isWhole: row.refresh_is_whole,
      trends: row.refresh_trends,
      done: row.refresh_done,
      failed: row.refresh_failed,
      startedAt: row.refresh_started_at,
      finishedAt: row.refresh_finished_at,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
