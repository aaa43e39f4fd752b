import type { Portfolio, PortfolioTrend } from '@auspex/sdk'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconFilterOff, IconArrowRight, IconChartLine, IconCopy, IconTrash, IconSearch } from '@tabler/icons-react'
import { notifyManager } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState, useRef, type ReactNode } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { storedVersion } from '../../../lib/api/conflicts.ts'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { stageWords, toneWords } from '../../../lib/words/words.ts'
import { ColumnMenu, useColumns } from '../../../ui/column-menu.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/page.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import { useUpdatePortfolio } from '../portfolios.queries.ts'
import { type PortfolioSearch, type TrendSort, portfolioSearchSchema } from '../portfolios.search.ts'
import { SaveDialog } from '../save/save-dialog.tsx'
import { PortfolioSummary } from '../summary/portfolio-summary.tsx'
import { CoverDialog, type TrendMenuActions } from './trend-menu.tsx'
import { TrendTable, trendColumns } from './trend-table.tsx'
import { chooseTrends, isDescending, adoptOrder, applyOrder } from './trends.model.ts'
import classes from './trends.module.css'
import { useSelection, useTrendActions, useStableCallback } from './use-trend-actions.ts'
import { WeeksTable } from './weeks-table.tsx'

/**
 * The order of a portfolio's trends. Moves are shown immediately and sent sequentially, since each names the revision that the
 * previous one produced. Trends that others added or removed are respected; an order that somebody else chose
 * wins, and that is reported.
 */
const useTrendOrder = (portfolio: Portfolio) => {
  const update = useUpdatePortfolio(useClient(), portfolio.id)
  const tell = useTell()
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const requestedOrder = useRef<readonly string[] | null>(null)
  const isSending = useRef(false)

  const put = async (ids: readonly string[], base: Portfolio): Promise<Portfolio> => {
    try {
      return await update.mutateAsync({ trends: ids.map((id) => ({ id })), revision: base.revision })
    } catch (error) {
      const theirs = storedVersion(error) as Portfolio | null // guaranteed by the contract of this operation
      if (theirs === null) throw error
      const adopted = adoptOrder(ids, { before: idsOf(base.trends), now: idsOf(theirs.trends) })
      if (adopted !== null) return put(adopted, theirs)
      tell('Someone else reordered the trends, so their order was kept.')
      return theirs
    }
  }
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      let base = portfolio
      while (requestedOrder.current !== null) {
        const ids = requestedOrder.current
        requestedOrder.current = null
        base = await put(ids, base)
      }
    } catch (error) {
      requestedOrder.current = null
      tell(`${describeFailure(error).message}. The order was not changed.`)
    } finally {
      isSending.current = false
      // only after the screen has received the response: earlier, it would briefly show the old order
      notifyManager.schedule(() => setOrder((now) => (isSending.current ? now : null)))
    }
  }
  return {
    /** The trends in the order that is being sent. */
    trends: order === null ? portfolio.trends : applyOrder(portfolio.trends, order),
    /** `visible` is the new order of the visible trends; a trend that is about to be removed keeps its position. */
    reorder: useStableCallback((visible: readonly string[]) => {
      const visibleIds = new Set(visible)
      const rest = visible.values()
      const current = order ?? idsOf(portfolio.trends)
      const ids = current.map((id) => (visibleIds.has(id) ? (rest.next().value ?? id) : id))
      setOrder(ids)
      requestedOrder.current = ids
      void send()
    }),
  }
}

const idsOf = (trends: readonly PortfolioTrend[]): readonly string[] => trends.map(({ id }) => id)

/** The maximum number of signals in a comparison. */
const maxCompared = 5

/** The actions on the selected trends, at the bottom of the window. */
const BulkBar = ({ chosen, onMove, onCopy, onRemove, onClear }: BulkBarProps) => {
  if (chosen.length === 0) return null
  const ids = chosen.map(({ signalId }) => signalId)
  const isComparable = chosen.length >= 2 && chosen.length <= maxCompared
  return (
    <div className={classes.bar} role="region" aria-label="Selected trends">
      <span className={`${textStyles.strong} ${textStyles.nowrap}`} role="status">
        {formatPlural(chosen.length, 'trend')} selected
      </span>
      <Group gap={6}>
        {isComparable ? (
          <LinkButton
            to="/compare"
            search={{ signals: ids.join(',') }}
            preload={false}
            size="compact-sm"
            leftSection={<IconChartLine size={16} aria-hidden />}
          >
            Compare
          </LinkButton>
        ) : (
          <span className={textStyles.note}>Select two to {maxCompared} to compare</span>
        )}
        <Action icon={IconArrowRight} words="Move" onClick={() => onMove(chosen)} />
        <Action icon={IconCopy} words="Copy" onClick={() => onCopy(chosen)} />
        <Action icon={IconTrash} words="Remove" onClick={() => onRemove(chosen)} />
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear
        </Button>
      </Group>
    </div>
  )
}

const Action = ({ icon: Icon, words, onClick }: { icon: typeof IconTrash; words: string; onClick: () => void }) => (
  <Button variant="default" size="compact-sm" leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
    {words}
  </Button>
)

const route = getRouteApi('/portfolios/$portfolioId')

const NoMatchingTrends = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    level={3}
    icon={<IconFilterOff size={22} aria-hidden />}
    title="No matching trends"
    text="Try other words or fewer filters."
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all
      </Button>
    }
  />
)

