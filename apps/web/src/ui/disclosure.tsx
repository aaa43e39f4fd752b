import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Button } from '@mantine/core'

interface ChevronProps {
  isOpen: boolean
  /** Points sideways while closed, as before a row; otherwise down, as after words. */
  side?: boolean
  size?: number
}

/** Rotates when the element beside it opens. */
export const Chevron = ({ isOpen, side = false, size = 16 }: ChevronProps) => {
  const Icon = side ? IconChevronRight : IconChevronDown
  return (
    <Icon
      style={{ transform: isOpen ? `rotate(${side ? 90 : 180}deg)` : undefined, transition: 'transform 120ms' }}
      size={size}
      stroke={1.8}
      aria-hidden
    />
  )
}

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
