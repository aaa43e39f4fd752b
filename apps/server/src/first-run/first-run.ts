import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Writes the generated passwords where only the owner of the installation can read them. */
export function writeFirstRun(dataDir: string, content: FirstRunFile): string {
  const path = firstRunPath(dataDir)
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  // A file that was there keeps its mode when it is written again.
  chmodSync(path, 0o600)
  return path
}

/** What the first start wrote; null when there is no such file. */
export function readFirstRun(dataDir: string): FirstRunFile | null {
  const path = firstRunPath(dataDir)
  return existsSync(path) ? firstRunSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}
