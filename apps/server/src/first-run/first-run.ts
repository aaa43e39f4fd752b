import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const firstRunSchema = z.object({
  users: z.array(
    z.object({
      role: z.string(),
      email: z.string(),
      password: z.string(),
      organization: z.object({ id: z.string(), name: z.string() }),
    }),
  ),
  serviceClient: z.object({ client_id: z.string(), client_secret: z.string() }),
})
export type FirstRunFile = z.infer<typeof firstRunSchema>

export function firstRunPath(dataDir: string): string {
  return join(dataDir, 'first-run.json')
}

function unfinishedPath(dataDir: string): string {
  return `${firstRunPath(dataDir)}.unfinished`
}

/** Reserves disk space before a restore: on a full disk, the accounts would be restored and their passwords lost. */
export function reserveFirstRun(dataDir: string, bytes: number): void {
  writeFileSync(unfinishedPath(dataDir), ' '.repeat(bytes), { mode: 0o600 })
}

/** Frees that space if there is nothing to write. */
export function releaseFirstRun(dataDir: string): void {
  rmSync(unfinishedPath(dataDir), { force: true })
}

/** Writes the generated passwords where only the owner of the installation can read them. */
export function writeFirstRun(dataDir: string, content: FirstRunFile): string {
  releaseFirstRun(dataDir) // what an earlier start or restore left may be longer than this text
  return placeFirstRun(dataDir, `${JSON.stringify(content, null, 2)}\n`)
}

/** Writes the file with this text, in the reserved space if there is some, and under a temporary name until it is complete and on the disk. */
export function placeFirstRun(dataDir: string, text: string): string {
  const path = firstRunPath(dataDir)
  const unfinished = unfinishedPath(dataDir)
  const file = openSync(unfinished, existsSync(unfinished) ? 'r+' : 'w', 0o600)
  try {
    fchmodSync(file, 0o600) // space may have been reserved in a file that was there, which keeps its mode
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(unfinished, path)
  flushFolder(dataDir)
  return path
}

/** Lets a rename outlast a power cut. Windows cannot open folders. */
function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** What the first start wrote; null if there is no such file. */
export function readFirstRun(dataDir: string): FirstRunFile | null {
  const path = firstRunPath(dataDir)
  return existsSync(path) ? firstRunSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}
