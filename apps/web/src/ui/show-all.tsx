import { Button } from '@mantine/core'

interface ShowAllProps {
  isAll: boolean
  /** How many there are, as it is written. */
  total: string
  onChange: (isAll: boolean) => void
}

/** Opens the rest of a list that begins short, and closes it again. */
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
