/** How long a page may take to show the element, in milliseconds. */
const patienceMs = 20_000

/**
 * Focuses the first element that matches the selector, now or once it appears. Any press, click or focus change before that
 * cancels it. Returns a function that stops waiting.
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
  const check = () => {
    if (frame !== null || !document.querySelector(selector)) return
    // In the next frame: focusing forces a layout of the page, which has only just been rendered.
    frame = requestAnimationFrame(take)
  }
  const take = () => {
    frame = null
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return
    stop()
    // A heading is focusable only from here, never by Tab.
    if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(check)
  const timer = setTimeout(stop, patienceMs)
  document.addEventListener('focusin', stop)
  document.addEventListener('pointerdown', stop)
  observer.observe(document.body, { childList: true, subtree: true })
  check()
  return stop
}
