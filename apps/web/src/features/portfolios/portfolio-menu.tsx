import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import type { Portfolio } from '@auspex/sdk'
import { ShareMenuItem } from '../../lib/share-menu-item.tsx'
import { useDeletePortfolio } from './use-delete-portfolio.ts'

/** What is done with a portfolio less often than opening it. */
export const PortfolioMenu = ({ portfolio }: { portfolio: Portfolio }) => {
  const remove = useDeletePortfolio()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for ${portfolio.title}`}>
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ShareMenuItem item={{ kind: 'portfolio', itemId: portfolio.id, title: portfolio.title }} />
        <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => remove(portfolio)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
