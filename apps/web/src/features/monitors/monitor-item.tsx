import type { MonitorChanges, MonitorSubscription, ChannelTest, MonitorDryRun } from '@auspex/sdk'
import { ActionIcon, Box, Flex, Group, Tooltip, Button, Menu, Skeleton } from '@mantine/core'
import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  type Icon,
  IconBellRinging,
  IconDots,
  IconMoon,
  IconMoonOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural } from '../../lib/numbers/format.ts'
import { formatInstant, formatSince, formatDay } from '../../lib/time/format.ts'
import { countryName } from '../../lib/places/countries.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useSourceNames } from '../../lib/words/source-names.ts'
import { DayInput } from '../../ui/date-input.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { CancelButton } from '../../ui/form-actions.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { MonitorForm } from './monitor-form.tsx'
import { MonitorSparkline } from './monitor-sparkline.tsx'
import { nameOf, describeEndedSources, describeRule, describeBacktest } from './monitor-words.ts'
import classes from './monitors.module.css'
import { dryRunOptions, useSendTest } from './monitors.queries.ts'

const hourMs = 3_600_000

const spans = [
  { words: 'For a day', ms: 24 * hourMs },
  { words: 'For three days', ms: 72 * hourMs },
  { words: 'For a week', ms: 168 * hourMs },
  { words: 'For four weeks', ms: 672 * hourMs },
]

