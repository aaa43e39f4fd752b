/**
 * What is measured inside of a page: functions that the browser runs, so each stands alone. A mark that a person must see counts
 * once it is painted and the page could answer a press.
 */
export interface PageTimings {
  /** Lengths in ms and ends of the tasks that held the page for more than 50 ms. */
  tasks: { duration: number; end: number }[]
  clickedAt: number
  paintedAt: number
  frames: number[]
}

declare global {
  interface Window {
    timings: PageTimings
  }
}

/** Keeps long tasks from the first script on, and when what matches `mark` is painted after a click. */
export function observePage(mark: string): void {
  const timings: PageTimings = { tasks: [], clickedAt: 0, paintedAt: 0, frames: [] }
  window.timings = timings
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) timings.tasks.push({ duration, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  const look = (): void => {
    if (document.querySelector(mark) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (timings.paintedAt = performance.now())))
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { subtree: true, childList: true })
  document.addEventListener(
    'click',
    (event) => {
      timings.clickedAt = event.timeStamp
      timings.tasks.length = 0
    },
    { capture: true, once: true },
  )
}

/** Keeps how long each frame takes until it is called off by `endFrames`. */
export function beginFrames(): void {
  const { timings } = window
  timings.frames = []
  let before: number | null = null
  const next = (at: number): void => {
    if (before !== null) timings.frames.push(at - before)
    before = at
    if (timings.frames.length < 10_000) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
