import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** The tasks of a thread: functions of one argument, by name. Arguments and results are copied between threads. */
export type Tasks<Of> = { [Kind in keyof Of]: (input: never) => unknown }

export interface Task<Of extends Tasks<Of>, Kind extends keyof Of> {
  kind: Kind
  input: Parameters<Of[Kind]>[0]
}

/** What a thread is started with. */
export interface ThreadStart {
  /** Nobody waits for its tasks, so the threads that answer people get the cores first. */
  isBackground: boolean
}

/** Messages to and from a thread; a reply carries the number of its request. */
export interface TaskRequest {
  number: number
  kind: string
  input: unknown
}

export type TaskReply =
  | { number: number; answer: unknown }
  | { number: number; error: { name: string; message: string } }

/** Runs the tasks sent to this thread, one after the other. Throws when called outside of a thread. */
export function doTasks<Of extends Tasks<Of>>(tasks: Of): void {
  const port = parentPort
  if (port === null) throw new Error('doTasks runs only in a worker thread')
  if ((workerData as ThreadStart).isBackground) lowerPriority() // createThread passes it
  const reply = (message: TaskReply) => port.postMessage(message)
  const answer = async (before: Promise<void>, { number, kind, input }: TaskRequest) => {
    await before
    try {
      const task = tasks[kind as keyof Of] // the other side's type guarantees it
      reply({ number, answer: await task(input as never) })
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      reply({ number, error: { name, message } })
    }
  }
  let last = Promise.resolve()
  port.on('message', (request: TaskRequest) => {
    last = answer(last, request)
  })
}

/** Only on Linux, where a priority belongs to a thread: elsewhere the whole process would get it. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const { PRIORITY_BELOW_NORMAL: step, PRIORITY_LOW: lowest } = constants.priority
    setPriority(Math.min(lowest, getPriority() + step)) // the process may have been started with a lower one itself
  } catch {
    // a sandbox may forbid it; the tasks then compete with everything else
  }
}
