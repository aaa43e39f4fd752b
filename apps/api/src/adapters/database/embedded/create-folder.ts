import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataDir as readArchive } from '@electric-sql/pglite-prepopulatedfs'
import { extract } from 'tar'
import { DatabaseStartError } from '../database.errors.ts'
import { readFreeBytes, removeReserve } from './room.ts'

/**
 * Creates the engine's folder if there is none: atomically, so that a first start that is killed leaves nothing half made. The files of an empty
 * database come with a package, because initdb takes four seconds and 1.1 GB of memory; the engine writes its own `postgresql.conf` when it starts.
 */
export async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await mkdir(unfinished)
    await unpack(Buffer.from(await (await readArchive()).arrayBuffer()), unfinished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 }) // a file that was begun may still be written
    throw new DatabaseStartError(explainCreation(folder), { cause: error })
  }
  await rename(unfinished, folder)
}

function unpack(archive: Buffer, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    extract({ cwd }).on('close', resolve).on('error', reject).end(archive)
  })
}

/** Removes a closed embedded database from its data folder. */
export async function removeEmbedded(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'database'), { recursive: true, force: true })
  removeReserve(join(dataDir, 'database'))
}

/** A new folder takes 45 MB, and the engine soon writes a few more. */
const neededBytes = 80 * 2 ** 20

function explainCreation(folder: string): string {
  const free = readFreeBytes(dirname(folder))
  if (free !== null && free < neededBytes)
    return `The database could not be created in ${folder}: ${Math.round(free / 2 ** 20)} MB are free on its disk, and it needs ${neededBytes / 2 ** 20} MB. Free some space and start again.`
  return `The database could not be created in ${folder}. Check that the folder is writable, then start again.`
}
