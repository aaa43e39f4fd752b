import type { Portfolio, PortfolioTrend } from '@auspex/sdk'
import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useDelayedChanges } from '../../../lib/delayed-changes.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import type { PortfolioSearch, TrendSort } from '../portfolios.search.ts'
import { SaveDialog } from '../save/save-dialog.tsx'
import { PortfolioSummary } from '../summary/portfolio-summary.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CoverDialog } from './cover-dialog.tsx'
import { TrendFilters } from './trend-filters.tsx'
import { TrendTable } from './trend-table.tsx'
import { chooseTrends, isDescending } from './trends.model.ts'
import { useTrendOrder } from './use-trend-order.ts'
import { useSelection } from './use-selection.ts'
import { useTrendActions } from './use-trend-actions.ts'
import { WeeksTable } from './weeks-table.tsx'

const route = getRouteApi('/portfolios/$portfolioId')

/** Trends that are on their way to another portfolio. */
interface Transfer {
  readonly kind: 'move' | 'copy'
  readonly trends: readonly PortfolioTrend[]
}

/** The trends of a portfolio: to find, sort, choose and work with. */
export const TrendsSection = ({ portfolio }: { portfolio: Portfolio }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { remove, move, copy } = useTrendActions(portfolio.id)
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  const [covered, setCovered] = useState<PortfolioTrend | null>(null)

  const { trends: ordered, reorder } = useTrendOrder(portfolio)
  const all = useMemo(() => ordered.filter(({ id }) => !hiddenIds.has(id)), [ordered, hiddenIds])
  const shown = useMemo(() => chooseTrends(all, search), [all, search])
  const selection = useSelection(useMemo(() => shown.map(({ id }) => id), [shown]))
  const chosen = useMemo(() => shown.filter(({ id }) => selection.ids.has(id)), [shown, selection])

  const change = useCallback(
    (part: Partial<PortfolioSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false }),
    [navigate],
  )
  const sort = (by: TrendSort) => {
    const turns = search.sort === by
    change({ sort: by, order: turns ? (isDescending(search) ? 'up' : 'down') : undefined })
  }
  const { clear } = selection
  const actions = useMemo(
    () => ({
      onMove: (trends: readonly PortfolioTrend[]) => setTransfer({ kind: 'move', trends }),
      onCopy: (trends: readonly PortfolioTrend[]) => setTransfer({ kind: 'copy', trends }),
      onCover: setCovered,
      onRemove: (trends: readonly PortfolioTrend[]) => {
        clear()
        remove(trends)
      },
    }),
    [remove, clear],
  )
  const put = transfer?.kind === 'copy' ? copy : move
  return (
    <Section title="Trends">
      <TrendFilters search={search} shown={shown.length} total={all.length} onChange={change} />
      {shown.length === 0 ? (
        <EmptyState
          level={3}
          icon={<IconFilterOff size={22} aria-hidden />}
          title="No trend fits"
          text="Nothing in this portfolio fits these words and filters."
          action={
            <Button
              variant="default"
              onClick={() => change({ find: undefined, stage: undefined, tone: undefined, failed: undefined })}
            >
              Show all
            </Button>
          }
        />
      ) : search.view === 'weeks' ? (
        <WeeksTable trends={shown} />
      ) : search.view === 'summary' ? (
        <PortfolioSummary trends={shown} />
      ) : (
        <TrendTable
          trends={shown}
          search={search}
          selection={selection}
          isMeasuring={portfolio.refresh.state === 'running'}
          onSort={sort}
          onReorder={search.sort === undefined && shown.length === all.length && all.length > 1 ? reorder : null}
          {...actions}
        />
      )}
      {search.view === undefined && <BulkBar chosen={chosen} onClear={clear} {...actions} />}
      {transfer && (
        <SaveDialog
          heading={transfer.kind === 'move' ? 'Move to' : 'Copy to'}
          signals={transfer.trends}
          exceptId={portfolio.id}
          onSaveIn={(target) => put(target, transfer.trends)}
          onSaveInNew={(draft) => put(draft, transfer.trends)}
          onClose={() => {
            setTransfer(null)
            clear()
          }}
        />
      )}
      {covered && <CoverDialog portfolioId={portfolio.id} trend={covered} onClose={() => setCovered(null)} />}
    </Section>
  )
}
