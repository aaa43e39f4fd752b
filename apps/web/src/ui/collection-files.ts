import { IconFileTypeCsv, IconFileTypeHtml, IconFileTypePdf, IconJson } from '@tabler/icons-react'

/** The export formats of a portfolio or a project. */
export const collectionFiles = [
  {
    label: 'For reading',
    choices: [
      { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
      { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
    ],
  },
  {
    label: 'For analysis',
    choices: [
      {
        format: 'csv-excel',
        name: 'CSV for Excel',
        text: 'A row per signal, opens in Excel',
        icon: IconFileTypeCsv,
      },
      { format: 'csv', name: 'CSV', text: 'A row per signal, for other tools', icon: IconFileTypeCsv },
      { format: 'jsonl', name: 'JSON lines', text: 'With days and weeks, for a program', icon: IconJson },
    ],
  },
] as const
