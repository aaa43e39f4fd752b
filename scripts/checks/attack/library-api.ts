import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeFlags } from '@auspex/server/node-flags'
import { makeTemporaryFolder } from '../harness/process.ts'

/** Starts the real API over a generated library in a process of its own, where a bearer token is a person's name. */
export async function startLibraryApi(documents: number) {
  const dataDir = join(makeTemporaryFolder('library-api'), 'data')
  const program = join(import.meta.dirname, '../harness/library-api.main.ts')
  const child = spawn(process.execPath, [...nodeFlags, program, dataDir, String(documents)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    child,
    dataDir,
    url: line.toString().trim(),
    async end(signal: NodeJS.Signals): Promise<void> {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}
