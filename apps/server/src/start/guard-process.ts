import { setTimeout as delay } from 'node:timers/promises'
import { answerCurrentFailure, type FailureLog } from '../gateway/guard-answer.ts'

/** "Internal software error" of sysexits: whoever restarts servers can tell it from a start that failed. */
const defectExitCode = 70

/** Longer than the gateway waits for its connections, and the database for its last checkpoint. */
const closeWithinMs = 15_000

/**
 * The last resort for failures that nothing caught. A promise that failed unheard ends like one that was heard: its request gets
 * 500 and the server goes on. An exception that left its stack half-way is another matter, since nobody knows what it left
 * behind: its request gets 500, the others finish, and the process ends for its supervisor to start it again (decision 0084).
 */
export function guardProcess({ log, close }: { log: FailureLog; close: () => Promise<void> }): void {
  let ending = false
  const end = async (): Promise<void> => {
    try {
      await Promise.race([close(), delay(closeWithinMs)])
    } catch (error) {
      log.error({ err: error }, 'the server could not close')
    }
    process.exit(defectExitCode)
  }
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'a promise failed and nothing heard it')
    answerCurrentFailure()
  })
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an exception was not caught, the server ends')
    answerCurrentFailure()
    if (ending) return
    ending = true
    void end()
  })
}
