import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { Flex, type FlexProps } from '@mantine/core'

/** Which arrow keys move: along a row, down a column, or both where the entries wrap. */
type Direction = 'row' | 'column' | 'both'

const forward: Record<Direction, readonly string[]> = {
  row: ['ArrowRight'],
  column: ['ArrowDown'],
  both: ['ArrowRight', 'ArrowDown'],
}
const back: Record<Direction, readonly string[]> = {
  row: ['ArrowLeft'],
  column: ['ArrowUp'],
  both: ['ArrowLeft', 'ArrowUp'],
}

/** The focusable elements of a list, in page order. */
const reachable = 'a[href], button:not(:disabled)'

interface RovingFocus {
  readonly ref: (list: HTMLElement | null) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Makes the links and buttons of a list one tab stop, with arrow keys, Home and End inside. The stop is the element that had
 * the focus last. A button that belongs to an entry, such as "show more of it", is `data-beside`: it is its own stop, but only
 * while its entry is the stop of the list. Content that an entry has opened is `data-apart` and is not managed.
 */
export const useRovingFocus = (direction: Direction = 'column'): RovingFocus => {
  const listRef = useRef<HTMLElement | null>(null)
  const last = useRef<HTMLElement | null>(null)
  const ref = useCallback((list: HTMLElement | null) => {
    listRef.current = list
  }, [])

  // After every render: entries come and go, and each new one would otherwise be a tab stop.
  useEffect(() => {
    const list = listRef.current
    if (!list) return undefined
    const settle = () => {
      const entries = entriesOf(list)
      const stop = entries.find((entry) => entry === last.current) ?? entries[0]
      for (const entry of entries) setStop(entry, entry === stop)
      for (const beside of list.querySelectorAll<HTMLElement>('[data-beside]'))
        setStop(beside, stop !== undefined && beside.parentElement?.contains(stop) === true)
    }
    const remember = ({ target }: FocusEvent) => {
      const entry = entriesOf(list).find((candidate) => candidate === target)
      if (!entry) return
      last.current = entry
      settle()
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(list, { childList: true, subtree: true })
    list.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      list.removeEventListener('focusin', remember)
    }
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const list = listRef.current
    if (!list || event.ctrlKey || event.metaKey || event.altKey) return
    const entries = entriesOf(list)
    const at = entries.findIndex((entry) => entry === event.target)
    if (at === -1) return
    const next = nextEntry(event.key, { at, last: entries.length - 1, direction })
    if (next === null) return
    event.preventDefault()
    entries[next]?.focus()
  }

  return { ref, onKeyDown }
}

interface RovingPosition {
  readonly at: number
  readonly last: number
  readonly direction: keyof typeof forward
}

/** The index of the entry that a key goes to; null for other keys. */
const nextEntry = (key: string, { at, last, direction }: RovingPosition): number | null => {
  if (forward[direction].includes(key)) return Math.min(last, at + 1)
  if (back[direction].includes(key)) return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

const entriesOf = (list: HTMLElement): readonly HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(reachable)].filter((entry) => !entry.closest('[data-beside], [data-apart]'))

const setStop = (element: HTMLElement, isStop: boolean): void => {
  const value = isStop ? 0 : -1
  if (element.tabIndex !== value || !element.hasAttribute('tabindex')) element.tabIndex = value
}

interface RovingListProps extends Pick<FlexProps, 'children' | 'gap' | 'justify' | 'mb' | 'mx'> {
  component?: 'ul' | 'ol'
  /** The entries wrap, so all four arrow keys move. */
  wraps?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** A list of links or buttons that is a single tab stop, whatever its length. */
export const RovingList = ({ component = 'ul', wraps = false, ...props }: RovingListProps) => {
  const roving = useRovingFocus(wraps ? 'both' : 'column')
  const layout = wraps ? ({ direction: 'row', wrap: 'wrap' } as const) : ({ direction: 'column' } as const)
  return component === 'ol' ? (
    <Flex component="ol" {...layout} {...roving} {...props} />
  ) : (
    <Flex component="ul" {...layout} {...roving} {...props} />
  )
}