/** Less frequent actions on a monitor than pausing it. */
const MonitorMenu = ({ monitor, label, onTest, onSnooze, onPickDay }: MonitorMenuProps) => (
  <Menu position="bottom-end" width={210}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={label}>
        <IconDots size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconBellRinging size={16} stroke={1.6} aria-hidden />} onClick={onTest}>
        Test
      </Menu.Item>
      <Menu.Label>Snooze</Menu.Label>
      {spans.map(({ words, ms }) => (
        <Menu.Item
          key={ms}
          leftSection={<IconMoon size={16} stroke={1.6} aria-hidden />}
          onClick={() => onSnooze(new Date(Date.now() + ms))}
        >
          {words}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconMoon size={16} stroke={1.6} aria-hidden />} onClick={onPickDay}>
        Until a day…
      </Menu.Item>
      {monitor.snoozedUntil !== null && (
        <Menu.Item leftSection={<IconMoonOff size={16} stroke={1.6} aria-hidden />} onClick={() => onSnooze(null)}>
          End the snooze
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)

interface MonitorItemProps {
  monitor: MonitorSubscription
  onDelete: () => void
  /** Pauses or resumes alerts; `words` describe the change, for undo. */
  onRest: (changes: MonitorChanges, words: string) => void
}

const tomorrow = (now: number) => new Date(now + 86_400_000).toISOString().slice(0, 10)

/** A monitor with its recent measurements, its ability to alert, and its actions. */
export const MonitorItem = ({ monitor, onDelete, onRest }: MonitorItemProps) => {
  const now = useNow()
  const [panel, setPanel] = useState<'edit' | 'test' | 'snooze' | null>(null)
  const { title, name, signalId, rule, isPaused, snoozedUntil, backtest, lastFiredAt } = monitor
  const label = nameOf(monitor)
  // several monitors may have the same topic
  const fullLabel = `the monitor for ${label}: ${describeRule(rule)}`
  const close = () => setPanel(null)
  const toggle = (next: typeof panel) => setPanel(panel === next ? null : next)
  const snooze = (until: Date | null) => {
    close()
    const snoozedUntilText = until?.toISOString() ?? null
    onRest(
      { snoozedUntil: snoozedUntilText },
      snoozedUntilText === null
        ? `The monitor for ${label} is active again.`
        : `The monitor for ${label} sends no alerts until ${formatInstant(snoozedUntilText)}.`,
    )
  }
  const endedSentence = describeEndedSources(monitor)
  const scope = useScope(monitor)
  return (
    <li className={classes.monitor} data-silent={isPaused || snoozedUntil !== null}>
      <div className={classes.words}>
        <Flex align="baseline" gap="4px 10px" wrap="wrap">
          <Box component="h3" className={`${textStyles.title} ${textStyles.breakable}`} fw={600}>
            <Link to="/signals/$signalId" params={{ signalId }} preload={false}>
              {label}
            </Link>
          </Box>
          {isPaused && <span className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>Paused</span>}
          {snoozedUntil !== null && (
            <span className={`${surfaces.badge} ${surfaces.muted} ${textStyles.soft}`}>
              Snoozed until {formatInstant(snoozedUntil)}
            </span>
          )}
        </Flex>
        <Box component="p" className={textStyles.text} mt={2} lh={1.5}>
          {[name !== null && title, describeRule(rule), ...scope].filter(Boolean).join(' · ')}
        </Box>
        <Box component="p" className={textStyles.note} mt={2}>
          {lastFiredAt === null ? 'No alerts yet' : `Last alert ${formatSince(lastFiredAt, now)}`}.{' '}
          {describeBacktest(backtest)}.
        </Box>
        {endedSentence && (
          <Box
            component="p"
            className={`${surfaces.warning} ${textStyles.detail}`}
            mt={8}
            py={6}
            px={10}
            bdrs={8}
            lh={1.5}
          >
            {endedSentence}
          </Box>
        )}
      </div>
      <div className={classes.chart}>
        <MonitorSparkline recent={monitor.recent} />
      </div>
      <Group className={classes.actions} gap={2} wrap="nowrap" justify="flex-end">
        <Action
          icon={IconPencil}
          words="Edit"
          label={`Edit ${fullLabel}`}
          isOpen={panel === 'edit'}
          onClick={() => toggle('edit')}
        />
        <Action
          icon={isPaused ? IconPlayerPlay : IconPlayerPause}
          words={isPaused ? 'Resume' : 'Pause'}
          label={`${isPaused ? 'Resume' : 'Pause'} ${fullLabel}`}
          onClick={() =>
            onRest({ isPaused: !isPaused }, `The monitor for ${label} is ${isPaused ? 'active again' : 'paused'}.`)
          }
        />
        <MonitorMenu
          monitor={monitor}
          label={`More for ${fullLabel}`}
          onTest={() => setPanel('test')}
          onSnooze={snooze}
          onPickDay={() => setPanel('snooze')}
        />
        <Action icon={IconTrash} words="Delete" label={`Delete ${fullLabel}`} onClick={onDelete} />
      </Group>
      {panel !== null && (
        <div className={classes.panel}>
          {panel === 'edit' && <MonitorForm monitor={monitor} onDone={close} onCancel={close} />}
          {panel === 'test' && <MonitorTest monitor={monitor} onClose={close} />}
          {panel === 'snooze' && <SnoozeForm firstDay={tomorrow(now)} onSnooze={snooze} onCancel={close} />}
        </div>
      )}
    </li>
  )
}

/** The filters of its topic, and its other channels. */
const useScope = ({ query, channels, destinationIds }: MonitorSubscription) => {
  const nameSource = useSourceNames()
  return [
    query.geo && countryName(query.geo),
    query.entity && `mentions ${query.entity}`,
    query.sources.length > 0 && query.sources.map(nameSource).join(', '),
    channels.includes('email') && 'also by email',
    channels.includes('webhook') && 'also posted to a webhook',
    destinationIds.length > 0 && `also to ${formatPlural(destinationIds.length, 'channel')} of your team`,
  ]
}

interface ActionProps {
  icon: Icon
  words: string
  label: string
  isOpen?: boolean
  onClick: () => void
}

const Action = ({ icon: ActionSign, words, label, isOpen, onClick }: ActionProps) => (
  <Tooltip label={words}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} aria-expanded={isOpen} onClick={onClick}>
      <ActionSign size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

interface SnoozeFormProps {
  /** The first selectable day, YYYY-MM-DD. */
  firstDay: string
  onSnooze: (until: Date) => void
  onCancel: () => void
}

/** The end of a snooze: the beginning of a day, in UTC like all days of monitors. */
const SnoozeForm = ({ firstDay, onSnooze, onCancel }: SnoozeFormProps) => {
  const [day, setDay] = useState('')
  const isChosen = day >= firstDay
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChosen) onSnooze(new Date(`${day}T00:00:00Z`))
  }
  return (
    <form onSubmit={save} aria-label="Snooze until a day">
      <Group gap={8} align="flex-end">
        <DayInput
          label="No alerts until"
          placeholder="Choose a day"
          min={firstDay}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isChosen}>
          Snooze
        </Button>
        <CancelButton onClick={onCancel} />
      </Group>
    </form>
  )
}

interface MonitorMenuProps {
  monitor: MonitorSubscription
  label: string
  onTest: () => void
  /** Null resumes it. */
  onSnooze: (until: Date | null) => void
  /** Opens the form for a day that is not in the menu. */
  onPickDay: () => void
}

const days = 30

/** The alerts that a monitor would have sent recently, and a test of its channels. */
const MonitorTest = ({ monitor, onClose }: { monitor: MonitorSubscription; onClose: () => void }) => {
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
