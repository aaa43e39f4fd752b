import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../../adapters/clickhouse/testing/chdb-server.main.ts', import.meta.url))

/** A ClickHouse HTTP server on its own port and folder. */
export async function openTestServer(): Promise<{ address: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-clickhouse-'))
  const child = fork(main, [folder], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (child.stdout === null) throw new TypeError('The server has no output')
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    address,
    close: async () => {
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}
