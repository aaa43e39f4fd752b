import { IconFileTypeCsv, IconFileTypeHtml, IconFileTypePdf, IconJson } from '@tabler/icons-react'

/** The export formats of a portfolio or a project. */
export const collectionFiles = [
  {
    label: 'To read',
    choices: [
      { format: 'pdf', name: 'PDF', text: 'To be sent and filed', icon: IconFileTypePdf },
      { format: 'html', name: 'Web page', text: 'One file, reads offline', icon: IconFileTypeHtml },
    ],
  },
  {
    label: 'To count with',
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
