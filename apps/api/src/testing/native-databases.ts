import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Database, DatabaseLog } from '../adapters/database/database.port.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { openNative } from '../adapters/database/open-native.ts'
import { startLocalPostgres } from '../adapters/database/testing/local-postgres.ts'
import { BossJobs } from '../adapters/jobs/pg-boss/boss-jobs.ts'
import { runForTenant, strangers } from '../kernel/work.ts'

/** Set by Vitest's global setup for its workers: the server's address, and the database that theirs are copied from. */
const serverVariable = 'AUSPEX_TEST_SERVER'
const templateVariable = 'AUSPEX_TEST_TEMPLATE'
/** Each worker opens 15 connections for an API, and up to three APIs for a file. */
const maxConnections = 300
const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Vitest's global setup. With AUSPEX_TEST_ENGINE=native one PostgreSQL server serves all files of a run: a server of its own cost each file two
 * seconds. Files stay apart because each has a database of its own, copied from a migrated template. `TEST_DATABASE_URL` may name a server whose login
 * may create databases; only databases of this run are dropped there.
 */
export default async function startServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['AUSPEX_TEST_ENGINE'] !== 'native') return undefined
  const server = await startLocalPostgres({ maxConnections })
  if (typeof server === 'string') throw new Error(server)
  const template = uniqueName()
  const stop = async () => {
    await execute(server.databaseUrl, `drop database if exists ${template}`)
    await server.stop()
  }
  try {
    await makeTemplate(server.databaseUrl, template)
  } catch (error) {
    await stop()
    throw error
  }
  process.env[serverVariable] = server.databaseUrl
  process.env[templateVariable] = template
  return stop
}

async function makeTemplate(server: string, name: string): Promise<void> {
  await execute(server, `create database ${name}`)
  const database = await openDatabase({ databaseUrl: addressOf(server, name), log: silentLog })
  try {
    await createOnFirstUse(database)
  } finally {
    await database.close()
  }
}

/** A migrated database on the run's server, dropped when it is closed. */
export async function openNativeForTest(): Promise<Database> {
  const server = process.env[serverVariable]
  const template = process.env[templateVariable]
  if (server === undefined || template === undefined)
    throw new Error(`${serverVariable} is not set: the global setup of apps/api did not run`)
  const name = uniqueName()
  await execute(server, `create database ${name} template ${template}`)
  const database = openNative(addressOf(server, name), silentLog)
  return {
    ...database,
    close: async () => {
      await database.close()
      await execute(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Letters and digits alone, so that statements need not quote it. */
function uniqueName(): string {
  return `auspex_${randomUUID().replaceAll('-', '')}`
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function addressOf(server: string, database: string): string {
  const [address = '', parameters] = server.split('?', 2)
  const renamed = address.replace(/\/[^/]*$/, `/${database}`)
  return parameters === undefined ? renamed : `${renamed}?${parameters}`
}

/** Creates in a template what the server creates on first use, which would cost each test file a second: the queue, and the role of tenants. */
export async function createOnFirstUse(database: Database): Promise<void> {
  const jobs = new BossJobs({ database, log: silentLog })
  await jobs.overview()
  await jobs.stop()
  await runForTenant(strangers, () => database.pool.query('select 1'))
}
