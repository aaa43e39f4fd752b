import { ActionIcon, Flex, Menu } from '@mantine/core'
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
import type { ReactNode } from 'react'
import { EditableTitle, type EditableTitleProps } from './editable-title.tsx'
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
