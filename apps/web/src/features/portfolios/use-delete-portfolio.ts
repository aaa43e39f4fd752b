import type { Portfolio } from '@auspex/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { useDelayedChanges } from '../../lib/delayed-changes.tsx'
import { formatPlural } from '../../lib/format.ts'
import { sendRemovePortfolios } from './portfolios.queries.ts'

/** Deletes a portfolio once the undo period is over. */
export const useDeletePortfolio = () => {
  const client = useClient()
  const queryClient = useQueryClient()
  const { delay } = useDelayedChanges()
  return ({ id, title, trendCount }: Portfolio) =>
    delay({
      ids: [id],
      text: `${title}${trendCount > 0 ? ` and its ${formatPlural(trendCount, 'trend')}` : ''} deleted.`,
      send: (options) => sendRemovePortfolios({ client, queryClient }, [id], options),
    })
}
