import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const megabyte = 2 ** 20

/** A separate file system of a given size. */
export interface SmallDisk {
  readonly folder: string
  freeMb(): number
  /** Uses up all free space, as another program's log would. */
  fill(): void
  /** Frees the space that `fill` used. */
  makeRoom(): void
  setReadOnly(isReadOnly: boolean): void
  remove(): void
}

/** Mounts one in memory, or returns the reason why this machine does not allow it. */
export function mountSmallDisk(sizeMb: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'auspex-full-disk', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `A file system of ${sizeMb} MB cannot be mounted here (${String(error).split('\n')[0]}).`
  }
  const fillers: string[] = []
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    freeMb: () => Math.round(freeBytes() / megabyte),
    fill() {
      const path = join(folder, `filler-${fillers.length}`)
      fillers.push(path)
      const file = openSync(path, 'w')
      try {
        for (let piece = megabyte; piece >= 4096;) if (!writePiece(file, piece)) piece /= 2
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    makeRoom() {
      for (const path of fillers.splice(0)) rmSync(path, { force: true })
    },
    setReadOnly: (isReadOnly) =>
      void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'pipe' }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
      rmSync(folder, { recursive: true })
    },
  }
}

function writePiece(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes
  } catch {
    return false
  }
}
