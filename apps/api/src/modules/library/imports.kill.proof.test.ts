import { parseQuery } from '@auspex/analytics'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createRandomId } from '../../kernel/ids.ts'
import { silentLog } from '../../testing/test-database.ts'
import { toMatching } from './document-filter.ts'
import { createDocumentsModule } from './documents.module.ts'

interface KilledImport {
  /** Batches of 50 lines that are acknowledged before each kill. */
  kills: readonly number[]
  lines: number
  isInClickhouse: boolean
}

describe('an import into the database', () => {
  importIsKilled({ kills: [4, 9, 6], lines: 4_000, isInClickhouse: false })
})

describeOnChdb('an import into ClickHouse', () => {
  importIsKilled({
    kills: Array.from({ length: 20 }, (_, round) => 2 + ((round * 7) % 5)),
    lines: 8_000,
    isInClickhouse: true,
  })
})

function importIsKilled({ kills, lines, isInClickhouse }: KilledImport): void {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-kill-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const openFolder = () => ({
    dataDir: join(folder, 'database'),
    documents: isInClickhouse ? `chdb:${join(folder, 'documents')}` : undefined,
  })

  const startIngest = (): ChildProcess => {
    const main = fileURLToPath(new URL('./testing/ingest.main.ts', import.meta.url))
    const { dataDir, documents } = openFolder()
    return spawn(process.execPath, [main, dataDir, String(lines), ...(documents === undefined ? [] : [documents])], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // its own process group, so that an engine's process dies at the same moment
      detached: true,
    })
  }

  /** Lets the import acknowledge some batches, kills it in the middle of the next, and returns the last acknowledged line. */
  const ingestUntilKilled = async (batches: number): Promise<number> => {
    const child = startIngest()
    let acknowledged = 0
    let seen = 0
    const exit = once(child, 'exit')
    for await (const line of createInterface({ input: child.stdout! })) {
      acknowledged = Number(line)
      if (++seen === batches && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    await exit
    return acknowledged
  }

  const open = async () => {
    const database = await openDatabase({ ...openFolder(), log: silentLog })
    const documents = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log: silentLog })
    return { database, documents }
  }

  test(`that is killed ${kills.length} times loses no acknowledged line, duplicates nothing and completes`, async () => {
    const parsed = parseQuery('"kill test"')
    if (!parsed.ok) throw new Error(parsed.message)
    const filter = { world: 'real', ...toMatching(parsed.query) } as const
    for (const batches of kills) {
      const acknowledged = await ingestUntilKilled(batches)
      const { database, documents } = await open()
      await documents.openLibrary()
      const {
        items: [file],
      } = await documents.imports.listImports([null], { page: 1, perPage: 1 })
      expect(file?.resumeLine).toBeGreaterThanOrEqual(acknowledged)
      expect(file?.resumeLine).toBeLessThan(lines)
      // Rows, ledger, rollup and index agree
      expect(file?.stored).toBe(file?.resumeLine)
      expect((await documents.librarySummary()).sources[0]?.documents).toBe(file?.resumeLine)
      expect(await documents.countDocuments(filter)).toBe(file?.resumeLine)
      await database.close()
    }
    const [code] = await once(startIngest(), 'exit')
    expect(code).toBe(0)
    const { database, documents } = await open()
    const ids = await documents.lists.listIds(filter, 2 * lines)
    expect([ids.length, new Set(ids).size]).toEqual([lines, lines])
    await database.close()
  })
}
