import { Box, Button, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import type { EvidenceRequest, EvidenceViews } from './evidence-context.ts'
import { EvidenceContext } from './evidence-context.ts'
import { EvidenceDrawer } from './evidence-drawer.tsx'
import { saveConversation } from './conversation/save-conversation.ts'
import { ThreadList } from './threads/thread-list.tsx'
import { ThreadView } from './thread-view.tsx'
import { threadOptions } from './zeus.queries.ts'
import type { ZeusSearch } from './zeus.search.ts'
import classes from './zeus-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ZeusPageProps extends EvidenceViews {
  /** Null for a conversation that begins. */
  threadId: string | null
  search: ZeusSearch
}

/** Zeus: the conversations of a person, the one that is open, and what its answers stand on beside it. */
export const ZeusPage = ({ threadId, search, renderFigure, renderEvidence }: ZeusPageProps) => {
  const [areThreadsOpen, threads] = useDisclosure(false)
  const [request, setRequest] = useState<EvidenceRequest | null>(null)
  const [isEvidenceOpen, evidence] = useDisclosure(false)
  const { data: thread = null } = useQuery(threadOptions(useClient(), threadId))
  const open = (next: EvidenceRequest) => {
    setRequest(next)
    evidence.open()
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
            {thread && thread.messages.length > 0 && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconDownload size={15} aria-hidden />}
                onClick={() => saveConversation(thread)}
              >
                Export
              </Button>
            )}
            <Box className={classes.threadsButton}>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconMessages size={15} aria-hidden />}
                onClick={threads.open}
              >
                Conversations
              </Button>
            </Box>
          </Group>
        </Group>
        <EvidenceContext value={{ renderFigure, renderEvidence, open }}>
          <ThreadView threadId={threadId} search={search} />
        </EvidenceContext>
      </div>
      <EvidenceDrawer
        request={request}
        isOpen={isEvidenceOpen}
        onClose={evidence.close}
        renderEvidence={renderEvidence}
      />
      <Drawer
        opened={areThreadsOpen}
        onClose={threads.close}
        title="Conversations"
        size={320}
        closeButtonProps={{ 'aria-label': 'Close the conversations' }}
      >
        {/* A press on a conversation leaves the drawer. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links inside have the keys */}
        <div onClick={(event) => event.target instanceof Element && event.target.closest('a') && threads.close()}>
          {areThreadsOpen && <ThreadList currentId={threadId} />}
        </div>
      </Drawer>
    </div>
  )
}
