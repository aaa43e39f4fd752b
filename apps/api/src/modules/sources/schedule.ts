/** Does something after so many milliseconds; the function that it gives takes that back. */
export type Schedule = (task: () => void, ms: number) => () => void

/** Not a job: what it is for is known to one process alone. A process that has nothing else to do ends without it. */
export const scheduleOnTimer: Schedule = (task, ms) => {
  const timer = setTimeout(task, ms).unref()
  return () => clearTimeout(timer)
}
