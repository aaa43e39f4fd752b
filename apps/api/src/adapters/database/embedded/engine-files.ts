import fs from 'node:fs'
import { releaseReserveFile } from './room.ts'

/** Mode mask for owner-only access: PostgreSQL itself would use `umask 077`, which a thread cannot set. */
const ownerOnly = 0o700
const noRoom = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Intercepts the engine's file access, in a thread or process that runs nothing else. Its files are readable only by their owner, and a full disk
 * fails only writes whose failure is safe: those that grow a table. Any other failure (the log, transaction state, a rewritten page) would kill the
 * engine, so those writes get space from the reserve, and `onReserveUsed` is called.
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
  const write = writeSync as (fd: number, ...rest: unknown[]) => number // the engine uses only one of its two forms
  fs.writeSync = (fd: number, ...rest: unknown[]) => {
    for (;;) {
      try {
        return write(fd, ...rest)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && noRoom.has(String(error.code)))) throw error
        const [, , length, position] = rest
        const path = paths.get(fd) ?? ''
        if (
          isGrowth({ path, end: Number(position) + Number(length) }) ||
          !releaseReserveFile(folder, { isRecovery: false })
        ) {
          throw Object.assign(error, { code: 'ENOSPC' }) // PostgreSQL does not know the separate error of a quota
        }
        onReserveUsed()
      }
    }
  }
}

/** Whether the write extends a table, an index or a sort file: PostgreSQL then fails only the statement. */
function isGrowth({ path, end }: { path: string; end: number }): boolean {
  if (!path.includes('/base/')) return false
  return path.includes('/pgsql_tmp') || end > (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0)
}

/** Revokes the access that an earlier version gave to other users. */
export function makePrivate(folder: string): void {
  fs.chmodSync(folder, ownerOnly)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    const { mode } = fs.lstatSync(path)
    if (!entry.isSymbolicLink() && (mode & 0o077) !== 0) fs.chmodSync(path, entry.isDirectory() ? ownerOnly : 0o600)
  }
}
