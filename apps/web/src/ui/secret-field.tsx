import { Button, Group, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import textStyles from './text-styles.module.css'

/** A value to copy, such as a secret that is shown only once. */
export const SecretField = ({
  label,
  value,
  isFocused = false,
}: {
  label: string
  value: string
  isFocused?: boolean
}) => {
  const clipboard = useClipboard({ timeout: 3000 })
  return (
    <div>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TextInput flex={1} label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <Button
          data-autofocus={isFocused || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone, and this is the next step
          autoFocus={isFocused}
          variant={isFocused ? 'filled' : 'default'}
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      {clipboard.error && (
        <p className={textStyles.fault}>Your browser blocked copying. Select the text and copy it.</p>
      )}
    </div>
  )
}
