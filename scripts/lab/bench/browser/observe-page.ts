/**
 * Measurements inside a page: the browser runs these functions, so each must be self-contained. An element counts as visible once it is
 * painted and the page could react to a click.
 */
export interface PageTimings {
  /** Durations and end times, in ms, of the tasks that blocked the page for more than 50 ms. */
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

/** Records long tasks from the first script on, and when an element matching `mark` is painted after a click. */
export function observePage(mark: string): void {
  const timings: PageTimings = { tasks: [], clickedAt: 0, paintedAt: 0, frames: [] }
  window.timings = timings
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) timings.tasks.push({ duration, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  const checkMark = (): void => {
    if (document.querySelector(mark) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (timings.paintedAt = performance.now())))
  }
  const watch = new MutationObserver(checkMark)
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

/** Records the duration of each frame until `endFrames` is called. */
export function beginFrames(): void {
  const { timings } = window
  timings.frames = []
  let previousTime: number | null = null
  const next = (at: number): void => {
    if (previousTime !== null) timings.frames.push(at - previousTime)
    previousTime = at
    if (timings.frames.length < 10_000) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
