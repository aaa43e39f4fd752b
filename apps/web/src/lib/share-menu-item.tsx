import { Menu } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { type ShareItem, useDialogRequest } from './dialog-request.tsx'

/** Opens the share links of a thing, from any menu of the app. */
export const ShareMenuItem = ({ item }: { item: ShareItem }) => {
  const openDialog = useDialogRequest()
  return (
    openDialog && (
      <Menu.Item
        leftSection={<IconShare2 size={16} stroke={1.6} aria-hidden />}
        onClick={() => openDialog({ kind: 'share', item })}
      >
        Share
      </Menu.Item>
    )
  )
}
