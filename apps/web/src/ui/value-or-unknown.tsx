import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import textStyles from './text-styles.module.css'

/** A formatted value, or a muted "unknown": null is never shown as a number. */
export const ValueOrUnknown = <T,>({ value, format }: { value: T | null; format: (value: T) => string }) =>
  value === null ? <span className={textStyles.quiet}>unknown</span> : format(value)

/** The reason for a judgement, shown on hover, touch and focus. */
export const Why = ({ label, text }: { label: string; text: string }) => (
  <Tooltip label={text} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
    <ActionIcon size={24} aria-label={`${label} ${text}`}>
      <IconInfoCircle size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
