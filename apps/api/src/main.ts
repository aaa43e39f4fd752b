import { createApi, createLogger, openDatabase, readConfig } from './index.ts'

const config = readConfig()
const log = createLogger(config.logLevel)
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
const api = await createApi({ config, database, logger: log })

async function stop() {
  await api.close()
  await database.close()
}

process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop())
await api.app.listen({ host: config.host, port: config.port })
// From here on, for what fails before should end the start. A promise that failed unheard leaves nothing half-done; after an
// exception nobody knows, so the process ends in order.
process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a promise failed and nothing heard it'))
process.once('uncaughtException', (error) => {
  log.fatal({ err: error }, 'an exception was not caught, the server ends')
  process.exitCode = 70
  setTimeout(() => process.exit(), 15_000).unref()
  void stop()
})
