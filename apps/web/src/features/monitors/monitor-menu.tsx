import { ActionIcon, Menu } from '@mantine/core'
import { IconBellRinging, IconDots, IconMoon, IconMoonOff } from '@tabler/icons-react'
import type { MonitorSubscription } from '@auspex/sdk'

interface MonitorMenuProps {
  monitor: MonitorSubscription
  label: string
  onTest: () => void
  /** Null wakes it. */
  onSnooze: (until: Date | null) => void
  /** Another day than those of the menu. */
  onPickDay: () => void
}

const hourMs = 3_600_000
const spans = [
  { words: 'For a day', ms: 24 * hourMs },
  { words: 'For three days', ms: 72 * hourMs },
  { words: 'For a week', ms: 168 * hourMs },
  { words: 'For four weeks', ms: 672 * hourMs },
]

/** What is done with a monitor less often than pausing it. */
export const MonitorMenu = ({ monitor, label, onTest, onSnooze, onPickDay }: MonitorMenuProps) => (
  <Menu position="bottom-end" width={210}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={label}>
        <IconDots size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconBellRinging size={16} stroke={1.6} aria-hidden />} onClick={onTest}>
        Test it
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
          Wake now
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)
