import { type Config, createApi, createLogger, createSecurityLog, openDatabase } from '@auspex/api'
import { ensureOwnHost } from './settings.ts'

export interface Assistant {
  /** Ends the answers in progress, stores their text so far, and closes everything. */
  close(): Promise<void>
}

/** Serves only the assistant's part of the contract. Throws a `ConfigError` for a missing setting. */
export async function startAssistant(config: Config): Promise<Assistant> {
  ensureOwnHost(config)
  const log = createLogger(config.logLevel)
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  const securityLog = createSecurityLog({ database, log })
  securityLog.start()
  // imports, searches and schedules run in the API: a second process would run them twice
  const api = await createApi({
    config,
    database,
    logger: log,
    securityLog,
    services: ['assistant'],
    background: false,
  })
  await api.app.listen({ host: config.host, port: config.port })
  return {
    async close() {
      await api.close()
      await securityLog.close()
      await database.close()
    },
  }
}
