import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { Task, TaskReply, TaskRequest, Tasks, ThreadStart } from './thread-tasks.ts'

/** A thread that runs tasks one after the other, in the order of the calls. */
export interface Thread<Of extends Tasks<Of>> {
  /** Resolves with the task's result; rejects with the name and message of its error. */
  ask<Kind extends keyof Of & string>(task: Task<Of, Kind>): Promise<Awaited<ReturnType<Of[Kind]>>>
  /** Tasks without a reply yet. */
  readonly waiting: number
  close(): Promise<void>
}

export interface ThreadOptions extends Pick<WorkerOptions, 'name' | 'resourceLimits'> {
  /** Milliseconds without a task after which the thread ends to free its memory; the next task starts a new one. */
  idleMs: number
  /** Whether the threads that answer people get the cores before this one. */
  isBackground?: boolean
}

/** A thread that starts with its first task, and keeps the process alive only while it has one. */
export function createThread<Of extends Tasks<Of>>(
  script: URL,
  { idleMs, isBackground = false, ...options }: ThreadOptions,
): Thread<Of> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastNumber = 0
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()

  const fail = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const close = async () => {
    clearTimeout(idle)
    const ending = worker
    fail(new Error(`The thread "${options.name}" was closed`))
    await ending?.terminate()
  }
  const start = () => {
    const started = new Worker(script, { ...options, workerData: { isBackground } satisfies ThreadStart })
    started.on('error', (error) => worker === started && fail(error))
    started.on('exit', () => worker === started && fail(new Error(`The thread "${options.name}" ended`)))
    started.on('message', (reply: TaskReply) => {
      const pending = waiting.get(reply.number)
      waiting.delete(reply.number)
      if (waiting.size === 0) {
        started.unref()
        idle = setTimeout(() => void close(), idleMs).unref()
      }
      if ('error' in reply) pending?.reject(Object.assign(new Error(reply.error.message), { name: reply.error.name }))
      else pending?.resolve(reply.answer as never) // the type of the result follows from the kind of task
    })
    return started
  }
  return {
    ask: ({ kind, input }) => {
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const number = ++lastNumber
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ number, kind, input } satisfies TaskRequest)
      return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
    },
    get waiting() {
      return waiting.size
    },
    close,
  }
}
