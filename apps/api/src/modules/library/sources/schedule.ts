/** Runs a task after this many milliseconds; the returned function cancels it. */
export type Schedule = (task: () => void, ms: number) => () => void

/** A timer rather than a job: its purpose is known only to this process. It does not keep the process alive. */
export const scheduleOnTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms).unref()
  return () => clearTimeout(timer)
}
