import { useEffect, useRef } from 'react'
import classes from '../zeus.module.css'
import textStyles from '../../../ui/text-styles.module.css'

export interface MenuOption {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly choose: () => void
}

interface ComposerMenuProps {
  id: string
  label: string
  options: readonly MenuOption[]
  current: number
}

/** The options for what is being typed. The field retains the focus; arrow keys and Enter work from there. */
export const ComposerMenu = ({ id, label, options, current }: ComposerMenuProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={list} id={id} className={classes.composerMenu} role="listbox" aria-label={label}>
      {options.map(({ key, label: words, hint, choose }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles the keys
        <div
          key={key}
          id={`${id}-${index}`}
          className={classes.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // A press must not take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={choose}
        >
          <span className={textStyles.strong}>{words}</span>
          <span className={`${textStyles.caption} ${textStyles.clip}`}>{hint}</span>
        </div>
      ))}
    </div>
  )
}
