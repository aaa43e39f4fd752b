import { type CacheStatus, type PortfolioOverview, updatePortfolioCache } from '@auspex/sdk'
import { formatPlural } from '../../lib/format.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { sayStart } from './cache-words.ts'
import { useChange } from './use-change.ts'

interface PortfolioUpdateProps {
  portfolio: PortfolioOverview
  onClose: () => void
}

/** Asks before the stale signals of a portfolio are searched again. */
export const PortfolioUpdate = ({ portfolio: { id, title, trendCount }, onClose }: PortfolioUpdateProps) => {
  const change = useChange<CacheStatus>()
  return (
    <ConfirmDialog
      title={`Update the reports of ${title}?`}
      action="Start the update"
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => updatePortfolioCache(id, { wait: 0 }, { client }),
            say: (status) => sayStart(status, title),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <p>
        This portfolio has {formatPlural(trendCount, 'signal')}. Whichever has a stale report is searched again in the
        background. You may leave this page.
      </p>
    </ConfirmDialog>
  )
}
