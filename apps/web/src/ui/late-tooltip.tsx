import { Tooltip } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

interface LateTooltipProps {
  /** Shown on hover and focus. */
  label: string
  className: string
  children: ReactNode
}

/** Text with an explanation. Only the hovered one of hundreds in a table has a tooltip, because a tooltip costs more than its row. */
export const LateTooltip = ({ label, className, children }: LateTooltipProps) => {
  const words = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  const hide = () => setShown(false)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only shows its own description */}
      <span
        ref={words}
        className={className}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- announced on focus too
        tabIndex={0}
        aria-description={label}
        onPointerEnter={() => setShown(true)}
        onPointerLeave={hide}
        onFocus={() => setShown(true)}
        onBlur={hide}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        {children}
      </span>
      {isShown && <Tooltip target={words} label={label} multiline maw={280} opened />}
    </>
  )
}
