import type { Portfolio, PortfolioTrend } from '@auspex/sdk'
import { notifyManager } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { storedVersion } from '../../../lib/conflicts.ts'
import { describeFailure } from '../../../lib/failure.ts'
import { useTell } from '../../../lib/notices.tsx'
import { useStableCallback } from '../../../lib/use-stable-callback.ts'
import { useUpdatePortfolio } from '../portfolios.queries.ts'
import { adoptOrder, applyOrder } from './trend-order.ts'

/**
 * The order of a portfolio's trends. Moves are shown at once and sent one after the other, since each names the revision that the one
 * before it left behind. What came or went meanwhile is kept; an order that somebody else chose meanwhile stays, and that is said.
 */
export const useTrendOrder = (portfolio: Portfolio) => {
  const update = useUpdatePortfolio(useClient(), portfolio.id)
  const tell = useTell()
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const wanted = useRef<readonly string[] | null>(null)
  const isSending = useRef(false)

  const put = async (ids: readonly string[], base: Portfolio): Promise<Portfolio> => {
    try {
      return await update.mutateAsync({ trends: ids.map((id) => ({ id })), revision: base.revision })
    } catch (error) {
      const theirs = storedVersion(error) as Portfolio | null // as the contract says of this operation
      if (theirs === null) throw error
      const adopted = adoptOrder(ids, { before: idsOf(base.trends), now: idsOf(theirs.trends) })
      if (adopted !== null) return put(adopted, theirs)
      tell('Somebody else put the trends in order meanwhile. Theirs stays.')
      return theirs
    }
  }
  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      let base = portfolio
      while (wanted.current !== null) {
        const ids = wanted.current
        wanted.current = null
        base = await put(ids, base)
      }
    } catch (error) {
      wanted.current = null
      tell(`${describeFailure(error).message}. The order is as it was.`)
    } finally {
      isSending.current = false
      // once the screen has heard the answer: before, it would show the old order for a moment
      notifyManager.schedule(() => setOrder((now) => (isSending.current ? now : null)))
    }
  }
  return {
    /** The trends in the order that is on its way. */
    trends: order === null ? portfolio.trends : applyOrder(portfolio.trends, order),
    /** `visible` is the new order of those that are shown; a trend that is about to be removed keeps its place. */
    reorder: useStableCallback((visible: readonly string[]) => {
      const shown = new Set(visible)
      const rest = visible.values()
      const current = order ?? idsOf(portfolio.trends)
      const ids = current.map((id) => (shown.has(id) ? (rest.next().value ?? id) : id))
      setOrder(ids)
      wanted.current = ids
      void send()
    }),
  }
}

const idsOf = (trends: readonly PortfolioTrend[]): readonly string[] => trends.map(({ id }) => id)
