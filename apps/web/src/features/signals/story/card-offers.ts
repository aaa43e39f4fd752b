import type { CardContent, PublishedDocument, SignalReport } from '@auspex/sdk'
import type { CardOffer } from '../../../lib/dialog-request.tsx'
import { formatDay } from '../../../lib/format.ts'
import { headingOf } from '../documents/document-words.ts'

const sections = [
  ['summary', 'In brief'],
  ['changes', 'What happened'],
  ['volume', 'Documents a day, with words'],
  ['tone', 'Tone'],
  ['voices', 'Voices'],
  ['places', 'Places'],
  ['audience', 'Audience'],
] as const

/** What of a report can become a card. Values are left out: the server measures them, so that a card says what the report says. */
export const offersOfReport = ({ signalId, query, stage }: SignalReport): readonly CardOffer[] => {
  const { title } = query
  const chart = (measure: 'documents' | 'share' | 'tone', name: string): CardOffer => ({
    key: `chart ${measure}`,
    label: name,
    caption: `${title}: ${name.toLowerCase()}`,
    content: { kind: 'chart', signalId, measure, points: [] },
  })
  const number = (measure: 'documents' | 'momentum' | 'tone', name: string): CardOffer => ({
    key: `number ${measure}`,
    label: name,
    caption: `${title}: ${name.toLowerCase()}`,
    content: { kind: 'number', signalId, measure, value: null, low: null, high: null },
  })
  return [
    chart('documents', 'Documents a day'),
    chart('share', 'Share of all documents'),
    chart('tone', 'Tone over time'),
    number('documents', 'Number of documents'),
    number('momentum', 'Growth'),
    number('tone', 'Mean tone'),
    ...sections.map(([section, label]): CardOffer => ({
      key: `section ${section}`,
      label,
      content: { kind: 'section', signalId, section, title, text: '', points: [], rows: [] },
    })),
    { key: 'signal', label: 'The signal in short', content: { kind: 'signal', signalId, title, stage: stage.stage } },
  ]
}

const longestQuote = 2000

/** Words of a document as a card, and the document itself. Words that were marked with the mouse come first. */
export const offersOfDocument = (document: PublishedDocument, marked: string): readonly CardOffer[] => {
  const { id, url, outlet, author, publishedAt, snippet } = document
  const title = headingOf(document).text
  const caption = [author, outlet, formatDay(publishedAt)].filter(Boolean).join(', ')
  const quote = (key: string, text: string): CardOffer => ({
    key,
    label: `“${text.length > 120 ? `${text.slice(0, 119)}…` : text}”`,
    caption,
    content: { kind: 'quote', documentId: id, text } satisfies CardContent,
  })
  const words = [marked, snippet ?? '', document.title].map((text) => text.trim().slice(0, longestQuote))
  return [...new Set(words.filter((text) => text !== ''))]
    .map((text, index) => quote(`quote ${index}`, text))
    .concat({
      key: 'document',
      label: title,
      caption,
      content: { kind: 'document', documentId: id, title: document.title, url },
    })
}
