import { Tooltip } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

interface LateTooltipProps {
  /** What is said on pointing and on focus. */
  label: string
  className: string
  children: ReactNode
}

/** Words that explain themselves. Of hundreds in a table only the one that is pointed at has a tooltip, which costs more than its row. */
export const LateTooltip = ({ label, className, children }: LateTooltipProps) => {
  const words = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  const hide = () => setShown(false)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only shows what its description says */}
      <span
        ref={words}
        className={className}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is said on focus too
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
