/**
 * What is measured inside of a page: functions that the browser runs, so each stands alone. A mark that a person must see counts
 * once it is painted and the page could answer a press.
 */
export interface Observed {
  /** Lengths in ms and ends of the tasks that held the page for more than 50 ms. */
  tasks: { duration: number; end: number }[]
  clickedAt: number
  paintedAt: number
  frames: number[]
}

declare global {
  interface Window {
    observed: Observed
  }
}

/** Keeps long tasks from the first script on, and when what matches `mark` is painted after a click. */
export function observePage(mark: string): void {
  const observed: Observed = { tasks: [], clickedAt: 0, paintedAt: 0, frames: [] }
  window.observed = observed
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      observed.tasks.push({ duration, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  const look = (): void => {
    if (document.querySelector(mark) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (observed.paintedAt = performance.now())))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { subtree: true, childList: true })
  document.addEventListener(
    'click',
    (event) => {
      observed.clickedAt = event.timeStamp
      observed.tasks.length = 0
    },
    { capture: true, once: true },
  )
}

/** Keeps how long each frame takes until it is called off by `endFrames`. */
export function beginFrames(): void {
  const { observed } = window
  observed.frames = []
  let before: number | null = null
  const next = (at: number): void => {
    if (before !== null) observed.frames.push(at - before)
    before = at
    if (observed.frames.length < 10_000) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
