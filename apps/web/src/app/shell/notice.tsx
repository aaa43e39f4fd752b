import { useCallback, useEffect, useState } from 'react'
import classes from './notice.module.css'

/** A notice is shown for this long, in milliseconds. */
const shownForMs = 6000

interface NoticeText {
  readonly text: string
  /** Tells a notice from one with the same words before it. */
  readonly number: number
}

/** What a command did, in a sentence that goes by itself. */
export const useNotice = () => {
  const [notice, setNotice] = useState<NoticeText | null>(null)
  useEffect(() => {
    if (notice === null) return undefined
    const timer = setTimeout(() => setNotice(null), shownForMs)
    return () => clearTimeout(timer)
  }, [notice])
  const tell = useCallback((text: string) => setNotice((before) => ({ text, number: (before?.number ?? 0) + 1 })), [])
  return { notice, tell }
}

export const Notice = ({ notice }: { notice: NoticeText | null }) => (
  <div className={classes.notice} aria-live="polite">
    {notice && <span key={notice.number}>{notice.text}</span>}
  </div>
)
