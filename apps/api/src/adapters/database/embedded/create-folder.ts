import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DatabaseStartError } from '../database.errors.ts'
import { readFreeBytes, removeReserve } from './room.ts'

/**
 * Creates the engine's folder if there is none: atomically, so that a first start that is killed leaves nothing half made. In a separate process,
 * because initdb needs 400 MB that the server's process would never release.
 */
export async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL('./create-folder.main.ts', import.meta.url)),
      unfinished,
    ])
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw new DatabaseStartError(explainCreation(folder), { cause: error })
  }
  await rename(unfinished, folder)
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
    return `The database could not be created in  ${folder}: ${Math.round(free / 2 ** 20)} MB are free on its disk, and it needs ${neededBytes / 2 ** 20} MB. Free some space and start again.`
  return `The database could not be created in  ${folder}. Check that the folder is writable and that 500 MB of memory are free, then start again.`
}
