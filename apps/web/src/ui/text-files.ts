import {
  IconDatabase,
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconJson,
  IconMarkdown,
  IconPresentation,
  IconTable,
} from '@tabler/icons-react'

/** Slides of everything that has charts. */
export const slidesFile = {
  format: 'pptx',
  name: 'PowerPoint',
  text: 'Slides with charts you can edit',
  icon: IconPresentation,
} as const

/** A workbook of everything that has numbers. */
export const workbookFile = {
  format: 'xlsx',
  name: 'Excel',
  text: 'Data, method and sources on sheets',
  icon: IconTable,
} as const

/** What is drawn over time, one row for each day and measure. */
export const seriesFiles = [
  { format: 'series-parquet', name: 'Parquet, daily values', text: 'One row per day and measure', icon: IconDatabase },
  { format: 'series-jsonl', name: 'JSON lines, daily values', text: 'One row per day and measure', icon: IconJson },
] as const

/** The export formats of a conversation, and of a report beside its slides and its workbook. */
export const textFiles = [
  { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
  { format: 'docx', name: 'Word', text: 'To continue in a word processor', icon: IconFileTypeDocx },
  { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
  { format: 'markdown', name: 'Markdown', text: 'Plain text with Markdown formatting', icon: IconMarkdown },
] as const
