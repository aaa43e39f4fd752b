import type { Portfolio } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useRevisedChange } from '../../lib/conflicts.ts'
import { keepPortfolio, type PortfolioChanges, useUpdatePortfolio } from './portfolios.queries.ts'

/** Changes a portfolio as the person saw it when they began. */
export const usePortfolioChange = (portfolio: Portfolio) => {
  const queryClient = useQueryClient()
  const client = useClient()
  const update = useUpdatePortfolio(client, portfolio.id)
  const { conflict, save: saveRevised } = useRevisedChange<Portfolio, PortfolioChanges>()
  // the page goes on reading the portfolio while somebody types
  const base = useRef(portfolio)
  const begin = () => {
    update.reset()
    base.current = portfolio
  }
  const save = async (changes: PortfolioChanges): Promise<void> => {
    const stored = await saveRevised({ changes, base: base.current, send: (revised) => update.mutateAsync(revised) })
    base.current = stored
    keepPortfolio({ client, queryClient }, stored)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
