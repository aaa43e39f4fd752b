import { IconFileTypeHtml, IconFileTypePdf, IconFileTypeDocx, IconMarkdown } from '@tabler/icons-react'

/** The export formats of a report and of a conversation. */
export const textFiles = [
  { format: 'pdf', name: 'PDF', text: 'For sending and filing', icon: IconFileTypePdf },
  { format: 'docx', name: 'Word', text: 'To continue in a word processor', icon: IconFileTypeDocx },
  { format: 'html', name: 'Web page', text: 'One file, works offline', icon: IconFileTypeHtml },
  { format: 'markdown', name: 'Markdown', text: 'Plain text with Markdown formatting', icon: IconMarkdown },
] as const
