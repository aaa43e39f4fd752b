import { ActionIcon, Flex, Menu, Button, TextInput, Tooltip } from '@mantine/core'
import {
  IconDatabase,
  IconDots,
  IconFileTypeCsv,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconJson,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, type FormEvent, useEffect, useRef, useState } from 'react'
import { Picture } from './picture.tsx'
import { seriesFiles, slidesFile, workbookFile } from './text-files.ts'
import textStyles from './text-styles.module.css'

/** The export formats of a portfolio or a project. */
export const collectionFiles = [
  {
    label: 'For reading',
    choices: [
      { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
      slidesFile,
      { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
    ],
  },
  {
    label: 'For analysis',
    choices: [
      workbookFile,
      {
        format: 'csv-excel',
        name: 'CSV for Excel',
        text: 'One row per signal, opens in Excel',
        icon: IconFileTypeCsv,
      },
      { format: 'csv', name: 'CSV', text: 'One row per signal, for other tools', icon: IconFileTypeCsv },
      { format: 'jsonl', name: 'JSON lines', text: 'With days and weeks, for a program', icon: IconJson },
      { format: 'parquet', name: 'Parquet', text: 'One row per signal, for data tools', icon: IconDatabase },
      ...seriesFiles,
    ],
  },
] as const

interface CollectionTitleProps extends EditableTitleProps {
  picture: Blob | null
  /** How much is in it, who sees it, and when it changed. */
  children: ReactNode
}

/** The picture and the editable name of a portfolio or a project. */
export const CollectionTitle = ({ picture, children, ...name }: CollectionTitleProps) => (
  <Flex gap={16} align="flex-start" miw={0} flex="1 1 200px">
    <Picture content={picture} title={name.title} />
    <div style={{ minWidth: 0, flex: 1 }}>
      <EditableTitle {...name} />
      <p className={textStyles.note}>{children}</p>
    </div>
  </Flex>
)

interface CollectionMenuProps {
  /** "portfolio". */
  noun: string
  onEdit: () => void
  onDelete: () => void
  /** Actions between "Edit" and "Delete". */
  children: ReactNode
}

/** The actions on the whole of a portfolio or a project. */
export const CollectionMenu = ({ noun, onEdit, onDelete, children }: CollectionMenuProps) => (
  <Menu position="bottom-end" width={200}>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label={`More for this ${noun}`}>
        <IconDots size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onEdit}>
        Edit
      </Menu.Item>
      {children}
      <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={onDelete}>
        Delete
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

interface EditableTitleProps {
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
  const typedTitle = edited === undefined ? unsent : edited
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // closing the field with a key would otherwise lose the focus
    if (wasOpen.current && typedTitle === null && document.activeElement === document.body)
      pencil.current?.focus({ preventScroll: true })
    wasOpen.current = typedTitle !== null
  }, [typedTitle])
  const open = () => {
    onOpen()
    setEdited(title)
  }
  if (typedTitle === null)
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
    const next = typedTitle.trim()
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
          value={typedTitle}
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
