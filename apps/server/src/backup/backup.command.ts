import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createLogger, openUnmigrated, readConfig, systemClock, version, writeBackup } from '@auspex/api'
import { firstRunPath } from '../first-run/first-run.ts'
import { createProgressLine } from '../program/run-program.ts'

const number = new Intl.NumberFormat('en')

/** Writes the entire library into one file, which appears once it is complete. */
export async function backUp([name, ...rest]: readonly string[]): Promise<number> {
  if (rest.length > 0) return refuse('Usage: npm run backup -- [FILE]')
  const config = readConfig()
  const now = systemClock.now().toISOString()
  const path = resolve(
    process.env.AUSPEX_INVOKED_FROM ?? process.cwd(),
    name ?? `auspex-backup-${now.slice(0, 19).replaceAll(':', '-')}.jsonl.gz`,
  )
  if (existsSync(path)) return refuse(`${path} already exists. Choose another file.`)
  const partial = `${path}.partial`
  const line = createProgressLine()
  let database: Awaited<ReturnType<typeof openUnmigrated>> | null = null
  try {
    database = await openUnmigrated({ ...config, log: createLogger('warn') })
    const gzip = createGzip({ level: 4 })
    // it contains passwords of the first start and keys that sign tokens
    const file = createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true })
    const writeCompletion = finished(gzip.pipe(file))
    writeCompletion.catch(() => undefined) // reported by the write that fails
    gzip.on('error', () => undefined) // also reported there; between two writes nothing else listens
    file.on('error', (error) => gzip.destroy(error))
    const rows = await writeBackup(database, {
      about: { software: version, createdAt: now, files: readFiles(config.dataDir) },
      write: (text) => writeInto(gzip, text),
      onProgress: (state) => line.show(`${number.format(state.rows)} rows, ${state.table}`),
    })
    gzip.end()
    await writeCompletion
    await rename(partial, path)
    line.clear()
    console.log(
      `Wrote ${number.format(rows)} rows to ${path}. It contains secrets: keep it where only you can read it.`,
    )
    if (config.documentsUrl !== undefined)
      console.log('Documents lie in ClickHouse and are not in it: back them up with ClickHouse’s own BACKUP.')
    return 0
  } catch (error) {
    line.clear()
    await rm(partial, { force: true })
    console.error(`No backup was created: ${explain(error, path)}`)
    return 1
  } finally {
    await database?.close()
  }
}

function explain(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    ? `The disk of ${path} has no room left. Free some space, or name a file on another disk.`
    : error.message
}

async function writeInto(stream: Writable, text: string): Promise<void> {
  if (stream.destroyed) throw stream.errored ?? new Error('The file was closed.')
  if (!stream.write(text)) await once(stream, 'drain')
}

/** Files next to the database that cannot be recreated. */
function readFiles(dataDir: string): Record<string, string> {
  const path = firstRunPath(dataDir)
  return existsSync(path) ? { 'first-run.json': readFileSync(path, 'utf8') } : {}
}

function refuse(message: string): 2 {
  console.error(message)
  return 2
}
