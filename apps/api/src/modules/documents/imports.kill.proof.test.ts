import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createRandomId } from '../../kernel/ids.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from './index.ts'

const lines = 4_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auspex-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startIngest(): ChildProcess {
  const main = fileURLToPath(new URL('./testing/ingest.main.ts', import.meta.url))
  return spawn(process.execPath, [main, folder, String(lines)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Lets the import acknowledge some batches, kills it in the midst of the next, and returns the last acknowledged line. */
async function ingestUntilKilled(batches: number): Promise<number> {
  const child = startIngest()
  let acknowledged = 0
  let seen = 0
  const exit = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout! })) {
    acknowledged = Number(line)
    if (++seen === batches) child.kill('SIGKILL')
  }
  await exit
  return acknowledged
}

test('an import that is killed three times loses nothing it acknowledged, and ends complete', async () => {
  for (const batches of [4, 9, 6]) {
    const acknowledged = await ingestUntilKilled(batches)
    const database = await openDatabase({ dataDir: folder, log: silentLog })
    const documents = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log: silentLog })
    const {
      items: [file],
    } = await documents.imports.listImports([null], { page: 1, perPage: 1 })
    expect(file?.resumeLine).toBeGreaterThanOrEqual(acknowledged)
    expect(file?.resumeLine).toBeLessThan(lines)
    // Rows, ledger, rollup and index tell the same story
    expect(file?.stored).toBe(file?.resumeLine)
    expect(await documents.countDocuments({ world: 'real', tsquery: `'kill' <-> 'test'` })).toBe(file?.resumeLine)
    expect((await documents.librarySummary()).sources[0]?.documents).toBe(file?.resumeLine)
    await database.close()
  }
  const [code] = await once(startIngest(), 'exit')
  expect(code).toBe(0)
  const database = await openDatabase({ dataDir: folder, log: silentLog })
  const { rows } = await database.pool.query(
    'select count(*)::int as documents, count(distinct id)::int as ids from document',
  )
  expect(rows).toEqual([{ documents: lines, ids: lines }])
  await database.close()
})
