import { Group, Tooltip, Button, Menu } from '@mantine/core'
import { IconBell, IconChartLine, IconRefresh, IconSend, IconCheck, IconLink, IconShare2 } from '@tabler/icons-react'
import type { SignalReport } from '@auspex/sdk'
import { AskZeus } from '../../../lib/ask-zeus.tsx'
import { LinkButton } from '../../../lib/link-button.tsx'
import { useModules } from '../../../lib/modules.ts'
import { SaveButton } from '../../../lib/save-button.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { toSearch } from '../question/use-ask.ts'
import { AddToStory } from '../add-to-story.tsx'
import classes from './header.module.css'
import { Suspense, useRef, useState } from 'react'
import { laterParts } from '../later-parts.ts'
import { useClipboard } from '@mantine/hooks'
import { useDialogRequest } from '../../../lib/dialog-request.tsx'

/** The actions on a report. On a phone only their icons are shown. */
export const ReportActions = ({ report }: { report: SignalReport }) => {
  const isOn = useModules()
  const { from: _from, to: _to, ...monitored } = toSearch(report.query)
  const again = { ...toSearch(report.query), force: '1' as const }
  return (
    <Group className={classes.actions} gap={5} wrap="nowrap">
      <SaveButton signals={[{ signalId: report.signalId, title: report.query.title }]} />
      <AddToStory report={report} />
      <AskZeus about={{ signals: [report.signalId] }} name="this report" />
      <LinkButton
        to="/compare"
        search={{ signals: report.signalId }}
        preload={false}
        variant="default"
        leftSection={<IconChartLine size={16} aria-hidden />}
      >
        Compare
      </LinkButton>
      {isOn('monitors') && (
        <LinkButton
          to="/monitors"
          search={monitored}
          preload={false}
          variant="default"
          aria-label="Monitor this"
          leftSection={<IconBell size={16} aria-hidden />}
        >
          Monitor
        </LinkButton>
      )}
      <SendSignal signalId={report.signalId} title={report.query.title} />
      <ExportMenu signalId={report.signalId} />
      <LinkMenu report={report} />
      <Tooltip label="Measure again">
        <LinkButton
          to="/search"
          search={again}
          preload={false}
          variant={report.stale ? 'filled' : 'default'}
          aria-label="Measure again"
        >
          <IconRefresh size={16} aria-hidden />
        </LinkButton>
      </Tooltip>
    </Group>
  )
}

/** Sends a signal to colleagues, who find it in their inbox. */
const SendSignal = ({ signalId, title }: { signalId: string; title: string }) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-label="Send to a colleague"
        onClick={() => setOpen(true)}
      >
        Send
      </Button>
      <Suspense>{isOpen && <laterParts.SendSignalDialog signalId={signalId} title={title} onClose={close} />}</Suspense>
    </>
  )
}

/** Two kinds of links: the address of this page, for colleagues who are signed in, and a share link for anyone else. */
const LinkMenu = ({ report: { signalId, query } }: { report: SignalReport }) => {
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
