import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'

interface SavedWords {
  readonly personId: string
  /** A unique key in the app for where the text belongs. */
  readonly place: string
  /** The stored text. */
  readonly stored: string
  readonly save: (words: string, base: string) => void
  /** How the server normalizes the typed text, such as trimming it. */
  readonly normalize?: (words: string) => string
}

const asTyped = (words: string) => words

/** The typing pause, in milliseconds, after which the text is saved. */
const pauseMs = 800

/**
 * Text that is saved automatically. It is stored in this browser until the server has it, so that neither a closed tab nor an
 * expired session loses any.
 */
export const useSavedWords = ({ personId, place, stored, save, normalize = asTyped }: SavedWords) => {
  const [draft] = useState(() => readDraft(personId, place))
  const isRestored = draft !== null && draft.text !== stored
  const [words, setWords] = useState(isRestored ? draft.text : stored)
  const base = useRef(isRestored ? draft.base : stored)
  const lastSent = useRef<string | null>(null)
  const send = (text: string) => {
    lastSent.current = normalize(text)
    save(lastSent.current, base.current)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (normalize(words) !== stored) send(words)
  })
  const begin = useEffectEvent(() => {
    if (isRestored) send(words)
  })
  useEffect(() => {
    begin()
    return () => {
      // saves what the person was typing when they left
      if (timer.current !== undefined) flush()
    }
  }, [])

  // The stored text now equals this text, or somebody else changed it while nothing was typed here.
  useEffect(() => {
    const isUntouched = base.current === words
    const isStored = normalize(words) === stored
    if (isStored || isUntouched || lastSent.current === stored) base.current = stored
    if (isStored) dropDraft(personId, place)
    else if (isUntouched) setWords(stored)
  }, [personId, place, stored, words, normalize])

  const write = (next: string) => {
    setWords(next)
    keepDraft(personId, place, { text: next, base: base.current })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      send(next)
    }, pauseMs)
  }
  /** Saves immediately, as when the field loses focus. */
  const settle = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    send(words)
  }
  /** Reverts what was typed. */
  const reset = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(personId, place)
    setWords(stored)
  }
  return { words, write, settle, reset, isRestored }
}
