/** Usage: npm start. Starts Auspex on one port: web app, API, identity provider and database. */
import { createLogger, readConfig } from '@auspex/api'
import { guardProcess } from './guard-process.ts'
import { serve } from './serve.ts'

/** Errors that a person can mend: their sentence is enough, a stack trace would hide it. */
const expected = new Set([
  'ConfigError',
  'PortInUseError',
  'DataFolderInUseError',
  'DatabaseStartError',
  'MigrationError',
  'WebBuildError',
])

const fail = (error: unknown): never => {
  if (error instanceof Error && expected.has(error.name)) console.error(`\nAuspex could not start. ${error.message}`)
  else console.error('\nAuspex could not start.', error)
  process.exit(1)
}

try {
  const read = readConfig()
  // The log is for operators; a person who watches the start sees its steps. AUSPEX_LOG_LEVEL=info shows both.
  const config = process.env.AUSPEX_LOG_LEVEL ? read : { ...read, logLevel: 'warn' as const }
  const serving = await serve(config)
  guardProcess({ log: createLogger(config.logLevel), close: serving.close })
  if (serving.firstRunPath !== null) console.log(`  Accounts with generated passwords are in ${serving.firstRunPath}`)
  // to the supervisor of npm start, if that started it
  process.send?.('ready')
  console.log(`Auspex is ready at ${config.publicUrl.origin}`)

  let stopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return
    stopping = true
    if (signal === 'SIGINT') console.log('\nStopping')
    await serving.close()
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
  void serving.crashed.then((error) => {
    console.error(`Auspex stops: ${error.message}`)
    process.exit(1)
  })
} catch (error) {
  fail(error)
}
