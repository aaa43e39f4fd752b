import { createLogger, nameFolderError, readConfig, type Role } from '@auspex/api'
import { guardProcess } from './guard-process.ts'
import { readRole, roles } from './roles.ts'
import { serve, type Serving } from './serve.ts'

/** Errors that a person can mend: their sentence is enough, a stack trace would hide it. */
const mendableErrors = new Set([
  'ConfigError',
  'PortInUseError',
  'DataFolderInUseError',
  'DatabaseStartError',
  'MigrationError',
  'SealedSecretError',
  'WebBuildError',
])

/** Starts the product from the environment's settings and resolves with the exit code once it has stopped. */
export async function start(args: readonly string[] = []): Promise<number> {
  const role = readRole(args)
  if (role === null) {
    console.error(`auspex start takes --role and one of ${roles.join(', ')}. auspex start --help says what each does.`)
    return 2
  }
  let serving: Serving
  try {
    serving = await open(role)
  } catch (failure) {
    const error = failsInFolder(failure) ? nameFolderError(readConfig().dataDir, failure) : failure
    if (error instanceof Error && mendableErrors.has(error.name))
      console.error(`\nAuspex could not start. ${error.message}`)
    else console.error('\nAuspex could not start.', error)
    return 1
  }
  const crash = await Promise.race([stopOnSignal(serving), serving.crashed])
  if (crash === null) return 0
  console.error(`Auspex stops: ${crash.message}`)
  return 1
}

/** Whether it failed on a file of the data folder, such as one that a full disk cannot take, or on its database. */
function failsInFolder(failure: unknown): failure is Error {
  if (!(failure instanceof Error) || failure.name === 'ConfigError') return false
  return !('path' in failure) || String(failure.path).startsWith(readConfig().dataDir)
}

async function open(role: Role): Promise<Serving> {
  const read = readConfig()
  // The log is for operators; a person who watches the start sees its steps. AUSPEX_LOG_LEVEL=info shows both.
  const config = process.env.AUSPEX_LOG_LEVEL ? read : { ...read, logLevel: 'warn' as const }
  const serving = await serve(config, { role })
  guardProcess({ log: createLogger(config.logLevel), close: serving.close })
  if (serving.firstRunPath !== null) console.log(`  Accounts with generated passwords are in ${serving.firstRunPath}`)
  // to the supervisor, if one started this process
  process.send?.('ready')
  const address = role === 'all' ? config.publicUrl.origin : `port ${config.port} as ${role}`
  console.log(`Auspex is ready at ${address}`)
  return serving
}

/** Later signals are ignored: who is stopping already cannot stop again. */
async function stopOnSignal(serving: Serving): Promise<null> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, resolve)
  })
  if (signal === 'SIGINT') console.log('\nStopping')
  // who pressed Ctrl-C watches, and there is no balancer that has to notice
  await serving.close({ drain: signal === 'SIGTERM' })
  return null
}
