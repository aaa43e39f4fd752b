import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { undoMs } from '../../lib/api/delayed-changes.tsx'
import type { NoticeAction, Tell } from '../../lib/dialogs/notices.tsx'
import classes from './shell.module.css'

/** How long a notice is shown, in milliseconds; one with actions stays for `undoMs`. */
const shownForMs = 6000
/** More than one, so that a badge notice does not displace the undo of the action that earned it. */
const maxNotices = 3

interface NoticeText {
  readonly text: string
  readonly actions: readonly NoticeAction[]
  /** Distinguishes a notice from an earlier one with the same text. */
  readonly number: number
}

/** Messages about completed actions that disappear by themselves, newest last. */
export const useNotices = () => {
  const [notices, setNotices] = useState<readonly NoticeText[]>([])
  const tell = useCallback<Tell>(
    (text, actions = []) =>
      setNotices((before) => [
        ...before.slice(1 - maxNotices),
        { text, actions, number: (before.at(-1)?.number ?? 0) + 1 },
      ]),
    [],
  )
  const close = useCallback(
    (number: number) => setNotices((before) => before.filter((notice) => notice.number !== number)),
    [],
  )
  return { notices, tell, close }
}

interface NoticesProps {
  notices: readonly NoticeText[]
  onClose: (number: number) => void
}

export const Notices = ({ notices, onClose }: NoticesProps) => (
  <div className={classes.notices} aria-live="polite">
    {notices.map((notice) => (
      <Notice key={notice.number} notice={notice} onClose={onClose} />
    ))}
  </div>
)

const Notice = ({
  notice: { text, actions, number },
  onClose,
}: { notice: NoticeText } & { readonly onClose: NoticesProps['onClose'] }) => {
  const lastsMs = actions.length > 0 ? undoMs : shownForMs
  useEffect(() => {
    const timer = setTimeout(() => onClose(number), lastsMs)
    return () => clearTimeout(timer)
  }, [number, lastsMs, onClose])
  return (
    <div className={classes.notice}>
      <span>{text}</span>
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          variant="transparent"
          size="compact-sm"
          className={classes.action}
          onClick={() => {
            onClose(number)
            run()
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** The action of the Z key: runs the undo of the newest notice. */
export const pressUndo = (notices: readonly NoticeText[], close: (number: number) => void): void => {
  for (const { actions, number } of notices.toReversed()) {
    const undo = actions.find(({ label }) => label === 'Undo')
    if (!undo) continue
    close(number)
    undo.run()
    return
  }
}
