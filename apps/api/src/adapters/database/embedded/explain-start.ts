import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseStartError } from '../database.errors.ts'
import { readFreeBytes } from './room.ts'

/** The PostgreSQL version whose folders the engine reads. */
export const engineVersion = '18'

/** Recovery and the first statements need a log segment and a few pages. */
const minFreeBytes = 20 * 2 ** 20

const restoreOrRestart =
  'Move the folder away and start again for an empty library, into which `npm run restore -- FILE` loads a backup.'

/**
 * Rejects a folder that the engine would accept, or reject without a clear message: without its version file the engine would create a new database
 * on top of the existing files. Throws `DatabaseStartError`.
 */
export async function checkFolder(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null))?.trim() ?? null
  if (version === null)
    throw new DatabaseStartError(
      `The database in ${folder} is damaged: its file PG_VERSION is missing. ${restoreOrRestart}`,
    )
  if (/^\d+$/.test(version) && version !== engineVersion)
    throw new DatabaseStartError(
      `The database in ${folder} was made by another version of Auspex: its folder is of PostgreSQL ${version}, and this version reads PostgreSQL ${engineVersion}. Start the version of Auspex that made it, or move the folder away and load a backup with \`npm run restore -- FILE\`.`,
    )
  const control = join('global', 'pg_control')
  const size = (await stat(join(folder, control)).catch(() => null))?.size ?? null
  if (version !== engineVersion || size !== 8192)
    throw new DatabaseStartError(
      `The database in ${folder} is damaged: its file ${version === engineVersion ? control : 'PG_VERSION'} is ${size === null ? 'missing' : 'not whole'}. ${restoreOrRestart}`,
    )
}

/** Explains why an engine did not start in a folder that looks valid, as far as can be seen from outside. */
export function explainStart(folder: string | null, reason: string): string {
  if (folder === null) return `The embedded database did not start: ${reason}`
  const free = readFreeBytes(folder)
  if (free !== null && free < minFreeBytes) return writeNoRoom(folder)
  // the engine reports nothing more about a file that it cannot use
  return /^Aborted|failed to initialize/.test(reason)
    ? `The database in ${folder} is damaged: the engine cannot read its files. ${restoreOrRestart}`
    : `The database in ${folder} did not start: ${reason}`
}

const cannotWrite = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT'])
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'database.full'])
const noFolder = new Set(['ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'])

/** Explains a failure of the data folder to the operator; any other error is returned unchanged. */
export function nameFolderError(folder: string, error: unknown): unknown {
  const sentence = explainFolderError(folder, error)
  return sentence === null ? error : new DatabaseStartError(sentence, { cause: error })
}

function explainFolderError(folder: string, error: unknown): string | null {
  const code = readCode(error)
  // the engine may wrap the error that says so
  if (noRoom.has(code) || (error instanceof Error && readCode(error.cause) === 'database.full'))
    return writeNoRoom(folder)
  if (cannotWrite.has(code))
    return `The data folder ${folder} cannot be written to (${code}). Give the user that runs Auspex the right to write there, mount its disk for writing, or choose another folder with AUSPEX_DATA.`
  if (noFolder.has(code))
    return `The data folder ${folder} is not a folder (${code}). Choose another one with AUSPEX_DATA.`
  return null
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function writeNoRoom(folder: string): string {
  const free = readFreeBytes(folder)
  const freeMb = free === null ? '' : `: ${Math.round(free / 2 ** 20)} MB are free`
  return `The disk of ${folder} has no room left${freeMb}. Make room (100 MB is enough to begin) and start again; nothing that was stored is lost.`
}
