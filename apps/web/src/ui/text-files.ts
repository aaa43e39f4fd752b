import { IconFileTypeHtml, IconFileTypePdf, IconFileTypeDocx, IconMarkdown } from '@tabler/icons-react'

/** The export formats of a report and of a conversation. */
export const textFiles = [
  { format: 'pdf', name: 'PDF', text: 'To be sent and filed', icon: IconFileTypePdf },
  { format: 'docx', name: 'Word', text: 'To go on writing in a word processor', icon: IconFileTypeDocx },
  { format: 'html', name: 'Web page', text: 'One file, reads offline', icon: IconFileTypeHtml },
  { format: 'markdown', name: 'Markdown', text: 'Plain text with its marks', icon: IconMarkdown },
] as const
