import { ActionIcon, Box, Flex, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { MonitorSubscription } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { countryName } from '../../lib/countries.ts'
import { formatSince } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { sayFirings, sayRule } from './monitor-words.ts'
import { useCreateMonitor, useDeleteMonitor } from './monitors.queries.ts'
import { UndoNote } from './undo-note.tsx'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

/** What is watched, newest first, with what each rule would have done before it was made. */
export const MonitorList = ({ items }: { items: readonly MonitorSubscription[] }) => {
  const client = useClient()
  const remove = useDeleteMonitor(client)
  const restore = useCreateMonitor(client)
  const [deleted, setDeleted] = useState<MonitorSubscription | null>(null)
  const undo = ({ query, rule, channels, webhookUrl, cooldownHours }: MonitorSubscription) =>
    restore.mutate(
      { query, rule, channels, webhookUrl, cooldownHours },
      {
        onSuccess: () => {
          setDeleted(null)
        },
      },
    )
  return (
    <>
      {deleted && (
        <UndoNote
          text={`The monitor of ${deleted.title} is deleted; what it sent stays in the inbox.`}
          error={restore.error}
          isPending={restore.isPending}
          onUndo={() => undo(deleted)}
        />
      )}
      {items.length > 0 && (
        <Card padded={false}>
          <Flex component="ul" className={surfaces.lines} direction="column">
            {items.map((monitor) => (
              <Monitor
                key={monitor.id}
                monitor={monitor}
                onDelete={() => remove.mutate(monitor, { onSuccess: () => setDeleted(monitor) })}
              />
            ))}
          </Flex>
        </Card>
      )}
    </>
  )
}

const Monitor = ({ monitor, onDelete }: { monitor: MonitorSubscription; onDelete: () => void }) => {
  const now = useNow()
  const { title, signalId, rule, query, channels, backtest, lastFiredAt } = monitor
  const scope = [
    query.geo && countryName(query.geo),
    query.entity && `names ${query.entity}`,
    channels.includes('webhook') && 'also posted to a webhook',
  ].filter(Boolean)
  return (
    <Flex component="li" gap={16} align="flex-start" justify="space-between" py={14} px="var(--card-padding)">
      <Box miw={0}>
        <Box component="h3" className={`${textStyles.title} ${textStyles.breakable}`} fw={600}>
          <Link to="/signals/$signalId" params={{ signalId }} preload={false}>
            {title}
          </Link>
        </Box>
        <Box component="p" className={textStyles.text} mt={2} lh={1.5}>
          {[sayRule(rule), ...scope].join(' · ')}
        </Box>
        <Box component="p" className={textStyles.note} mt={2}>
          {lastFiredAt === null ? 'Has not fired yet' : `Fired ${formatSince(lastFiredAt, now)}`}. Before it was made it{' '}
          {sayFirings(backtest).toLowerCase()}.
        </Box>
      </Box>
      <Tooltip label="Delete">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete the monitor of ${title}: ${sayRule(rule)}`}
          onClick={onDelete}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Flex>
  )
}
