import type { Portfolio, PortfolioTrend } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, useLayoutEffect } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { useDelayedChanges } from '../../../lib/api/delayed-changes.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import {
  type PortfolioDraft,
  sendAddTrends,
  sendCreateWithTrends,
  sendRemovePortfolios,
  sendRemoveTrends,
} from '../portfolios.queries.ts'

type Trends = readonly PortfolioTrend[]

const nameTrends = (trends: Trends): string =>
  trends.length === 1 && trends[0] ? `“${trends[0].title}”` : formatPlural(trends.length, 'trend')

const toInputs = (trends: Trends) => trends.map(({ signalId, title }) => ({ signalId, title }))

/** Removes, moves and copies trends of a portfolio, each with an undo that loses neither cover nor position. */
export const useTrendActions = (portfolioId: string) => {
  const client = useClient()
  const queryClient = useQueryClient()
  const tell = useTell()
  const { delay } = useDelayedChanges()
  const tools = useMemo(() => ({ client, queryClient }), [client, queryClient])

  const remove = useCallback(
    (trends: Trends, text = `${nameTrends(trends)} removed.`, onUndo?: () => void) => {
      const ids = trends.map(({ id }) => id)
      delay({
        ids,
        text,
        send: (options) => sendRemoveTrends(tools, portfolioId, ids, options),
        ...(onUndo && { onUndo }),
      })
    },
    [delay, tools, portfolioId],
  )

  /** Adds them to another portfolio, or a new one; returns the undo. */
  const put = useCallback(
    async (target: Portfolio | PortfolioDraft, trends: Trends) => {
      const failed = (error: unknown) => tell(`${describeFailure(error).message}.`)
      if (!('id' in target)) {
        const portfolio = await sendCreateWithTrends(tools, target, toInputs(trends))
        return {
          title: portfolio.title,
          undoAddition: () => void sendRemovePortfolios(tools, [portfolio.id], {}).catch(failed),
        }
      }
      const added = await sendAddTrends(tools, target, toInputs(trends))
      const ids = added.map(({ id }) => id)
      const undoAddition = () => void (ids.length > 0 && sendRemoveTrends(tools, target.id, ids).catch(failed))
      return { title: target.title, undoAddition }
    },
    [tools, tell],
  )

  const move = useCallback(
    async (target: Portfolio | PortfolioDraft, trends: Trends) => {
      const { title, undoAddition } = await put(target, trends)
      remove(trends, `${nameTrends(trends)} moved to ${title}.`, undoAddition)
    },
    [put, remove],
  )
  const copy = useCallback(
    async (target: Portfolio | PortfolioDraft, trends: Trends) => {
      const { title, undoAddition } = await put(target, trends)
      tell(`${nameTrends(trends)} copied to ${title}.`, [{ label: 'Undo', run: undoAddition }])
    },
    [put, tell],
  )
  return { remove, move, copy }
}

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** With `reach` it selects the range from the last toggled row to this one. */
  readonly toggle: (id: string, reach: boolean) => void
  readonly setAll: (isChosen: boolean) => void
  readonly clear: () => void
}

/** The selected rows. A row that is no longer shown is not selected. */
export const useSelection = (shownIds: readonly string[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = useMemo(() => new Set(shownIds.filter((id) => chosen.has(id))), [shownIds, chosen])
  const toggle = useCallback(
    (id: string, reach: boolean) => {
      const from = last.current === null ? -1 : shownIds.indexOf(last.current)
      const to = shownIds.indexOf(id)
      last.current = id
      setChosen((before) => {
        const next = new Set(before)
        const isChosen = !before.has(id)
        const range = reach && from !== -1 ? shownIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
        for (const trend of range) {
          if (isChosen) next.add(trend)
          else next.delete(trend)
        }
        return next
      })
    },
    [shownIds],
  )
  const setAll = useCallback((isChosen: boolean) => setChosen(new Set(isChosen ? shownIds : [])), [shownIds])
  const clear = useCallback(() => setChosen(new Set()), [])
  return useMemo(() => ({ ids, toggle, setAll, clear }), [ids, toggle, setAll, clear])
}

/** A function with a stable identity that runs the callback of the latest render: rows that receive it need not re-render. */
export const useStableCallback = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): void => latest.current(...args), [])
}
