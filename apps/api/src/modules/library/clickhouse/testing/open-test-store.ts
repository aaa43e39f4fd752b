import type { OpenStore } from '../../document-store.contract.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openClickhouse } from '../../../../adapters/clickhouse/open-clickhouse.ts'
import { withClickhouse } from '../../../../adapters/database/open-database.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import { ensureDocumentLocation } from '../../document-location.ts'
import { createClickhouseStore } from '../clickhouse-store.ts'

/** Opens an empty store with this many shards in a new folder, which `close` removes. */
export async function openTestStore(shards = 1): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'auspex-chdb-'))
  const urls = Array.from({ length: shards }, (_, n) => `chdb:${join(folder, `${n}`)}`)
  const opened = await openStoreAt(urls.join(','))
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens an empty store in a server, which `close` stops. */
export async function openServerStore(): Promise<OpenStore> {
  const server = await openTestServer()
  const opened = await openStoreAt(server.address)
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await server.close()
    },
  }
}

async function openStoreAt(urls: string): Promise<OpenStore> {
  const engine = await openClickhouse(urls)
  const database = withClickhouse(await createTestDatabase(), engine)
  await ensureDocumentLocation(database)
  return {
    store: createClickhouseStore({ engine, database }),
    database,
    close: () => database.close(),
  }
}

const main = fileURLToPath(new URL('../../../../adapters/clickhouse/testing/chdb-server.main.ts', import.meta.url))

/** A ClickHouse HTTP server on its own port and folder. */
async function openTestServer(): Promise<{ address: string; close: () => Promise<void> }> {
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
