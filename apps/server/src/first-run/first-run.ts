import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** Reserves disk space for the file before what it belongs to is restored: on a full disk, the passwords of restored accounts would be lost. */
export function reserveFirstRun(dataDir: string, bytes: number): void {
  writeFileSync(unfinishedPath(dataDir), ' '.repeat(bytes), { mode: 0o600 })
}

/** Frees that space if there is nothing to write. */
export function releaseFirstRun(dataDir: string): void {
  rmSync(unfinishedPath(dataDir), { force: true })
}

/** Writes the generated passwords where only the owner of the installation can read them, in the reserved space. */
export function writeFirstRun(dataDir: string, content: FirstRunFile): string {
  return placeFirstRun(dataDir, `${JSON.stringify(content, null, 2)}\n`)
}

/** Writes the file with this text, under a temporary name until it is complete. */
export function placeFirstRun(dataDir: string, text: string): string {
  const path = firstRunPath(dataDir)
  const unfinished = unfinishedPath(dataDir)
  writeFileSync(unfinished, text, { flag: existsSync(unfinished) ? 'r+' : 'w' })
  // An existing file keeps its mode when it is overwritten.
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, path)
  return path
}

/** What the first start wrote; null if there is no such file. */
export function readFirstRun(dataDir: string): FirstRunFile | null {
  const path = firstRunPath(dataDir)
  return existsSync(path) ? firstRunSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}
