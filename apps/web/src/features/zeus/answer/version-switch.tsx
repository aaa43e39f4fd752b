import type { MessageVersions } from '@auspex/sdk'
import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import textStyles from '../../../ui/text-styles.module.css'

interface VersionSwitchProps {
  /** The thing with versions: "answer". */
  noun: string
  versions: MessageVersions
  isDisabled: boolean
  onSelect: (messageId: string) => void
}

/** Which version of a message is shown, and its neighbours. Renders nothing if there is only one. */
export const VersionSwitch = ({ noun, versions: { number, ids }, isDisabled, onSelect }: VersionSwitchProps) => {
  if (ids.length < 2) return null
  const [before, after] = [ids[number - 2], ids[number]]
  const step = (id: string | undefined, label: string, icon: React.ReactNode) => (
    <ActionIcon
      size="sm"
      aria-label={`${label} version of the ${noun}`}
      disabled={isDisabled || id === undefined}
      onClick={() => id !== undefined && onSelect(id)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label={`Versions of the ${noun}`}>
      {step(before, 'Earlier', <IconChevronLeft size={15} aria-hidden />)}
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {number} of {ids.length}
      </span>
      {step(after, 'Later', <IconChevronRight size={15} aria-hidden />)}
    </Group>
  )
}
