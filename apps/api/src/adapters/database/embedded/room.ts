import { randomFillSync } from 'node:crypto'
import { chmodSync, existsSync, rmSync, statSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const megabyte = 2 ** 20

/** Below this much free room changes are refused: what runs already may still need a piece of the log and a checkpoint. */
export const floorBytes = 32 * megabyte
/** Changes are taken again a little above the floor, or they would be refused and taken by turns. */
const resumeBytes = 40 * megabyte
/** One file of the write-ahead log: the engine asks for no less, and cannot go on without. */
const partBytes = 16 * megabyte
const parts = [1, 2, 3]

/**
 * Room that is kept for the write-ahead log, as files beside the engine's folder. When the disk is full, the engine would stop in the middle
 * of a statement for want of one more piece of its log; instead a file of the reserve makes way for it.
 */
function partPath(folder: string, part: number): string {
  return join(dirname(folder), `database.reserve-${part}`)
}

/** Free bytes of the disk that a folder lies on; null where the system does not say. */
export function readFreeBytes(folder: string): number | null {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder)
    return blocks === 0 ? null : bavail * bsize
  } catch {
    return null
  }
}

/** Whether so little is free that changes must be refused. */
export function isBelowFloor(folder: string): boolean {
  const free = readFreeBytes(folder)
  return free !== null && free < floorBytes
}

/** Deletes one file of the reserve. False when none is left; the last one is kept for the recovery after a crash. */
export function releasePart(folder: string, { isRecovery }: { isRecovery: boolean }): boolean {
  const path = parts.map((part) => partPath(folder, part)).filter((each) => existsSync(each))
  const [first] = path
  if (first === undefined || (path.length === 1 && !isRecovery)) return false
  rmSync(first, { force: true })
  return true
}

export function removeReserve(folder: string): void {
  for (const part of parts) rmSync(partPath(folder, part), { force: true })
}

/** Makes the missing files of the reserve, and says whether all are there with enough room beside them to take changes. */
export async function fillReserve(folder: string): Promise<boolean> {
  for (const part of parts) {
    const path = partPath(folder, part)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === partBytes) continue
    const free = readFreeBytes(dirname(folder))
    if (free !== null && free - partBytes < floorBytes) return false
    try {
      // chance, because some file systems store zeros in no room at all
      await writeFile(path, randomFillSync(Buffer.alloc(partBytes)), { mode: 0o600 })
      chmodSync(path, 0o600)
    } catch {
      rmSync(path, { force: true })
      return false
    }
  }
  const free = readFreeBytes(dirname(folder))
  return free === null || free >= resumeBytes
}
