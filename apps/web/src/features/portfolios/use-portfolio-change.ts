import type { Portfolio } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useRevisedChange } from '../../lib/conflicts.ts'
import { keepPortfolio, type PortfolioChanges, useUpdatePortfolio } from './portfolios.queries.ts'

/** What a change of a portfolio began with. */
export type PortfolioBeginning = Pick<Portfolio, 'title' | 'organizationGroupId' | 'revision'>

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
  /** `from` is where the typing began, if that was before the page was loaded. */
  const save = async (changes: PortfolioChanges, from?: PortfolioBeginning): Promise<void> => {
    const begun = { ...base.current, ...from }
    const stored = await saveRevised({ changes, base: begun, send: (revised) => update.mutateAsync(revised) })
    base.current = stored
    keepPortfolio({ client, queryClient }, stored)
  }
  return { save, begin, conflict, error: conflict === null ? update.error : null, isPending: update.isPending }
}
