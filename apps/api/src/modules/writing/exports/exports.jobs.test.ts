import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { ExportRefusedError } from '../writing.errors.ts'
import { createExportJobs, type MakeFile } from './exports.jobs.ts'
import { createExportsRepository } from './exports.repository.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { makeStoryFile, makeThreadFile } from './make-file.ts'
import { everyModule, stub } from '../../../testing/stub.ts'
import type { Images, People } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'

describe('exports jobs', () => {
  const now = '2026-11-21T08:00:00Z'
  const clock = createFixedClock(now)
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  /** Queues an export and returns the job that makes it. */
  async function queueExport(id: string, makeFile: MakeFile, mayHave = true) {
    const repository = createExportsRepository(database)
    const file = {
      id,
      userId: 'usr_mira',
      kind: 'signal',
      itemId: 'sig_1',
      format: 'csv',
      comparison: null,
      status: 'queued',
      fileName: 'oat-milk.csv',
      bytes: null,
      reason: null,
      createdAt: clock.now(),
      finishedAt: null,
      expiresAt: null,
    } as const
    expect(await repository.create(file, 100)).toBe(true)
    const [job] = createExportJobs({
      repository,
      makeFile,
      mayHave: async () => mayHave,
      whenReady: async () => {},
      clock,
      log: createLogger('silent'),
    }) as [Job]
    const state = () => repository.find({ id, userId: 'usr_mira', now: clock.now() })
    return { job, state, payload: { exportId: id }, firstPiece: () => repository.readChunk(id, 0) }
  }

  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(300_000)
    throw new Error('the disk is full')
  }

  test('an export that breaks waits in the queue for its next attempt, and fails with its last', async () => {
    const { job, state, payload, firstPiece } = await queueExport('ex_broken', broken)
    await expect(runOnce(job, { payload })).rejects.toThrow('the disk is full')
    expect(await state()).toMatchObject({ status: 'queued', finishedAt: null })
    await expect(runOnce(job, { payload, isLastAttempt: true })).rejects.toThrow('the disk is full')
    expect(await state()).toMatchObject({ status: 'failed', reason: expect.stringContaining('start the export again') })
    expect(await firstPiece()).toBeNull()
  })

  test('an export that is refused fails at once with the reason, and is not retried', async () => {
    const { job, state, payload } = await queueExport('ex_refused', () => {
      throw new ExportRefusedError('Nothing matches.')
    })
    await runOnce(job, { payload })
    expect(await state()).toMatchObject({ status: 'failed', reason: 'Nothing matches.' })
  })

  test('an export of a module that was disabled in the meantime fails with that reason', async () => {
    const { job, state, payload, firstPiece } = await queueExport('ex_off', broken, false)
    await runOnce(job, { payload })
    expect(await state()).toMatchObject({ status: 'failed', reason: expect.stringContaining('switched off for you') })
    expect(await firstPiece()).toBeNull()
  })

  test('an export whose process died at every attempt is shown as failed', async () => {
    const { job, state, payload } = await queueExport('ex_died', broken)
    await job.giveUp?.(payload)
    expect(await state()).toMatchObject({ status: 'failed', finishedAt: clock.now() })
  })

  test('an interrupted export is restarted, and a finished one is not', async () => {
    let attempts = 0
    const { job, state, payload, firstPiece } = await queueExport('ex_again', async function* () {
      attempts += 1
      yield Buffer.from(attempts === 1 ? 'half of it'.repeat(30_000) : 'all of it')
      if (attempts === 1) throw new Error('cut off')
    })
    await expect(runOnce(job, { payload })).rejects.toThrow('cut off')
    await runOnce(job, { payload })
    expect(await state()).toMatchObject({ status: 'complete', bytes: 9 })
    expect((await firstPiece())?.toString()).toBe('all of it')
    await runOnce(job, { payload })
    expect(attempts).toBe(2)
    await job.giveUp?.(payload)
    expect(await state()).toMatchObject({ status: 'complete' })
  })
})

describe('make story file', () => {
  const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
  const file = { userId: mira.userId, kind: 'story', itemId: 'st_1', format: 'html', comparison: null } as const

  function makeWith({ member, kind }: { member: typeof mira | null; kind: 'not_found' | 'unavailable' }) {
    const deps = {
      stories: stub<Stories>({
        open: async () => {
          throw new CodedError({ kind, code: 'stories.test', title: 'No' })
        },
      }),
      people: stub<People>({ findMember: async () => member }),
      signals: stub<Signals>({ findTitle: async () => 'oat milk' }),
      images: stub<Images>({ read: async () => null }),
      access: everyModule,
      clock: createFixedClock('2026-11-21T08:00:00Z'),
    }
    return makeStoryFile(file, deps).next()
  }

  test('a story that was deleted or unshared in the meantime fails with a reason for the person', async () => {
    await expect(makeWith({ member: mira, kind: 'not_found' })).rejects.toMatchObject({
      name: 'ExportRefusedError',
      message: expect.stringContaining('no longer shared with you'),
    })
  })

  test('a person who no longer exists gets no file', async () => {
    await expect(makeWith({ member: null, kind: 'not_found' })).rejects.toMatchObject({ name: 'ExportRefusedError' })
  })

  test('a temporary error is not a refusal, so the export is retried', async () => {
    await expect(makeWith({ member: mira, kind: 'unavailable' })).rejects.toMatchObject({ name: 'CodedError' })
  })
})

describe('make thread file', () => {
  const mira = { userId: 'usr_mira', organizationId: 'org_northwind' }
  const file = { userId: mira.userId, kind: 'thread', itemId: 'th_1', format: 'markdown', comparison: null } as const

  function makeWith({ member, kind }: { member: typeof mira | null; kind: 'not_found' | 'unavailable' }) {
    const deps = {
      threads: stub<SharedThreads>({
        readUntil: async () => {
          throw new CodedError({ kind, code: 'zeus.test', title: 'No' })
        },
      }),
      documents: stub<DocumentsModule>({ getDocuments: async () => [] }),
      people: stub<People>({ findMember: async () => member }),
      signals: stub<Signals>({ findTitle: async () => 'oat milk' }),
      access: everyModule,
      clock: createFixedClock('2026-11-21T08:00:00Z'),
    }
    return makeThreadFile(file, deps).next()
  }

  test('a conversation that was deleted in the meantime fails with a reason for the person', async () => {
    await expect(makeWith({ member: mira, kind: 'not_found' })).rejects.toMatchObject({
      name: 'ExportRefusedError',
      message: 'The conversation was deleted.',
    })
  })

  test('a person who no longer exists gets no file', async () => {
    await expect(makeWith({ member: null, kind: 'not_found' })).rejects.toMatchObject({ name: 'ExportRefusedError' })
  })

  test('a temporary error is not a refusal, so the export is retried', async () => {
    await expect(makeWith({ member: mira, kind: 'unavailable' })).rejects.toMatchObject({ name: 'CodedError' })
  })
})
