import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { totalmem } from 'node:os'

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