/** Trends that are being moved to another portfolio. */
interface Transfer {
  readonly kind: 'move' | 'copy'
  readonly trends: readonly PortfolioTrend[]
}

/** The trends of a portfolio: find, sort, select and act on them. */
export const TrendsSection = ({ portfolio }: { portfolio: Portfolio }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { hiddenIds } = useDelayedChanges()
  const { remove, move, copy } = useTrendActions(portfolio.id)
  const { hidden, setHidden } = useColumns('trends', trendColumns)
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  const [covered, setCovered] = useState<PortfolioTrend | null>(null)

  const { trends: ordered, reorder } = useTrendOrder(portfolio)
  const all = useMemo(() => ordered.filter(({ id }) => !hiddenIds.has(id)), [ordered, hiddenIds])
  const visibleTrends = useMemo(() => chooseTrends(all, search), [all, search])
  const selection = useSelection(useMemo(() => visibleTrends.map(({ id }) => id), [visibleTrends]))
  const selectedTrends = useMemo(
    () => visibleTrends.filter(({ id }) => selection.ids.has(id)),
    [visibleTrends, selection],
  )

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
      <TrendFilters
        search={search}
        shown={visibleTrends.length}
        total={all.length}
        columns={
          search.view === undefined && <ColumnMenu columns={trendColumns} hidden={hidden} setHidden={setHidden} />
        }
        onChange={change}
      />
      {visibleTrends.length === 0 && (
        <NoMatchingTrends
          onShowAll={() => change({ find: undefined, stage: undefined, tone: undefined, failed: undefined })}
        />
      )}
      {visibleTrends.length > 0 && search.view === 'weeks' && <WeeksTable trends={visibleTrends} />}
      {visibleTrends.length > 0 && search.view === 'summary' && <PortfolioSummary trends={visibleTrends} />}
      {visibleTrends.length > 0 && search.view === undefined && (
        <TrendTable
          trends={visibleTrends}
          search={search}
          hidden={hidden}
          selection={selection}
          isMeasuring={portfolio.refresh.state === 'running'}
          onSort={sort}
          onReorder={
            search.sort === undefined && visibleTrends.length === all.length && all.length > 1 ? reorder : null
          }
          {...actions}
        />
      )}
      {search.view === undefined && <BulkBar chosen={selectedTrends} onClear={clear} {...actions} />}
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

interface BulkBarProps {
  onMove: TrendMenuActions['onMove']
  onCopy: TrendMenuActions['onCopy']
  onRemove: TrendMenuActions['onRemove']
  chosen: readonly PortfolioTrend[]
  onClear: () => void
}

interface TrendFiltersProps {
  search: PortfolioSearch
  shown: number
  total: number
  /** Chooses the columns; omitted where there are none. */
  columns?: ReactNode
  onChange: (part: Partial<PortfolioSearch>) => void
}

const sortWords: Record<TrendSort, string> = {
  title: 'By name',
  level: 'By level',
  growth: 'By growth',
  stage: 'By stage',
  tone: 'By tone',
  event: 'By latest event',
}

/** Which trends are shown, in which order, and as what. All of it is in the address. */
const TrendFilters = ({ search, shown, total, columns, onChange }: TrendFiltersProps) => {
  /** A choice as stored in the address; an empty value removes it. */
  const choose = (part: Record<string, string>) => {
    const parsed = portfolioSearchSchema.parse(part)
    const names = Object.keys(part) as (keyof PortfolioSearch)[] // the fields below, and no others
    onChange(Object.fromEntries(names.map((name) => [name, parsed[name]])))
  }
  return (
    <Group gap={10} role="search" aria-label="Trends" className={classes.filters}>
      <TextInput
        aria-label="Find a trend"
        placeholder="Find a trend or an event"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={search.find ?? ''}
        onChange={(event) => onChange({ find: event.currentTarget.value || undefined })}
        className={classes.find}
      />
      <NativeSelect
        aria-label="Stage"
        value={search.stage ?? ''}
        onChange={(event) => choose({ stage: event.currentTarget.value })}
        data={[
          { value: '', label: 'All stages' },
          ...Object.entries(stageWords).map(([value, label]) => ({ value, label })),
          { value: 'unknown', label: 'Unknown' },
        ]}
      />
      <NativeSelect
        aria-label="Tone"
        value={search.tone ?? ''}
        onChange={(event) => choose({ tone: event.currentTarget.value })}
        data={[
          { value: '', label: 'All tones' },
          { value: 'positive', label: toneWords.positive },
          { value: 'neutral', label: 'Mixed' },
          { value: 'negative', label: toneWords.negative },
          { value: 'unknown', label: toneWords.unknown },
        ]}
      />
      <NativeSelect
        aria-label="Order"
        value={search.sort ?? ''}
        onChange={(event) => choose({ sort: event.currentTarget.value, order: '' })}
        data={[
          { value: '', label: 'In your order' },
          ...Object.entries(sortWords).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SegmentedControl
        aria-label="Shown as"
        value={search.view ?? 'table'}
        onChange={(view) => onChange({ view: view === 'table' ? undefined : view })}
        data={[
          { value: 'table', label: 'Table' },
          { value: 'weeks', label: 'Weeks' },
          { value: 'summary', label: 'Summary' },
        ]}
      />
      {columns}
      <span className={textStyles.note} role="status">
        {shown < total && `${shown} of ${formatPlural(total, 'trend')}`}
      </span>
    </Group>
  )
}
