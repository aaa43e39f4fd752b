import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DatabaseStartError } from '../database.errors.ts'

/**
 * Makes the engine's folder when there is none: whole or not at all, so a killed first start leaves nothing half made.
 * In a process of its own, because initdb needs 400 MB that the server's process would never give back.
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
    throw new DatabaseStartError(`The embedded database could not be created in ${folder}: ${String(error)}`, {
      cause: error,
    })
  }
  await rename(unfinished, folder)
}
