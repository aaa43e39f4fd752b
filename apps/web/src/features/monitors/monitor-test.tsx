import { Box, Button, Flex, Group, Skeleton } from '@mantine/core'
import type { ChannelTest, MonitorDryRun, MonitorSubscription } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatDay, formatPlural } from '../../lib/numbers/format.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { dryRunOptions, useSendTest } from './monitors.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

const days = 30

/** The alerts that a monitor would have sent recently, and a test of its channels. */
export const MonitorTest = ({ monitor, onClose }: { monitor: MonitorSubscription; onClose: () => void }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(dryRunOptions(client, monitor.id, days))
  const send = useSendTest(client)
  return (
    <Flex direction="column" gap={12}>
      {data ? (
        <DryRun dryRun={data} />
      ) : error ? (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      ) : (
        <div role="group" aria-busy="true" aria-label="Loading the test">
          <Skeleton height={44} radius="md" />
        </div>
      )}
      <Group gap={8}>
        <Button size="compact-sm" loading={send.isPending} onClick={() => send.mutate(monitor.id)}>
          Send a test alert
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          Close
        </Button>
      </Group>
      <div role="status">
        {send.data && (
          <ul className={textStyles.text}>
            {send.data.channels.map((test) => (
              <li key={test.channel}>{describeTest(channelNames[test.channel], test)}</li>
            ))}
            {send.data.destinations.map((test) => (
              <li key={test.id}>{describeTest(test.name, test)}</li>
            ))}
          </ul>
        )}
      </div>
      {send.error && (
        <p className={textStyles.fault} role="alert">
          {describeFailure(send.error).detail ?? describeFailure(send.error).message}
        </p>
      )}
    </Flex>
  )
}

const DryRun = ({ dryRun: { alerts, firstDay, lastDay, judgedDays } }: { dryRun: MonitorDryRun }) => {
  if (firstDay === null || lastDay === null)
    return (
      <p className={textStyles.text}>The library has no documents on this topic yet, so the rule can’t be tested.</p>
    )
  return (
    <div>
      <p className={textStyles.text}>
        {alerts.length === 0
          ? 'It would not have sent any alerts'
          : `It would have sent ${formatPlural(alerts.length, 'alert')}`}{' '}
        from {formatDay(firstDay)} to {formatDay(lastDay)} ({formatPlural(judgedDays, 'day')} tested)
        {alerts.length === 0 ? '.' : ':'}
      </p>
      {alerts.length > 0 && (
        <Box component="ul" className={`${textStyles.detail} ${textStyles.bullets}`} mt={6} lh={1.6}>
          {alerts.map(({ day, reason }) => (
            <li key={day}>{reason}</li>
          ))}
        </Box>
      )}
    </div>
  )
}

const channelNames = { inbox: 'Inbox', webhook: 'Webhook', email: 'Email' }

const describeTest = (name: string, { delivered, reason }: Pick<ChannelTest, 'delivered' | 'reason'>): string =>
  delivered ? `${name}: delivered.` : `${name}: not delivered. ${reason ?? ''}`
