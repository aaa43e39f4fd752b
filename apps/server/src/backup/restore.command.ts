import { createReadStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createLogger, nameFolderError, openUnmigrated, readConfig, removeEmbedded, restoreBackup } from '@auspex/api'
import { prepareIdentityTables } from '@auspex/identity'
import { placeFirstRun, releaseFirstRun, reserveFirstRun } from '../first-run/first-run.ts'
import { createProgressLine } from '../program/run-program.ts'

const number = new Intl.NumberFormat('en')
const steps = { checking: 'Checking', loading: 'Loading', comparing: 'Comparing' }

/** Loads a backup into the empty library that the settings select. */
export async function restore([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || rest.length > 0) return refuse('Usage: npm run restore -- FILE')
  const path = resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), name)
  if (!existsSync(path)) return refuse(`There is no file ${path}.`)
  const config = readConfig()
  const line = createProgressLine()
  const isNew = config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database'))
  let isRestored = false
  let database: Awaited<ReturnType<typeof openUnmigrated>> | null = null
  try {
    const openedDatabase = await openUnmigrated({ ...config, log: createLogger('warn') })
    database = openedDatabase
    const { header, tables } = await restoreBackup(openedDatabase, {
      open: () => pipeline(createReadStream(path), createGunzip(), () => undefined),
      prepare: async ({ files }) => {
        await prepareIdentityTables(openedDatabase.pool)
        const text = files['first-run.json']
        if (text === undefined) return
        await mkdir(config.dataDir, { recursive: true })
        reserveFirstRun(config.dataDir, Buffer.byteLength(text))
      },
      onProgress: ({ step, table, rows }) => line.show(`${steps[step]}: ${number.format(rows)} rows, ${table}`),
    })
    const firstRun = header.files['first-run.json']
    isRestored = true
    if (firstRun !== undefined) placeFirstRun(config.dataDir, firstRun)
    line.clear()
    const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${number.format(rows)} rows of ${tables.size} tables as of ${header.createdAt}; every table is what the backup holds.`,
    )
    return 0
  } catch (error) {
    line.clear()
    const named = nameFolderError(config.dataDir, error)
    const reason = named instanceof Error ? named.message : String(named)
    if (!isRestored) releaseFirstRun(config.dataDir)
    console.error(
      isRestored ? `Everything is restored but the file first-run.json: ${reason}` : `Nothing was restored: ${reason}`,
    )
    return 1
  } finally {
    await database?.close()
    // otherwise the next attempt would mistake the created tables for a library; what could not be opened may be another process's
    if (isNew && database !== null && !isRestored) await removeEmbedded(config.dataDir)
  }
}

function refuse(message: string): 2 {
  console.error(message)
  return 2
}
