import { Button, Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useModules } from '../../lib/people/modules.ts'

const rules = [
  { rule: 'new-trials', words: 'New trials' },
  { rule: 'trial-status', words: 'Changes of status' },
  { rule: 'new-papers', words: 'New papers' },
] as const

/** Offers monitors for a condition; each opens as an unsaved draft. */
export const WatchMenu = ({ condition }: { condition: string }) => {
  const isOn = useModules()
  const navigate = useNavigate()
  if (!isOn('monitors')) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBell size={14} aria-hidden />}>
          Watch
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rules.map(({ rule, words }) => (
          <Menu.Item
            key={rule}
            onClick={() => void navigate({ to: '/monitors', search: { term: condition, rule, source: undefined } })}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
