import type { MonitorChanges, MonitorSubscription } from '@auspex/sdk'
import { Button, Skeleton, Stack, Flex } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { useModules } from '../../lib/people/modules.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page, Section, Card } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { DestinationSection } from './destination-section.tsx'
import { DigestSection } from './digest-section.tsx'
import { FeedSection } from './feed-section.tsx'
import { MonitorForm } from './monitor-form.tsx'
import { MonitorItem } from './monitor-item.tsx'
import { nameOf } from './monitor-words.ts'
import { monitorsOptions, useCreateMonitor, useDeleteMonitor, useUpdateMonitor } from './monitors.queries.ts'
import { TrendSection } from './trend-section.tsx'
import { UndoNote } from './undo-note.tsx'

/** The monitors, newest first. */
const MonitorList = ({ items }: { items: readonly MonitorSubscription[] }) => {
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
          {failureSentences(failure)}
        </p>
      )}
      {items.length > 0 && (
        <Card padded={false}>
          <Flex component="ul" className={surfaces.lines} direction="column" data-monitors>
            {items.map((monitor) => (
              <MonitorItem
                key={monitor.id}
                monitor={monitor}
                onRest={(changes, words) => rest(monitor, changes, words)}
                onDelete={() =>
                  remove.mutate(monitor, {
                    onSuccess: () => setLast({ kind: 'delete', before: monitor, words: describeDeleted(monitor) }),
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

const describeDeleted = (monitor: MonitorSubscription) =>
  `The monitor for ${nameOf(monitor)} was deleted. Its alerts stay in your inbox.`

/** The input to create the same monitor again. */
const toInput = ({
  query,
  rule,
  channels,
  webhookUrl,
  destinationIds,
  cooldownHours,
  name,
  isPaused,
  snoozedUntil,
}: MonitorSubscription) => ({
  query,
  rule,
  channels,
  webhookUrl,
  destinationIds,
  cooldownHours,
  name,
  isPaused,
  snoozedUntil,
})

const route = getRouteApi('/monitors')

/** The monitors, and a form for a rule that is back-tested before it is saved. */
export const MonitorsPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(monitorsOptions(useClient()))
  const isOn = useModules()
  const [isOpen, setOpen] = useState(false)
  const isNew = isOpen || search.term !== undefined || data?.items.length === 0
  const close = () => {
    setOpen(false)
    void navigate({ to: '/monitors', search: {}, replace: true, resetScroll: false })
  }
  const finish = () => {
    close()
    // the list has been fetched again, and the new monitor is its first item: the focus moves there
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[data-monitors] a, [data-monitors] button')?.focus(),
    )
  }
  return (
    <Page>
      <title>Monitors · Auspex</title>
      <div>
        <h1>Monitors</h1>
        <p className={textStyles.lead}>
          A monitor watches a topic and alerts you when its rule is met. Before you save it, you see how often it would
          have alerted you in the past.
        </p>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading monitors">
            {[0, 1, 2].map((key) => (
              <Skeleton key={key} height={94} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <>
          <Section
            title="Your monitors"
            hint={
              data.items.length === 0
                ? 'None yet. Your first monitor will appear here.'
                : `${formatPlural(data.items.length, 'monitor')}. Each day is checked once it is over.`
            }
            actions={
              !isNew && (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
                  New monitor
                </Button>
              )
            }
          >
            <MonitorList items={data.items} />
          </Section>
          {isNew && (
            <Section title="New monitor">
              <MonitorForm
                // another topic in the address needs a new form
                key={JSON.stringify(search)}
                search={search}
                isOpened={isOpen}
                onDone={finish}
                onCancel={data.items.length > 0 ? close : undefined}
              />
            </Section>
          )}
        </>
      )}
      <DigestSection />
      <DestinationSection />
      <FeedSection />
      {isOn('trends') && <TrendSection />}
    </Page>
  )
}

/** The last change, with the previous state of the monitor. */
interface LastChange {
  readonly kind: 'delete' | 'rest'
  readonly before: MonitorSubscription
  readonly words: string
}
