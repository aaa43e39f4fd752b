/** As long as a page may take to show what is waited for, in milliseconds. */
const patienceMs = 20_000

/**
 * Focuses the first element of the selector, now or once the page shows it. Whoever presses, clicks or moves the
 * focus meanwhile keeps it. Returns a function that ends the wait.
 */
export const focusWhenShown = (selector: string): (() => void) => {
  let frame: number | null = null
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    if (frame !== null) cancelAnimationFrame(frame)
    document.removeEventListener('focusin', stop)
    document.removeEventListener('pointerdown', stop)
  }
  const look = () => {
    if (frame !== null || !document.querySelector(selector)) return
    // With the next frame: the focus makes the browser lay out the page, which has only just been drawn.
    frame = requestAnimationFrame(take)
  }
  const take = () => {
    frame = null
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return
    stop()
    // A heading takes the focus from here alone, never by Tab.
    if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, patienceMs)
  document.addEventListener('focusin', stop)
  document.addEventListener('pointerdown', stop)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}
