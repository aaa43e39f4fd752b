import { ActionIcon, Kbd, Menu, Tooltip } from '@mantine/core'
import type { PublishedDocument, SignalReport, CardContent } from '@auspex/sdk'
import { IconPresentation, IconQuote } from '@tabler/icons-react'
import { addMark, useDialogRequest, type CardOffer } from '../../lib/dialogs/dialog-request.tsx'
import { useModules } from '../../lib/people/modules.ts'
import { formatDay } from '../../lib/time/format.ts'
import { headingOf } from './documents/document-words.ts'

const sections = [
  ['summary', 'In brief'],
  ['changes', 'What happened'],
  ['volume', 'Documents a day, with words'],
  ['tone', 'Tone'],
  ['voices', 'Voices'],
  ['places', 'Places'],
  ['audience', 'Audience'],
] as const

/** What can become a card. Values are omitted: the server measures them, so that a card matches the report. */
const offersOfReport = ({ signalId, query, stage }: SignalReport): readonly CardOffer[] => {
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
    { key: 'signal', label: 'The signal in brief', content: { kind: 'signal', signalId, title, stage: stage.stage } },
  ]
}

const maxQuoteLength = 2000

/** Text of a document as a card, and the document itself. Selected text comes first. */
const offersOfDocument = (document: PublishedDocument, marked: string): readonly CardOffer[] => {
  const { id, url, outlet, author, publishedAt, snippet } = document
  const title = headingOf(document).text
  const caption = [author, outlet, formatDay(publishedAt)].filter(Boolean).join(', ')
  const quote = (key: string, text: string): CardOffer => ({
    key,
    label: `“${text.length > 120 ? `${text.slice(0, 119)}…` : text}”`,
    caption,
    content: { kind: 'quote', documentId: id, text } satisfies CardContent,
  })
  const words = [marked, snippet ?? '', document.title].map((text) => text.trim().slice(0, maxQuoteLength))
  return [...new Set(words.filter((text) => text !== ''))]
    .map((text, index) => quote(`quote ${index}`, text))
    .concat({
      key: 'document',
      label: title,
      caption,
      content: { kind: 'document', documentId: id, title: document.title, url },
    })
}

/** Opens the dialog that offers the charts, numbers and sections of a report as cards of a story; null where stories are off. */
const useAddToStory = ({ report }: { report: SignalReport }): (() => void) | null => {
  const openDialog = useDialogRequest()
  const isOn = useModules()('stories')
  if (!isOn || openDialog === null) return null
  return () => openDialog({ kind: 'add-to-story', subject: report.query.title, offers: offersOfReport(report) })
}

/** The offer as an item of a menu. */
export const AddToStory = ({ report }: { report: SignalReport }) => {
  const open = useAddToStory({ report })
  return (
    open && (
      <Menu.Item
        leftSection={<IconPresentation size={18} stroke={1.6} aria-hidden />}
        rightSection={<Kbd>A</Kbd>}
        aria-haspopup="dialog"
        onClick={open}
      >
        Add to a story
      </Menu.Item>
    )
  )
}

/** What the key A presses while the menu with the offer is closed. Pressing the hidden item of a closed menu would lock menu and dialog in a contest for the focus. */
export const AddToStoryKey = ({ report }: { report: SignalReport }) => {
  const open = useAddToStory({ report })
  return open && <button type="button" hidden data-add-page onClick={open} aria-label="Add to a story" />
}

/** Offers a document and its text as cards; text selected on the page comes first. */
export const QuoteDocument = ({ document }: { document: PublishedDocument }) => {
  const openDialog = useDialogRequest()
  const isOn = useModules()('stories')
  const open = () =>
    openDialog?.({
      kind: 'add-to-story',
      subject: document.outlet,
      offers: offersOfDocument(document, markedWords()),
    })
  return (
    isOn &&
    openDialog && (
      <Tooltip label="Quote in a story (A)">
        <ActionIcon
          size={24}
          aria-label={`Quote ${document.title || document.outlet} in a story`}
          aria-haspopup="dialog"
          {...addMark}
          // a press would clear the selection before it is read
          onMouseDown={(event) => event.preventDefault()}
          onClick={open}
        >
          <IconQuote size={15} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  )
}

const markedWords = (): string => window.getSelection()?.toString() ?? ''
