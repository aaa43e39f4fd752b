import { type Kysely, sql } from 'kysely'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'
import type { Viewer } from '../../people/index.ts'

/** A project as stored, with all its portfolios in order. */
export interface ProjectRow {
  id: string
  organizationId: string | null
  userId: string
  groupId: string | null
  title: string
  displayTitle: string
  imageId: string | null
  revision: number
  portfolioIds: string[]
  createdAt: Date
  updatedAt: Date
}

type InsertedProject = Omit<ProjectRow, 'revision' | 'portfolioIds' | 'createdAt' | 'updatedAt'> & { at: Date }

/** A change to a project; omitted fields stay unchanged. */
export interface ProjectChange {
  titles?: { title: string; displayTitle: string } | undefined
  groupId?: string | null | undefined
  imageId?: string | null | undefined
}

const columns = sql`p.id, p.organization_id as "organizationId", p.user_id as "userId", p.group_id as "groupId", p.title,
  p.display_title as "displayTitle", p.image_id as "imageId", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt",
  array(select portfolio_id from project_portfolio o where o.project_id = p.id order by o.position, o.portfolio_id) as "portfolioIds"`

function visibleTo({ userId, organizationId, groupIds }: Viewer) {
  return sql`(p.organization_id is not distinct from ${organizationId}
    and (p.user_id = ${userId} or p.group_id = any(${[...groupIds]}::text[])))`
}

/** All SQL of projects and of the portfolios in them. */
export function createProjectsRepository(db: Kysely<object>) {
  return {
    async insert({
      id,
      organizationId,
      userId,
      groupId,
      title,
      displayTitle,
      imageId,
      at,
    }: InsertedProject): Promise<void> {
      await sql`
        insert into project (id, organization_id, user_id, group_id, title, display_title, image_id, created_at, updated_at)
        values (${id}, ${organizationId}, ${userId}, ${groupId}, ${title}, ${displayTitle}, ${imageId}, ${at}::timestamptz,
          ${at}::timestamptz)`.execute(db)
    },

    async find(id: string, viewer: Viewer): Promise<ProjectRow | null> {
      const { rows } = await sql<ProjectRow>`
        select ${columns} from project p where p.id = ${id} and ${visibleTo(viewer)}`.execute(db)
      return rows[0] ?? null
    },

    async findAny(id: string): Promise<ProjectRow | null> {
      const { rows } = await sql<ProjectRow>`select ${columns} from project p where p.id = ${id}`.execute(db)
      return rows[0] ?? null
    },

    /** Locks the project until the transaction ends. */
    async lock(id: string): Promise<void> {
      await sql`select 1 from project where id = ${id} for update`.execute(db)
    },

    async list(viewer: Viewer, groupId: string | null, page: PageRequest) {
      const where = sql`${visibleTo(viewer)} and (${groupId}::text is null or p.group_id = ${groupId})`
      const { rows } = await sql<ProjectRow>`
        select ${columns} from project p where ${where} order by p.updated_at desc, p.id
        limit ${page.perPage} offset ${pageOffset(page)}`.execute(db)
      const countResult = await sql<{ total: number }>`
        select count(*)::int as total from project p where ${where}`.execute(db)
      return { rows, total: countResult.rows[0]?.total ?? 0 }
    },

    async change(id: string, { titles, groupId, imageId }: ProjectChange, at: Date): Promise<void> {
      await sql`
        update project set revision = revision + 1, updated_at = ${at}::timestamptz,
          title = coalesce(${titles?.title ?? null}::text, title),
          display_title = coalesce(${titles?.displayTitle ?? null}::text, display_title),
          group_id = case when ${groupId !== undefined} then ${groupId ?? null}::text else group_id end,
          image_id = case when ${imageId !== undefined} then ${imageId ?? null}::text else image_id end
        where id = ${id}`.execute(db)
    },

    async delete(id: string): Promise<void> {
      await sql`delete from project where id = ${id}`.execute(db)
    },

    /** Replaces all its portfolios, in the given order. */
    async setPortfolios(id: string, portfolioIds: readonly string[]): Promise<void> {
      await sql`delete from project_portfolio where project_id = ${id}`.execute(db)
      if (portfolioIds.length === 0) return
      await sql`
        insert into project_portfolio (project_id, portfolio_id, position)
        select ${id}, n.id, n.place::int from unnest(${[...portfolioIds]}::text[]) with ordinality as n (id, place)`.execute(
        db,
      )
    },

    /** The given pictures that a project uses. */
    async listNamedImages(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select image_id as id from project where image_id = any(${[...ids]}::text[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
