import { createReadStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createLogger, openUnmigrated, readConfig, restoreBackup } from '@auspex/api'
import { prepareIdentityTables } from '@auspex/identity'
import { firstRunPath } from '../first-run/first-run.ts'
import { createProgressLine } from '../program/progress-line.ts'

const number = new Intl.NumberFormat('en')
const steps = { checking: 'Checking', loading: 'Loading', comparing: 'Comparing' }

/** Loads a backup into the empty library that the settings name. */
export async function restore([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || rest.length > 0) return refuse('Usage: npm run restore -- FILE')
  const path = resolve(process.env.AUSPEX_INVOKED_FROM ?? process.cwd(), name)
  if (!existsSync(path)) return refuse(`There is no file ${path}.`)
  const config = readConfig()
  const line = createProgressLine()
  let database: Awaited<ReturnType<typeof openUnmigrated>> | null = null
  try {
    const opened = await openUnmigrated({ ...config, log: createLogger('warn') })
    database = opened
    const { header, tables } = await restoreBackup(opened, {
      open: () => pipeline(createReadStream(path), createGunzip(), () => undefined),
      prepare: async () => void (await prepareIdentityTables(opened.pool)),
      onProgress: ({ step, table, rows }) => line.show(`${steps[step]}: ${number.format(rows)} rows, ${table}`),
    })
    const firstRun = header.files['first-run.json']
    if (firstRun !== undefined) {
      await mkdir(dirname(firstRunPath(config.dataDir)), { recursive: true })
      await writeFile(firstRunPath(config.dataDir), firstRun, { mode: 0o600 })
    }
    line.clear()
    const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${number.format(rows)} rows of ${tables.size} tables as of ${header.createdAt}; every table is what the backup holds.`,
    )
    return 0
  } catch (error) {
    line.clear()
    console.error(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await database?.close()
  }
}

function refuse(message: string): 2 {
  console.error(message)
  return 2
}
