import { Pool } from 'pg'
import { EnvironmentError, readEnvironment } from './standalone/environment.ts'
import { startStandalone } from './standalone/start.ts'

try {
  const environment = readEnvironment(process.env)
  const pool = new Pool({ connectionString: environment.DATABASE_URL })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', (error) => console.error('identity provider:', error))
  const provider = await startStandalone(environment, pool)
  console.log(`Identity provider ${environment.OIDC_ISSUER} listens on port ${provider.port}`)
  const stop = () => void provider.stop().then(() => pool.end())
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}
