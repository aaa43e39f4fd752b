import type { SignalReading } from '@auspex/analytics'
import type { GetPortfolioParams, PortfolioTrend, TrendCounts, TrendDay, TrendWeek } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { pageOffset, type PageRequest } from '../../../kernel/page.ts'

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

/** How to return the days and weeks of a trend. */
export type Series = NonNullable<GetPortfolioParams['series']>

/** What a portfolio shows of the last reading of a signal. */
export interface TrendNumbers {
  momentum: SignalReading['momentum']
  momentumReason: SignalReading['momentumReason']
  level: SignalReading['level']
  tone: SignalReading['tone']
  newestEvent: PortfolioTrend['newestEvent']
  computedAt: Date
  stage: PortfolioTrend['stage']
  documents: number
  sparkline: TrendDay[]
  weeks: TrendWeek[]
  counts: TrendCounts | null
}

interface StoredNumbers extends Omit<TrendNumbers, 'documents' | 'sparkline' | 'weeks' | 'counts'> {
  signalId: string
  /** int8: read as text. */
  documents: string
  /** Null where the stored reading has none. */
  sparkline?: TrendDay[] | null
  weeks?: TrendWeek[] | null
  counts?: TrendCounts | null
}

/** Signals read before yielding to other work: 500 with all their days are 2 MB of JSON. */
const partSizes: Record<Series, number> = { listed: 100, packed: 500, none: 500 }

const seriesColumns = {
  listed: sql`, n.sparkline, n.weeks`,
  packed: sql`, case when jsonb_array_length(n.sparkline) > 0 then jsonb_build_object(
      'firstDay', n.sparkline #> '{0,day}', 'days', jsonb_path_query_array(n.sparkline, '$[*].documents'),
      'firstWeek', n.weeks #> '{0,firstDay}', 'weeks', jsonb_path_query_array(n.weeks, '$[*].documents'),
      'coveredDays', jsonb_path_query_array(n.weeks, '$[*].coveredDays')) end as counts`,
  none: sql``,
}

/** Measurements of signals, as portfolios show them. Contains no tenant's rows, so each statement is one round trip. */
export function createNumbersRepository(db: Kysely<object>) {
  async function readPart(signalIds: readonly string[], series: Series): Promise<StoredNumbers[]> {
    // as a record, because each path into `numbers` would unpack all of it again
    const { rows } = await sql<StoredNumbers>`
      select r.signal_id as "signalId", r.computed_at as "computedAt", r.stage, r.documents, n.momentum, n."momentumReason", n.level,
        n.tone, n.events -> 0 as "newestEvent"${seriesColumns[series]}
      from trend_reading r cross join lateral jsonb_to_record(r.numbers) as n (momentum jsonb, "momentumReason" text, level jsonb,
        tone jsonb, events jsonb, sparkline jsonb, weeks jsonb)
      where r.signal_id = any(${[...signalIds]}::text[])`.execute(db)
    return rows
  }

  return {
    /** The numbers of the measured signals, by signal. */
    async read(signalIds: readonly string[], series: Series): Promise<Map<string, TrendNumbers>> {
      const uniqueIds = [...new Set(signalIds)]
      const numbers = new Map<string, TrendNumbers>()
      for (let from = 0; from < uniqueIds.length; from += partSizes[series])
        for (const { signalId, ...stored } of await readPart(uniqueIds.slice(from, from + partSizes[series]), series))
          numbers.set(signalId, {
            counts: null,
            ...stored,
            sparkline: stored.sparkline ?? [],
            weeks: stored.weeks ?? [],
            documents: Number(stored.documents),
          })
      return numbers
    },
  }
}
