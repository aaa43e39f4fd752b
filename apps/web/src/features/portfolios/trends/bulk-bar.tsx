import { Button, Group } from '@mantine/core'
import { IconArrowRight, IconChartLine, IconCopy, IconTrash } from '@tabler/icons-react'
import type { PortfolioTrend } from '@auspex/sdk'
import { formatPlural } from '../../../lib/format.ts'
import { LinkButton } from '../../../lib/link-button.tsx'
import type { TrendMenuActions } from './trend-menu.tsx'
import classes from './bulk-bar.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The most signals that can be compared. */
const mostCompared = 5

interface BulkBarProps extends Pick<TrendMenuActions, 'onMove' | 'onCopy' | 'onRemove'> {
  chosen: readonly PortfolioTrend[]
  onClear: () => void
}

/** What can be done with the chosen trends, at the foot of the window. */
export const BulkBar = ({ chosen, onMove, onCopy, onRemove, onClear }: BulkBarProps) => {
  if (chosen.length === 0) return null
  const ids = chosen.map(({ signalId }) => signalId)
  const isComparable = chosen.length >= 2 && chosen.length <= mostCompared
  return (
    <div className={classes.bar} role="region" aria-label="Chosen trends">
      <span className={`${textStyles.strong} ${textStyles.nowrap}`} role="status">
        {formatPlural(chosen.length, 'trend')} chosen
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
          <span className={textStyles.note}>Choose two to {mostCompared} to compare</span>
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
