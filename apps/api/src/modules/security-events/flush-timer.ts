import type { Logger } from '../../kernel/logger.ts'
import type { Recorder } from './recorder.ts'

const flushMs = 1_000

/** Stores what waits in this process once a second. Not a job: what it stores is in the memory of one process. */
export function createFlushTimer({ recorder, log }: { recorder: Pick<Recorder, 'flush'>; log: Pick<Logger, 'error'> }) {
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  async function flush(): Promise<void> {
    try {
      await recorder.flush()
      isFailing = false
    } catch (error) {
      // once, not once a second: what waits is stored when the database answers again
      if (!isFailing) log.error({ err: error }, 'security events wait: the database does not take them')
      isFailing = true
    }
  }

  return {
    start(): void {
      timer ??= setInterval(() => void flush(), flushMs).unref()
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}
