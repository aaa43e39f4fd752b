import type { PortfolioTrend } from '@auspex/sdk'
import { Menu } from '@mantine/core'
import { IconArrowRight, IconCopy, IconPhoto, IconTrash } from '@tabler/icons-react'
import { RowMenu } from '../../../ui/row-menu.tsx'

export interface TrendMenuActions {
  onMove: (trends: readonly PortfolioTrend[]) => void
  onCopy: (trends: readonly PortfolioTrend[]) => void
  onRemove: (trends: readonly PortfolioTrend[]) => void
  onCover: (trend: PortfolioTrend) => void
}

/** The actions on one trend. */
export const TrendMenu = ({
  trend,
  onMove,
  onCopy,
  onRemove,
  onCover,
}: TrendMenuActions & { trend: PortfolioTrend }) => (
  <RowMenu label={`More for ${trend.title}`} width={230}>
    <Menu.Item leftSection={<IconArrowRight size={16} stroke={1.6} aria-hidden />} onClick={() => onMove([trend])}>
      Move to…
    </Menu.Item>
    <Menu.Item leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={() => onCopy([trend])}>
      Copy to…
    </Menu.Item>
    <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} aria-hidden />} onClick={() => onCover(trend)}>
      {trend.cover === null ? 'Set a cover…' : 'Another cover…'}
    </Menu.Item>
    <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => onRemove([trend])}>
      Remove
    </Menu.Item>
  </RowMenu>
)
