import type { Role } from '@auspex/api'
import { readConfig } from '@auspex/api/config'
import { nameFolderError } from '@auspex/api/database'
import { createLogger } from '@auspex/api/logger'
import { readRole, roles } from './server-file.ts'
import { serve, type Serving } from './serve.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { answerCurrentFailure, type FailureLog } from '../gateway/guard-answer.ts'

/** "Internal software error" of sysexits, so that whatever restarts servers can distinguish it from a failed start. */
const defectExitCode = 70

/** Longer than the gateway waits for its connections, and the database for its last checkpoint. */
const closeWithinMs = 15_000

/** Errors that a person can fix: their message is enough, and a stack trace would hide it. */
const mendableErrors = new Set([
  'ConfigError',
  'PortInUseError',
  'DataFolderInUseError',
  'DatabaseStartError',
  'MigrationError',
  'SealedSecretError',
  'WebBuildError',
])

/** Starts the product with the environment's settings and resolves with the exit code once it has stopped. */
export async function start(args: readonly string[] = []): Promise<number> {
  const role = readRole(args)
  if (role === null) {
    console.error(`auspex start takes --role and one of ${roles.join(', ')}. auspex start --help says what each does.`)
    return 2
  }
  let serving: Serving
  try {
    serving = await openProduct(role)
  } catch (failure) {
    const error = isFolderFailure(failure) ? nameFolderError(readConfig().dataDir, failure) : failure
    if (error instanceof Error && mendableErrors.has(error.name))
      console.error(`\nAuspex could not start. ${error.message}`)
    else console.error('\nAuspex could not start.', error)
    return 1
  }
  const crash = await Promise.race([stopOnSignal(serving.close), serving.crashed])
  if (crash === null) return 0
  console.error(`Auspex stops: ${crash.message}`)
  return 1
}

/** Whether it failed because of a file in the data folder, such as one that does not fit on a full disk, or because of its database. */
function isFolderFailure(failure: unknown): failure is Error {
  if (!(failure instanceof Error) || failure.name === 'ConfigError') return false
  return !('path' in failure) || String(failure.path).startsWith(readConfig().dataDir)
}

async function openProduct(role: Role): Promise<Serving> {
  const settings = readConfig()
  // The log is for operators; a person who watches the start sees its steps. AUSPEX_LOG_LEVEL=info shows both.
  const config = process.env.AUSPEX_LOG_LEVEL ? settings : { ...settings, logLevel: 'warn' as const }
  const serving = await serve(config, { role })
  guardProcess({ log: createLogger(config.logLevel), close: serving.close })
  if (serving.firstRunPath !== null) console.log(`  Accounts with generated passwords are in ${serving.firstRunPath}`)
  // notifies the supervisor, if one started this process
  process.send?.('ready')
  const address = role === 'all' ? config.publicUrl.origin : `port ${config.port} as ${role}`
  console.log(`Auspex is ready at ${address}`)
  return serving
}

/** Later signals are ignored, because the server is already stopping. The last line says why, since a log without one looks like that of a crash. */
export async function stopOnSignal(
  close: Serving['close'],
  signals: Pick<NodeJS.EventEmitter, 'on'> = process,
): Promise<null> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) signals.on(name, resolve)
  })
  if (signal === 'SIGINT') console.log('\nStopping')
  // after Ctrl-C a person is waiting, and no balancer has to notice
  await close({ drain: signal === 'SIGTERM' })
  console.error(`Stopped (${signal}).`)
  return null
}

/**
 * Handles failures that nothing caught. An unhandled rejection is treated like a handled one: its request gets 500 and the server
 * continues. After an uncaught exception the state is unknown, because it left its stack half-way: its request gets 500, the others
 * finish, and the process exits for its supervisor to restart it (docs/decisions/processes.md).
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
