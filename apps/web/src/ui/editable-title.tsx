import { ActionIcon, Button, Flex, TextInput, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import textStyles from './text-styles.module.css'

export interface EditableTitleProps {
  title: string
  /** A draft from before a reload: the field opens with it. */
  unsent: string | null
  /** Why the last change was not saved; the field stays open with what was typed. */
  failure: string | null
  isPending: boolean
  /** Called before editing starts. */
  onOpen: () => void
  onType: (title: string) => void
  /** Called when editing ends, saved or cancelled. */
  onClose: () => void
  onSave: (title: string) => Promise<unknown>
}

/** An inline-editable page heading: Enter saves, Escape cancels. */
export const EditableTitle = ({
  title,
  unsent,
  failure,
  isPending,
  onOpen,
  onType,
  onClose,
  onSave,
}: EditableTitleProps) => {
  const [edited, setEdited] = useState<string | null>()
  const typed = edited === undefined ? unsent : edited
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // closing the field with a key would otherwise lose the focus
    if (wasOpen.current && typed === null && document.activeElement === document.body)
      pencil.current?.focus({ preventScroll: true })
    wasOpen.current = typed !== null
  }, [typed])
  const open = () => {
    onOpen()
    setEdited(title)
  }
  if (typed === null)
    return (
      <Flex gap={6} align="flex-start">
        <h1 className={textStyles.breakable}>{title}</h1>
        <Tooltip label="Rename">
          <ActionIcon ref={pencil} aria-label="Rename" mt={4} onClick={open}>
            <IconPencil size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Flex>
    )
  const close = () => {
    setEdited(null)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = typed.trim()
    if (next === '' || next === title) return close()
    return void onSave(next).then(close, () => undefined)
  }
  return (
    <form onSubmit={submit}>
      <h1 className={textStyles.hidden}>{title}</h1>
      <Flex gap={8} align="flex-start" wrap="wrap">
        <TextInput
          aria-label="Name"
          size="md"
          value={typed}
          maxLength={200}
          error={failure}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened for typing
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setEdited(event.currentTarget.value)
            onType(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
          flex="1 1 260px"
          maw={520}
        />
        <Button type="submit" size="md" loading={isPending}>
          Save
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={close}>
          Cancel
        </Button>
      </Flex>
    </form>
  )
}
