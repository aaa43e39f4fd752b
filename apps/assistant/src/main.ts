import { ConfigError, readConfig } from '@auspex/api'
import { startAssistant } from './start.ts'

try {
  const config = readConfig()
  const assistant = await startAssistant(config)
  console.log(`The assistant listens on port ${config.port}`)
  const stop = () => void assistant.close()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  // An unhandled rejection leaves nothing half-done. After an uncaught exception the state is unknown, so the process shuts down in order.
  process.on('unhandledRejection', (reason) => console.error('assistant:', reason))
  process.once('uncaughtException', (error) => {
    console.error('assistant:', error)
    process.exitCode = 70
    setTimeout(() => process.exit(), 15_000).unref()
    stop()
  })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
