import fs from 'node:fs'
import { releasePart } from './room.ts'

/** What PostgreSQL would do by itself with `umask 077`, which a thread cannot set. */
const ownerOnly = 0o700
const noRoom = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Stands between the engine and the disk, in a thread or process that runs nothing but the engine. Its files are readable for their owner
 * alone, and a full disk fails only what can fail: a table that would grow. Everything else (the log, the state of transactions, a page
 * that is rewritten) would end the engine, and is given room from the reserve; `onReserveUsed` hears of it.
 */
export function guardEngineFiles(folder: string, onReserveUsed: () => void): void {
  const paths = new Map<number, string>()
  const { openSync, closeSync, writeSync, chmodSync, mkdirSync } = fs
  fs.openSync = (path, flags, mode) => {
    const fd = openSync(path, flags, mode)
    paths.set(fd, String(path))
    return fd
  }
  fs.closeSync = (fd) => {
    paths.delete(fd)
    closeSync(fd)
  }
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & ownerOnly)
  fs.mkdirSync = ((path: fs.PathLike, options?: fs.MakeDirectoryOptions | number | null) =>
    mkdirSync(path, typeof options === 'number' ? options & ownerOnly : options)) as typeof fs.mkdirSync
  const write = writeSync as (fd: number, ...rest: unknown[]) => number // of its two forms the engine uses one
  fs.writeSync = (fd: number, ...rest: unknown[]) => {
    for (;;) {
      try {
        return write(fd, ...rest)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && noRoom.has(String(error.code)))) throw error
        const [, , length, position] = rest
        const path = paths.get(fd) ?? ''
        if (isGrowth({ path, end: Number(position) + Number(length) }) || !releasePart(folder, { isRecovery: false })) {
          throw Object.assign(error, { code: 'ENOSPC' }) // a quota has an error of its own, which PostgreSQL does not know
        }
        onReserveUsed()
      }
    }
  }
}

/** Whether a table, an index or a file of a sort would become longer: PostgreSQL ends the statement then and goes on. */
function isGrowth({ path, end }: { path: string; end: number }): boolean {
  if (!path.includes('/base/')) return false
  return path.includes('/pgsql_tmp') || end > (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0)
}

/** Takes from others what an earlier version let them read. */
export function makePrivate(folder: string): void {
  fs.chmodSync(folder, ownerOnly)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    const { mode } = fs.lstatSync(path)
    if (!entry.isSymbolicLink() && (mode & 0o077) !== 0) fs.chmodSync(path, entry.isDirectory() ? ownerOnly : 0o600)
  }
}
