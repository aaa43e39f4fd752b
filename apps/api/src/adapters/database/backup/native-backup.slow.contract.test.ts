import { randomUUID } from 'node:crypto'
import { silentLog } from '../../../testing/test-database.ts'
import { openNative } from '../open-native.ts'
import { describeOnPostgres } from '../testing/describe-on-postgres.ts'
import { backupContract } from './backup.contract.ts'

await describeOnPostgres('a backup of a native PostgreSQL', (open, databaseUrl) => {
  backupContract(async () => {
    const server = await open()
    const name = `restored_${randomUUID().replaceAll('-', '')}`
    await server.pool.query(`create database ${name}`)
    await server.close()
    return openNative(databaseUrl.replace('/postgres?', `/${name}?`), silentLog)
  })
})
