import { Button, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { SignalReport } from '@auspex/sdk'
import { IconCheck, IconLink, IconShare2 } from '@tabler/icons-react'
import { useDialogRequest } from '../../../lib/dialog-request.tsx'

/** Two kinds of links: the address of this page, for colleagues who are signed in, and one for whoever else may read it. */
export const LinkMenu = ({ report: { signalId, query } }: { report: SignalReport }) => {
  const clipboard = useClipboard({ timeout: 2000 })
  const openDialog = useDialogRequest()
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button variant="default" aria-label={clipboard.copied ? 'Link copied' : 'Links to this report'}>
          {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => clipboard.copy(window.location.href)}
        >
          Copy link
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShare2 size={16} aria-hidden />}
          onClick={() =>
            openDialog?.({ kind: 'share', item: { kind: 'signal', itemId: signalId, title: query.title } })
          }
        >
          Share with a link that ends
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
