import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SearchState, UserProfile } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeOnPostgres } from '../../../adapters/database/testing/describe-on-postgres.ts'
import { createJob } from '../../../adapters/jobs/jobs.port.ts'
import { BossJobs } from '../../../adapters/jobs/pg-boss/boss-jobs.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { exportsQueue } from './exports.jobs.ts'
import { createExportsRepository } from './exports.repository.ts'
import { sampleLibrary } from '../testing/sample-library.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'

const exportCount = 40
/** A dead process is noticed after its lease (30 seconds) and the next poll of another process (15 seconds). Busy machines need longer. */
const patience = { timeout: 600_000, interval: 100 }

interface Server {
  child: ChildProcess
  /** Exports it reported as made. */
  made: Set<string>
}

await describeOnPostgres('two API processes on one PostgreSQL', (open, databaseUrl) => {
  let api: TestApi
  let signalId: string
  let userId: string
  const servers: Server[] = []

  beforeAll(async () => {
    api = await createTestApi({ database: await open(), config: { sources: 'live' } })
    const { database, clock } = api
    const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await documents.storeDocuments(sampleLibrary)
    const search = await api.request({
      method: 'POST',
      path: '/explore/topicQuery',
      as: 'mira',
      body: { query_term: 'oat milk' },
    })
    const me = await api.request({ method: 'GET', path: '/users/me', as: 'mira' })
    userId = me.json<UserProfile>().profile.id
    let state = search.json<SearchState>()
    signalId = state.signal_id
    while (state.finishedAt === null) {
      const body = { request_id: state.request_id }
      const reply = await api.request({ method: 'POST', path: '/explore/getQueryStatus', as: 'mira', body })
      state = reply.json<SearchState>()
    }
  })

  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    await api.close()
  })

  function startServer(): Server {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../../main.ts', import.meta.url))], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        AUSPEX_PORT: '0',
        AUSPEX_SOURCES: 'live',
        AUSPEX_LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const madeIds = new Set<string>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, exportId } = JSON.parse(line) as { msg: string; exportId: string }
      if (msg === 'export made') madeIds.add(exportId)
    })
    const server = { child, made: madeIds }
    servers.push(server)
    return server
  }

  /** Queues the exports as requests do: the row and its job in one transaction. */
  async function queueExports(): Promise<void> {
    const jobs = new BossJobs({ database: api.database, log: createLogger('silent') })
    jobs.register([createJob({ queue: exportsQueue, run: async () => {} })])
    for (let n = 0; n < exportCount; n += 1) {
      const file = {
        id: `ex_${n}`,
        userId,
        kind: 'signal',
        itemId: signalId,
        format: 'pdf',
        comparison: null,
        status: 'queued',
        fileName: 'oat-milk.pdf',
        bytes: null,
        reason: null,
        createdAt: api.clock.now(),
        finishedAt: null,
        expiresAt: null,
      } as const
      await jobs.enqueueWith(exportsQueue, { exportId: file.id }, (transaction) =>
        createExportsRepository({ kysely: transaction }).create(file, exportCount),
      )
    }
    await jobs.stop()
  }

  test('share forty exports, and when one is killed the other finishes its work, each file once', async () => {
    const { kysely } = api.database
    await queueExports()
    const [doomed, survivor] = [startServer(), startServer()]
    const unfinished = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from export
        where status in ('queued', 'running')`.execute(kysely)
      return rows[0]?.n
    }
    await vi.waitFor(() => {
      expect(doomed.made.size).toBeGreaterThanOrEqual(3)
      expect(survivor.made.size).toBeGreaterThanOrEqual(3)
    }, patience)
    doomed.child.kill('SIGKILL')
    await once(doomed.child, 'exit')
    const unfinishedAtKill = await unfinished()
    expect(unfinishedAtKill).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await unfinished()).toBe(0), patience)

    const { rows: files } = await sql<{ id: string; status: string; isWhole: boolean }>`
      select id, status, bytes = stored and pieces = last + 1 as "isWhole" from export join (
        select export_id, sum(length(bytes)) as stored, count(*) as pieces, max(position) as last
        from export_chunk group by export_id) c on c.export_id = export.id order by id`.execute(kysely)
    expect(files).toHaveLength(exportCount)
    expect(files.filter(({ status, isWhole }) => status !== 'complete' || !isWhole)).toEqual([])
    expect([...doomed.made].filter((id) => survivor.made.has(id))).toEqual([])
    expect(doomed.made.size + survivor.made.size).toBeGreaterThanOrEqual(exportCount - 1)
    const { rows: repeatedJobs } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
      where name = ${exportsQueue.name} and retry_count > 0`.execute(kysely)
    console.info(
      `${exportCount} exports: ${doomed.made.size} by the process that was killed, ${survivor.made.size} by the other; ${unfinishedAtKill} were unfinished at its death, ${repeatedJobs[0]?.n} cut off by it`,
    )
  })
})
