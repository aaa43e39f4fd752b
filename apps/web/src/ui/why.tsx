import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'

/** The reason for a judgement, shown on hover, touch and focus. */
export const Why = ({ label, text }: { label: string; text: string }) => (
  <Tooltip label={text} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
    <ActionIcon size={24} aria-label={`${label} ${text}`}>
      <IconInfoCircle size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
