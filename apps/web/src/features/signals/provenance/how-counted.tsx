import { ActionIcon, Popover } from '@mantine/core'
import { IconZoomQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useFigureSignal } from '../figure/figure-signal.ts'
import { useScope } from '../scope/scope.ts'
import { NumberOrigin } from './number-origin.tsx'
import classes from '../sections.module.css'
import surfaces from '../../../ui/surfaces.module.css'

interface HowCountedProps {
  /** A JSON pointer to the number in the report. */
  pointer: string
  /** The accessible name of the explained number: "the number of documents". */
  name: string
}

/** Opens the provenance of a number: formula, interval, query, documents and source runs. Fetched only when it is opened. */
export const HowCounted = ({ pointer, name }: HowCountedProps) => {
  const params = useParams({ strict: false })
  const figureSignal = useFigureSignal()
  const signalId = useScope()?.signalId ?? figureSignal ?? params.signalId ?? ''
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // the content is larger than its skeleton, and may fit only on the other side
      preventPositionChangeWhenVisible={false}
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size="sm"
          className={classes.button}
          aria-label={`Explain ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <IconZoomQuestion size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label={`Explain ${name}`}>
        {/* Holds the focus while the content loads: nothing in it can be focused yet. */}
        <div className={classes.body} tabIndex={-1} data-autofocus>
          {isOpen && <NumberOrigin signalId={signalId} pointer={pointer} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
