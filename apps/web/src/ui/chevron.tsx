import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'

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
