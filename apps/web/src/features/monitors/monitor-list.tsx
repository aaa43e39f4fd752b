import { Flex } from '@mantine/core'
import type { MonitorChanges, MonitorSubscription } from '@auspex/sdk'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { Card } from '../../ui/card.tsx'
import { MonitorItem } from './monitor-item.tsx'
import { nameOf } from './monitor-words.ts'
import { useCreateMonitor, useDeleteMonitor, useUpdateMonitor } from './monitors.queries.ts'
import { UndoNote } from './undo-note.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** What was done last, with the monitor as it was before. */
interface LastChange {
  readonly kind: 'delete' | 'rest'
  readonly before: MonitorSubscription
  readonly words: string
}

/** What is watched, newest first. */
export const MonitorList = ({ items }: { items: readonly MonitorSubscription[] }) => {
  const client = useClient()
  const remove = useDeleteMonitor(client)
  const restore = useCreateMonitor(client)
  const update = useUpdateMonitor(client)
  const [last, setLast] = useState<LastChange | null>(null)
  const forget = { onSuccess: () => setLast(null) }
  const undo = ({ kind, before }: LastChange) => {
    const { id, isPaused, snoozedUntil } = before
    if (kind === 'rest') update.mutate({ id, changes: { isPaused, snoozedUntil } }, forget)
    else restore.mutate(toInput(before), forget)
  }
  const rest = (before: MonitorSubscription, changes: MonitorChanges, words: string) =>
    update.mutate({ id: before.id, changes }, { onSuccess: () => setLast({ kind: 'rest', before, words }) })
  const failure = remove.error ?? (last === null ? update.error : null)
  return (
    <>
      {last && (
        <UndoNote
          text={last.words}
          error={last.kind === 'rest' ? update.error : restore.error}
          isPending={update.isPending || restore.isPending}
          onUndo={() => undo(last)}
        />
      )}
      {failure && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(failure).message}. {describeFailure(failure).detail}
        </p>
      )}
      {items.length > 0 && (
        <Card padded={false}>
          <Flex component="ul" className={surfaces.lines} direction="column">
            {items.map((monitor) => (
              <MonitorItem
                key={monitor.id}
                monitor={monitor}
                onRest={(changes, words) => rest(monitor, changes, words)}
                onDelete={() =>
                  remove.mutate(monitor, {
                    onSuccess: () => setLast({ kind: 'delete', before: monitor, words: sayDeleted(monitor) }),
                  })
                }
              />
            ))}
          </Flex>
        </Card>
      )}
    </>
  )
}

const sayDeleted = (monitor: MonitorSubscription) =>
  `The monitor of ${nameOf(monitor)} is deleted; what it sent stays in the inbox.`

/** The same monitor once more. */
const toInput = ({
  query,
  rule,
  channels,
  webhookUrl,
  cooldownHours,
  name,
  isPaused,
  snoozedUntil,
}: MonitorSubscription) => ({ query, rule, channels, webhookUrl, cooldownHours, name, isPaused, snoozedUntil })
