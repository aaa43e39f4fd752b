import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './question.module.css'
import surfaces from '../../../ui/surfaces.module.css'

interface ChipProps {
  /** What is changed here, for a screen reader: "Change the sources". */
  label: string
  /** What it is now: "all sources". */
  value: string
  width?: number
  /** Fetches what the form is made of, where it is not there from the start. */
  load?: () => Promise<void>
  renderForm: (close: () => void) => ReactNode
}

/** A part of the question. Pressed, it can be changed in its place. */
export const Chip = ({ label, value, width = 320, load, renderForm }: ChipProps) => {
  const [isOpen, setOpen] = useState(false)
  const toggle = async () => {
    // Only a form that is there is given the focus.
    if (!isOpen) await load?.()
    setOpen(!isOpen)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={width} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${surfaces.chip} ${classes.chip}`}
          aria-label={`${value}. ${label}`}
          onClick={() => void toggle()}
        >
          <span className={classes.value}>{value}</span>
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label={label}>
        {isOpen && renderForm(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
