import type { PortfolioTrend } from '@auspex/sdk'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowRight, IconCopy, IconDots, IconPhoto, IconTrash } from '@tabler/icons-react'

export interface TrendMenuActions {
  onMove: (trends: readonly PortfolioTrend[]) => void
  onCopy: (trends: readonly PortfolioTrend[]) => void
  onRemove: (trends: readonly PortfolioTrend[]) => void
  onCover: (trend: PortfolioTrend) => void
}

/** What is done with one trend. */
export const TrendMenu = ({
  trend,
  onMove,
  onCopy,
  onRemove,
  onCover,
}: TrendMenuActions & { trend: PortfolioTrend }) => (
  <Menu position="bottom-end" width={230}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={`More for ${trend.title}`}>
        <IconDots size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
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
    </Menu.Dropdown>
  </Menu>
)
