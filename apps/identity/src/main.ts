import { Pool } from 'pg'
import { EnvironmentError, readEnvironment } from './standalone/environment.ts'
import { startStandalone } from './standalone/start.ts'

try {
  const environment = readEnvironment(process.env)
  const pool = new Pool({ connectionString: environment.DATABASE_URL })
  // The pool replaces an idle connection that breaks; without a listener, the event would end the process.
  pool.on('error', (error) => console.error('identity provider:', error))
  const provider = await startStandalone(environment, pool)
  console.log(`Identity provider ${environment.OIDC_ISSUER} listens on port ${provider.port}`)
  const stop = () => provider.stop().then(() => pool.end())
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  // An unhandled rejection leaves nothing half-done. After an uncaught exception the state is unknown, so the process shuts down in order.
  process.on('unhandledRejection', (reason) => console.error('identity provider:', reason))
  process.once('uncaughtException', (error) => {
    console.error('identity provider:', error)
    process.exitCode = 70
    setTimeout(() => process.exit(), 15_000).unref()
    void stop()
  })
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}
