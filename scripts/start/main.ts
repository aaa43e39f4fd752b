/** Usage: npm start. Starts Auspex on one port: web app, API, identity provider and database. */
import { readConfig } from '@auspex/api'
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
  const config = readConfig()
  // The log is for operators; a person who watches the start sees its steps. AUSPEX_LOG_LEVEL=info shows both.
  const serving = await serve(process.env.AUSPEX_LOG_LEVEL ? config : { ...config, logLevel: 'warn' })
  if (serving.firstRunPath !== null) console.log(`  Accounts with generated passwords are in ${serving.firstRunPath}`)
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
