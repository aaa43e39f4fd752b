import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServerTarget, importFile, readServerFile } from '@auspex/server'
import { findFreePort, readServiceClient } from '@auspex/server/testing'
import { expect, test } from 'vitest'
import { makeTemporaryFolder, start } from '../harness/process.ts'
import { type Product, startProduct } from '../harness/product.ts'

const rows = 20_000

function connect({ url, dataDir }: Product) {
  return createServerTarget(url, `${url}/identity`, readServiceClient(dataDir))
}

// what is written otherwise is an attack of its own: checks/attack/killed-writes.ts
test('a server that is killed keeps every line of an import that it acknowledged, and the import continues to the exact total', async () => {
  const file = join(makeTemporaryFolder('crash'), 'rows.jsonl')
  const lines = Array.from({ length: rows }, (_, n) => {
    const published_at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
    return JSON.stringify({
      id: `crash:${n}`,
      source: 'crash.example',
      title: `Line ${n} of a file that is cut off`,
      published_at,
    })
  })
  writeFileSync(file, lines.join('\n'))
  const product = await startProduct()
  try {
    let acknowledged = 0
    const target = await connect(product)
    await expect(
      importFile(file, target, {
        progress: ({ stored }) => {
          acknowledged = stored
          if (acknowledged >= 5000) void product.server().kill()
        },
        rejected: () => undefined,
      }),
    ).rejects.toThrow()
    expect(acknowledged).toBeGreaterThanOrEqual(5000)
    expect(acknowledged).toBeLessThan(rows)

    await product.startAgain()
    let resumedAt: number | null = null
    const { state } = await importFile(file, await connect(product), {
      progress: ({ read }) => (resumedAt ??= read),
      rejected: () => undefined,
    })
    expect(resumedAt).toBeGreaterThan(acknowledged)
    expect(state).toMatchObject({ read: rows, stored: rows, duplicates: 0, rejected: 0 })
  } finally {
    await product.end()
  }
})

test('a product started by its own command restarts after its server was killed, and stops on request', async () => {
  const dataDir = join(makeTemporaryFolder('supervised'), 'data')
  const port = String(await findFreePort())
  const command = start(process.execPath, ['scripts/bootstrap.mjs', 'auspex', 'start'], {
    env: { ...process.env, AUSPEX_PORT: port, AUSPEX_DATA: dataDir, AUSPEX_SOURCES: 'live' },
  })
  try {
    await command.says(/Auspex is ready/)
    const first = readServerFile(dataDir)?.pid ?? 0
    process.kill(first, 'SIGKILL')
    await command.says(/Auspex is ready[^]*Auspex is ready/)
    const second = readServerFile(dataDir)?.pid ?? 0
    expect(second).not.toBe(first)
    expect(command.output()).toContain('Auspex ended by SIGKILL. It is started again in 1 s (1 of 5)')
    expect((await fetch(`http://localhost:${port}/api/health/getStatus`)).status).toBe(200)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
    expect(() => process.kill(second, 0)).toThrow('ESRCH')
  } finally {
    command.child.kill('SIGTERM')
  }
})
