import { createApi, createLogger, openDatabase, readConfig } from './index.ts'

const config = readConfig()
const log = createLogger(config.logLevel)
const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
const api = await createApi({ config, database, logger: log })
const stop = async () => {
  await api.close()
  await database.close()
}
process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop())
await api.app.listen({ host: config.host, port: config.port })
