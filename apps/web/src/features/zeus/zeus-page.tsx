import { Box, Button, Drawer, Group, CloseButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileTextSpark, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { type EvidenceRequest, type EvidenceViews, EvidenceContext } from './evidence-context.ts'
import { ThreadList } from './threads/thread-list.tsx'
import { ThreadView } from './thread-view.tsx'
import { threadOptions, useCreateReport } from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'
import classes from './zeus.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { useExport } from '../../lib/files/exports.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { textFiles } from '../../ui/text-files.ts'

interface ZeusPageProps extends EvidenceViews {
  /** Null for a new conversation. */
  threadId: string | null
  search: ZeusSearch
}

/** Zeus: the person's conversations, the open one, and the evidence of its answers beside it. */
export const ZeusPage = ({ threadId, search, renderFigure, renderEvidence }: ZeusPageProps) => {
  const [isThreadDrawerOpen, threadDrawer] = useDisclosure(false)
  const [request, setRequest] = useState<EvidenceRequest | null>(null)
  const [isEvidenceOpen, evidenceDrawer] = useDisclosure(false)
  const [isExportOpen, setExportOpen] = useState(false)
  const { data: thread = null } = useQuery(threadOptions(useClient(), threadId))
  const open = (next: EvidenceRequest) => {
    setRequest(next)
    evidenceDrawer.open()
  }
  return (
    <div className={classes.page}>
      <title>{`${thread?.title ?? 'Zeus'} · Auspex`}</title>
      <aside className={classes.threads} aria-label="Conversations">
        <ThreadList currentId={threadId} />
      </aside>
      <div className={classes.main}>
        <Group className={classes.head} gap="8px 16px" justify="space-between" wrap="nowrap">
          <h1 className={`${textStyles.breakable} ${classes.title}`}>{thread?.title ?? 'Ask Zeus'}</h1>
          <Group gap={6} wrap="nowrap">
            {thread && thread.messages.length > 0 && <ThreadReport threadId={thread.id} />}
            {thread && thread.messages.length > 0 && (
              <ThreadExport key={thread.id} threadId={thread.id} isOpen={isExportOpen} onOpen={setExportOpen} />
            )}
            <Box className={classes.threadsButton}>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconMessages size={15} aria-hidden />}
                onClick={threadDrawer.open}
              >
                <span className={classes.threadsLabel}>Conversations</span>
              </Button>
            </Box>
          </Group>
        </Group>
        <EvidenceContext value={{ renderFigure, renderEvidence, open }}>
          <ThreadView threadId={threadId} search={search} onExport={() => setExportOpen(true)} />
        </EvidenceContext>
      </div>
      <EvidenceDrawer
        request={request}
        isOpen={isEvidenceOpen}
        onClose={evidenceDrawer.close}
        renderEvidence={renderEvidence}
      />
      <Drawer
        opened={isThreadDrawerOpen}
        onClose={threadDrawer.close}
        title="Conversations"
        size={320}
        closeButtonProps={{ 'aria-label': 'Close the conversations' }}
      >
        {/* Selecting a conversation closes the drawer. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links handle the keys */}
        <div onClick={(event) => event.target instanceof Element && event.target.closest('a') && threadDrawer.close()}>
          {isThreadDrawerOpen && <ThreadList currentId={threadId} />}
        </div>
      </Drawer>
    </div>
  )
}

/** Makes a report of all answers of the conversation. */
const ThreadReport = ({ threadId }: { threadId: string }) => {
  const { mutate, isPending } = useCreateReport(useClient())
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconFileTextSpark size={15} aria-hidden />}
      loading={isPending}
      onClick={() => mutate({ threadId, messageId: null })}
    >
      Make a report
    </Button>
  )
}

interface ThreadExportProps {
  threadId: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The conversation as a file, created on the server from its messages. */
const ThreadExport = ({ threadId, ...opening }: ThreadExportProps) => (
  <ExportMenu
    {...useExport('thread', threadId)}
    sections={[{ choices: textFiles }]}
    width={280}
    size="compact-md"
    {...opening}
  />
)

interface EvidenceDrawerProps {
  renderEvidence: EvidenceViews['renderEvidence']
  request: EvidenceRequest | null
  isOpen: boolean
  onClose: () => void
}

/** The evidence of a claim, beside the conversation. */
const EvidenceDrawer = ({ request, isOpen, onClose, renderEvidence }: EvidenceDrawerProps) => {
  const title = request && `Source ${request.citation.number} of the answer`
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={640}>
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content aria-label={title ?? 'Source'}>
        <Group className={classes.header} gap={16} wrap="nowrap" justify="space-between">
          <Box component="h2" className={textStyles.quiet} fz="text" fw={450} lts={0}>
            {title}
          </Box>
          <CloseButton onClick={onClose} aria-label="Close the source" />
        </Group>
        <div className={classes.body}>{request && renderEvidence(request)}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
