import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { totalmem } from 'node:os'

/**
 * postgresql.conf of the embedded engine, rewritten at every start. The engine has one process, so nothing runs in the background: `maintain` and the
 * checkpoint timer replace autovacuum and the checkpointer of a server.
 */
export function engineSettings({ bufferMb }: { bufferMb: number }): string[] {
  return [
    `shared_buffers = ${bufferMb}MB`,
    'work_mem = 32MB',
    'maintenance_work_mem = 64MB',
    // the insert that fills this list moves the new words into the index: 100 ms instead of half a second at 16 MB, at the cost of imports a tenth
    // slower
    'gin_pending_list_limit = 1MB',
    // a crash replays this much at most (64 MB take half a second)
    'max_wal_size = 64MB',
    'min_wal_size = 32MB',
    'wal_level = minimal',
    'max_wal_senders = 0',
    'checkpoint_flush_after = 0',
    "timezone = 'UTC'",
    // text ranges compare bytes, and plans assume memory rather than a spinning disk
    'random_page_cost = 1.1',
    'effective_cache_size = 1GB',
    'max_parallel_workers_per_gather = 0',
    'jit = off',
  ]
}

const megabyte = 2 ** 20
/** The buffer for a library of up to 300,000 posts, and the increment for larger ones; sizes are rounded to it. */
const stepMb = 128
/** Megabytes of library per increment. */
const libraryMbPerStep = 300
const maxMb = 768
/** Maximum fraction of the machine's memory, since the engine allocates the whole buffer when it starts. */
const maxMemoryShare = 1 / 8

/**
 * Returns the megabytes of page buffer for a library of that size: a report of a large library visits a page for nearly every document, and a page
 * outside the buffer costs four times as much (docs/decisions/embedded-database.md).
 */
export function bufferMbFor({ libraryMb, memoryMb }: { libraryMb: number; memoryMb: number }): number {
  const limitMb = Math.min(maxMb, memoryMb * maxMemoryShare)
  const desiredMb = Math.min(limitMb, (libraryMb / libraryMbPerStep) * stepMb)
  return Math.max(1, Math.round(desiredMb / stepMb)) * stepMb
}

/** Returns the buffer size for the library in an engine's folder; a new library gets the smallest. */
export async function chooseBufferMb(folder: string | null): Promise<number> {
  const memoryMb = totalmem() / megabyte
  return bufferMbFor({ libraryMb: folder === null ? 0 : (await sizeOf(join(folder, 'base'))) / megabyte, memoryMb })
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  )
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
