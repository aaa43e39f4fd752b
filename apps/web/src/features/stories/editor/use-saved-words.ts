import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'

interface SavedWords {
  readonly personId: string
  /** Where the words belong, unlike any other place of the app. */
  readonly place: string
  /** What is stored. */
  readonly stored: string
  readonly save: (words: string, base: string) => void
  /** What is stored of what was typed, such as without the blanks around it. */
  readonly normalize?: (words: string) => string
}

const asTyped = (words: string) => words

/** A pause in the typing after which the words are saved, in milliseconds. */
const pauseMs = 800

/**
 * Words that save themselves. They are kept in this browser until they are stored, so that neither a closed tab nor an expired
 * session loses any.
 */
export const useSavedWords = ({ personId, place, stored, save, normalize = asTyped }: SavedWords) => {
  const [draft] = useState(() => readDraft(personId, place))
  const isRestored = draft !== null && draft.text !== stored
  const [words, setWords] = useState(isRestored ? draft.text : stored)
  const base = useRef(isRestored ? draft.base : stored)
  const sent = useRef<string | null>(null)
  const send = (text: string) => {
    sent.current = normalize(text)
    save(sent.current, base.current)
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
      // what a person was typing when they left
      if (timer.current !== undefined) flush()
    }
  }, [])

  // What is stored has become these words, or somebody else's while nothing was typed here.
  useEffect(() => {
    const isUntouched = base.current === words
    const isStored = normalize(words) === stored
    if (isStored || isUntouched || sent.current === stored) base.current = stored
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
  /** Saves at once, as when the field is left. */
  const settle = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    send(words)
  }
  /** Takes back what was typed. */
  const reset = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    dropDraft(personId, place)
    setWords(stored)
  }
  return { words, write, settle, reset, isRestored }
}
