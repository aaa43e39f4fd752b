import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, listRecentSearches, saveRecentSearch } from '@auspex/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { createServerTarget, getServiceToken, importFile } from '@auspex/server'
import { readServiceClient, removeData, type SpawnedServer, spawnServer } from '@auspex/server/testing'

const folders: string[] = []
afterAll(() => folders.forEach(removeData))

const environment = { AUSPEX_SOURCES: 'live', AUSPEX_LOG_LEVEL: 'warn' }
/** Uses the same port, because accounts are identified by their provider's address, which for the embedded provider includes the port. */
const restart = ({ dataDir, url }: SpawnedServer): Promise<SpawnedServer> =>
  spawnServer({ ...environment, AUSPEX_PORT: new URL(url).port }, dataDir)
const connect = async (server: SpawnedServer) => {
  const credentials = readServiceClient(server.dataDir)
  const issuer = `${server.url}/identity`
  const token = await getServiceToken(issuer, credentials)
  return {
    target: await createServerTarget(server.url, issuer, credentials),
    client: createClient({ baseUrl: `${server.url}/api`, retry: false, auth: { getToken: () => token } }),
  }
}

describe('a server that is killed without warning', () => {
  test('keeps every line of an import that it acknowledged, and the import continues to the exact total', async () => {
    const rows = 20_000
    const folder = mkdtempSync(join(tmpdir(), 'auspex-crash-'))
    const file = join(folder, 'rows.jsonl')
    const line = (n: number) =>
      JSON.stringify({
        id: `crash:${n}`,
        source: 'crash.example',
        kind: 'news',
        title: `Line ${n} of a file that is cut off`,
        published_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      })
    writeFileSync(file, Array.from({ length: rows }, (_, n) => line(n)).join('\n'))

    const first = await spawnServer(environment)
    folders.push(first.dataDir, folder)
    let acknowledged = 0
    const { target } = await connect(first)
    await expect(
      importFile(file, target, {
        progress: (state) => {
          acknowledged = state.stored
          if (acknowledged >= 5000) void first.kill()
        },
        rejected: () => undefined,
      }),
    ).rejects.toThrow()
    expect(acknowledged).toBeGreaterThanOrEqual(5000)
    expect(acknowledged).toBeLessThan(rows)

    const second = await restart(first)
    try {
      const reconnected = await connect(second)
      let resumedAt: number | null = null
      const { state } = await importFile(file, reconnected.target, {
        progress: ({ read }) => (resumedAt ??= read),
        rejected: () => undefined,
      })
      expect(resumedAt).toBeGreaterThan(acknowledged)
      expect({
        read: state.read,
        stored: state.stored,
        duplicates: state.duplicates,
        rejected: state.rejected,
      }).toEqual({ read: rows, stored: rows, duplicates: 0, rejected: 0 })
    } finally {
      await second.stop()
    }
    rmSync(folder, { recursive: true, force: true })
  })

  test('keeps every one of the writes that it acknowledged', async () => {
    const first = await spawnServer(environment)
    folders.push(first.dataDir)
    const { client } = await connect(first)
    const acknowledged: string[] = []
    for (let n = 0; n < 50; n += 1) {
      if (n === 37) void first.kill()
      const saved = await saveRecentSearch({ query_term: `topic number ${n}` }, { client }).catch(() => null)
      if (saved === null) break
      acknowledged.push(saved.query.title)
    }
    await first.kill()
    expect(acknowledged.length).toBeGreaterThanOrEqual(37)

    const second = await restart(first)
    try {
      const { items } = await listRecentSearches({ client: (await connect(second)).client })
      expect(items.map(({ query }) => query.title).toReversed()).toEqual(expect.arrayContaining(acknowledged))
    } finally {
      await second.stop()
    }
  })
})
