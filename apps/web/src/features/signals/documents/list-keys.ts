import type { KeyboardEvent } from 'react'

/** What the keys of a list do. */
export interface ListActions {
  move: (by: 1 | -1) => void
  read: () => void
  /** Closes the reading pane, or the panel when nothing is read. */
  close: () => void
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null

/**
 * j and k go from row to row, o reads, Enter on a row opens its publisher's page, Escape closes. They work while the focus is
 * in the panel and nobody types, so nobody who speaks to the computer meets them by chance (WCAG 2.1.4).
 */
export const handleListKey = (event: KeyboardEvent<HTMLElement>, { move, read, close }: ListActions): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    event.preventDefault()
    close()
    return
  }
  if (isField(event.target)) return
  if (event.key === 'Enter') {
    if (event.target instanceof HTMLElement && event.target.matches('article'))
      event.target.querySelector<HTMLAnchorElement>('a[target="_blank"]')?.click()
    return
  }
  const actions: Partial<Record<string, () => void>> = { j: () => move(1), k: () => move(-1), o: read }
  const act = actions[event.key]
  if (!act) return
  event.preventDefault()
  act()
}
