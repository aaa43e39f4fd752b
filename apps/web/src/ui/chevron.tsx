import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import classes from './chevron.module.css'

interface ChevronProps {
  isOpen: boolean
  /** Points to the side while closed, as before a row; below otherwise, as behind words. */
  side?: boolean
  size?: number
}

/** Turns when what it stands beside opens. */
export const Chevron = ({ isOpen, side = false, size = 16 }: ChevronProps) => {
  const Icon = side ? IconChevronRight : IconChevronDown
  return (
    <Icon
      className={classes.chevron}
      size={size}
      stroke={1.8}
      data-open={isOpen}
      data-side={side || undefined}
      aria-hidden
    />
  )
}
