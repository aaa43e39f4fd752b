import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { PublishedDocument, SignalReport } from '@auspex/sdk'
import { IconPresentation, IconQuote } from '@tabler/icons-react'
import { addMark, useDialogRequest } from '../../../lib/dialog-request.tsx'
import { useModules } from '../../../lib/modules.ts'
import { offersOfDocument, offersOfReport } from './card-offers.ts'

/** Offers the charts, numbers and sections of a report as cards of a story. */
export const AddToStory = ({ report }: { report: SignalReport }) => {
  const openDialog = useDialogRequest()
  const isOn = useModules()('stories')
  return (
    isOn &&
    openDialog && (
      <Tooltip label="Add to a story (A)">
        <Button
          variant="default"
          leftSection={<IconPresentation size={16} aria-hidden />}
          aria-label="Add to a story"
          aria-haspopup="dialog"
          aria-keyshortcuts="a"
          data-add-page
          onClick={() =>
            openDialog({ kind: 'add-to-story', subject: report.query.title, offers: offersOfReport(report) })
          }
        >
          Story
        </Button>
      </Tooltip>
    )
  )
}

/** Offers a document and its words; those that are marked on the page come first. */
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
          // a press takes the mark away before it is read
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
