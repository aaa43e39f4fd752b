import { parseQuery } from '@auspex/analytics'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMatching } from '../document-filter.ts'
import { createClickhouseStore } from './clickhouse-store.ts'
import { openChdb } from './open-chdb.ts'
import { ch } from './statement.ts'
import { describeOnChdb } from './testing/describe-on-chdb.ts'
import { sameNames } from './testing/same-names.ts'

const rounds = 20
const documents = 20_000
const batchSize = 50

describeOnChdb('ClickHouse that is killed', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-chdb-kill-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Lets some batches be acknowledged and kills the import and its engine in the midst of the next; the last acknowledged number. */
  const storeUntilKilled = async (from: number, batches: number): Promise<number> => {
    const main = fileURLToPath(new URL('./testing/ingest-clickhouse.main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, folder, String(from), String(documents)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // a group of its own, so that the engine's process dies in the same moment
      detached: true,
    })
    const exit = once(child, 'exit')
    let acknowledged = from
    let seen = 0
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line)
      if (++seen === batches && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    await exit
    return acknowledged
  }

  test(`${rounds} times loses no acknowledged document and doubles none`, async () => {
    const parsed = parseQuery('"kill test"')
    if (!parsed.ok) throw new Error(parsed.message)
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      // what was acknowledged last is sent again, as an import that did not hear of it would
      acknowledged = await storeUntilKilled(Math.max(0, acknowledged - batchSize), 2 + ((round * 7) % 5))
      const engine = openChdb(folder)
      const store = await createClickhouseStore({ engine, names: sameNames })
      const found = await store.count({ world: 'real', ...toMatching(parsed.query) })
      const [row] = await engine.ask<{ held: string; ids: string }>(
        ch`select toString(count()) as held, toString(uniqExact(id)) as ids from document`,
      )
      await engine.close()
      expect(Number(row?.held)).toBe(Number(row?.ids))
      expect(found).toBe(Number(row?.ids))
      expect(found).toBeGreaterThanOrEqual(acknowledged)
      // the batch that was under way, whole or in part, and one more that was acknowledged but not heard of
      expect(found).toBeLessThanOrEqual(acknowledged + 2 * batchSize)
    }
    expect(acknowledged).toBeGreaterThan(rounds * batchSize)
  })
})
