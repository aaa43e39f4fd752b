import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const serverFileSchema = z.object({ pid: z.number(), url: z.string(), issuer: z.string() })
export type ServerFile = z.infer<typeof serverFileSchema>

function pathIn(dataDir: string): string {
  return join(dataDir, 'server.json')
}

/** Stores the address of the server that owns a data folder, for other commands of the same installation. */
export function writeServerFile(dataDir: string, content: ServerFile): void {
  writeFileSync(pathIn(dataDir), JSON.stringify(content))
}

export function removeServerFile(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true })
}

/** The server that last owned the folder; it may have died since. */
export function readServerFile(dataDir: string): ServerFile | null {
  const path = pathIn(dataDir)
  return existsSync(path) ? serverFileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}
