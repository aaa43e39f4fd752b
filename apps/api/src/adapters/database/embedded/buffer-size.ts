import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { totalmem } from 'node:os'

const megabyte = 2 ** 20
/** What a library of up to 300,000 posts needs, and the step in which more is given: the nearest to what is wanted. */
const stepMb = 128
/** Megabytes of library that earn one step. */
const libraryMbPerStep = 300
const mostMb = 768
/** At most this part of the machine's memory, since the engine takes all of it when it starts. */
const memoryShare = 1 / 8

/**
 * Megabytes of page buffer for a library of that size: a report of a large library visits a page for nearly every document,
 * and a page outside of the buffer costs four times as much (decision 0078).
 */
export function bufferMbFor({ libraryMb, memoryMb }: { libraryMb: number; memoryMb: number }): number {
  const most = Math.min(mostMb, memoryMb * memoryShare)
  const wanted = Math.min(most, (libraryMb / libraryMbPerStep) * stepMb)
  return Math.max(1, Math.round(wanted / stepMb)) * stepMb
}

/** The buffer for the library in a folder of the engine; a library that is not there yet gets the smallest. */
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
