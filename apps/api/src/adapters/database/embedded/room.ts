import { randomFillSync } from 'node:crypto'
import { chmodSync, existsSync, rmSync, statSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../database.port.ts'

const megabyte = 2 ** 20

/** Below this much free space changes are refused: running statements may still need a log segment and a checkpoint. */
export const minFreeBytes = 32 * megabyte
/** Changes are accepted again a little above the floor, to avoid flapping. */
const resumeBytes = 40 * megabyte
/** One file of the write-ahead log: the engine never allocates less, and cannot continue without it. */
const reserveFileBytes = 16 * megabyte
const parts = [1, 2, 3]

/**
 * A file of the reserve, which holds space for the write-ahead log next to the engine's folder. On a full disk the engine would stop in the middle of
 * a statement for lack of another log segment; instead, a reserve file is deleted to make space.
 */
function reserveFilePath(folder: string, part: number): string {
  return join(dirname(folder), `database.reserve-${part}`)
}

/** Free bytes on a folder's disk; null when the system does not report it. */
export function readFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder)
    return blocks === 0 ? null : bavail * bsize
  } catch {
    return null
  }
}

/** Whether so little is free that changes must be refused. */
export function isDiskFull(folder: string): boolean {
  const free = readFreeBytes(folder)
  return free !== null && free < minFreeBytes
}

/** Deletes one file of the reserve. Returns false when none is left; the last one is only for recovery after a crash. */
export function releaseReserveFile(folder: string, { isRecovery }: { isRecovery: boolean }): boolean {
  const path = parts.map((part) => reserveFilePath(folder, part)).filter((each) => existsSync(each))
  const [first] = path
  if (first === undefined || (path.length === 1 && !isRecovery)) return false
  rmSync(first, { force: true })
  return true
}

export function removeReserve(folder: string): void {
  for (const part of parts) rmSync(reserveFilePath(folder, part), { force: true })
}

/** Creates missing reserve files, and returns whether all exist and enough free space is left to accept changes. */
export async function fillReserve(folder: string): Promise<boolean> {
  for (const part of parts) {
    const path = reserveFilePath(folder, part)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === reserveFileBytes) continue
    const free = readFreeBytes(dirname(folder))
    if (free !== null && free - reserveFileBytes < minFreeBytes) return false
    try {
      // random bytes, because some file systems store zeros without using space
      await writeFile(path, randomFillSync(Buffer.alloc(reserveFileBytes)), { mode: 0o600 })
      chmodSync(path, 0o600)
    } catch {
      rmSync(path, { force: true })
      return false
    }
  }
  const free = readFreeBytes(dirname(folder))
  return free === null || free >= resumeBytes
}

const pollMs = 1_000

export interface DiskSpaceWatch {
  /** Call when the engine reports that its disk is full. */
  begin(): void
  end(): void
}

/** Polls for free space while changes are refused, and lets the engine accept them again once the reserve is whole. */
export function watchDiskSpace({
  folder,
  engine,
  log,
}: {
  folder: string
  /** The running engine, once it is open. */
  engine: () => Promise<{ acceptChanges(): void }>
  log: DatabaseLog
}): DiskSpaceWatch {
  const ending = new AbortController()
  let watching = false

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(pollMs, undefined, { signal: ending.signal, ref: false })
      const full = await engine()
      const isWhole = await fillReserve(folder).catch(() => false) // whatever prevents it may be temporary
      if (!isWhole || full !== (await engine())) continue // an engine that was reopened in the meantime has used the reserve
      full.acceptChanges()
      watching = false // set immediately, so that an engine reopened a moment later starts another watch
      log.info({ folder }, 'the disk has room again: changes are taken')
      return
    }
  }

  return {
    begin() {
      if (watching) return
      watching = true
      log.error(
        { folder, freeMb: Math.round((readFreeBytes(folder) ?? 0) / 2 ** 20) },
        'the disk of the data folder has no room left: changes are refused until there is',
      )
      void watch().catch(() => {}) // stopped by `end`
    },
    end: () => ending.abort(),
  }
}
