import { Button } from '@mantine/core'
import { IconFileText, IconSearchOff } from '@tabler/icons-react'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const NoReports = () => (
  <EmptyState
    icon={<IconFileText size={22} aria-hidden />}
    title="No reports yet"
    text="A report is your text: write it here, with numbers, charts and quotes of your signals in it, or begin it from the answers of a chat."
    action={<LinkButton to="/reports/new">Write a report</LinkButton>}
  />
)

export const NoReportWithWords = ({ words, onClear }: { words: string; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearchOff size={22} aria-hidden />}
    title={`No report says “${words}”`}
    text="Titles and texts are searched, in upper or lower case."
    action={
      <Button variant="default" onClick={onClear}>
        Show all reports
      </Button>
    }
  />
)
