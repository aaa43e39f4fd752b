import { type Kysely, sql } from 'kysely'
import { type PageRequest, pageOffset } from '../../../kernel/page.ts'

/** A portfolio as administrators see it. */
export interface OverviewRow {
  id: string
  title: string
  organizationId: string | null
  organizationGroupId: string | null
  ownerId: string
  trendCount: number
  createdAt: Date
  updatedAt: Date
}

export interface OverviewFilter {
  organizationId: string | null
  searchTerm: string | null
}

export interface OverviewOrder {
  column: string
  direction: 'asc' | 'desc'
}

export const overviewColumns = { updatedAt: 'p.updated_at', title: 'folded', trends: 'trendCount' } as const

/** The portfolios of everyone: only for administrators. */
export function createOverviewRepository(db: Kysely<object>) {
  const matchesFilter = ({ organizationId, searchTerm }: OverviewFilter) => sql`
    (${organizationId}::text is null or p.organization_id = ${organizationId})
    and (${searchTerm}::text is null or position(lower(${searchTerm}) in lower(p.title)) > 0)`
  const columns = sql`p.id, p.title, p.organization_id as "organizationId", p.group_id as "organizationGroupId",
    p.user_id as "ownerId", p.created_at as "createdAt", p.updated_at as "updatedAt",
    (select count(*)::int from portfolio_trend t where t.portfolio_id = p.id) as "trendCount"`
  return {
    async list(
      filter: OverviewFilter,
      { column, direction }: OverviewOrder,
      page: PageRequest,
    ): Promise<OverviewRow[]> {
      const order = direction === 'asc' ? sql`asc` : sql`desc`
      const { rows } = await sql<OverviewRow & { folded: string }>`
        select ${columns}, lower(p.title) as folded from portfolio p where ${matchesFilter(filter)}
        order by ${sql.ref(column)} ${order}, p.id limit ${page.perPage} offset ${pageOffset(page)}`.execute(db)
      return rows.map(({ folded: _folded, ...row }) => row)
    },

    async count(filter: OverviewFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from portfolio p where ${matchesFilter(filter)}`.execute(db)
      return rows[0]?.total ?? 0
    },

    async find(id: string): Promise<OverviewRow | null> {
      const { rows } = await sql<OverviewRow>`select ${columns} from portfolio p where p.id = ${id}`.execute(db)
      return rows[0] ?? null
    },

    /** The signals in a portfolio, or in all portfolios of an organization. */
    async listSignals(scope: { portfolioId: string } | { organizationId: string }): Promise<string[]> {
      const where =
        'portfolioId' in scope ? sql`p.id = ${scope.portfolioId}` : sql`p.organization_id = ${scope.organizationId}`
      const { rows } = await sql<{ id: string }>`
        select distinct t.signal_id as id from portfolio_trend t join portfolio p on p.id = t.portfolio_id
        where ${where}`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
