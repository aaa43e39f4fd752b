import { Button } from '@mantine/core'

interface ShowAllProps {
  isAll: boolean
  /** The formatted total. */
  total: string
  onChange: (isAll: boolean) => void
}

/** Expands a shortened list, and collapses it again. */
export const ShowAll = ({ isAll, total, onChange }: ShowAllProps) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    mt="sm"
    onClick={() => onChange(!isAll)}
    aria-expanded={isAll}
  >
    {isAll ? 'Show fewer' : `Show all ${total}`}
  </Button>
)
