import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createRateBound, createRecorder } from './recorder.ts'
import { createSecurityEventsRepository } from './security-events.repository.ts'
import { stub } from '../../../testing/stub.ts'
import type { SecurityEvent } from '../../../kernel/security-event.ts'
import { sweepSecurityEvents } from './security-events.module.ts'

describe('recorder', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await sql`delete from security_event`.execute(database.kysely)
  })

  interface LogLine {
    level: number
    msg: string
    securityEvent?: { name: string }
    securityEvents?: { name: string }[]
  }

  /** A recorder whose database can be made unavailable, and its process log. */
  function createWorld() {
    const lines: LogLine[] = []
    const log = pino(
      { level: 'info', base: null },
      { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) },
    )
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const repository = createSecurityEventsRepository(database)
    const world = {
      lines,
      clock,
      isDown: false,
      batches: 0,
      recorder: createRecorder({
        clock,
        log,
        createId: createSequentialIds(),
        repository: stub({
          insert: async (batch) => {
            if (world.isDown) throw new Error('the database is down')
            world.batches += 1
            await repository.insert(batch)
          },
        }),
      }),
    }
    return world
  }

  const readStored = async () =>
    (
      await sql<{ name: string; occurrences: number; user_id: string | null; operation: string | null; facts: object }>`
      select name, occurrences, user_id, operation, facts from security_event order by position`.execute(
        database.kysely,
      )
    ).rows

  describe('the security log', () => {
    test('stores buffered events in one batch, in order, and writes each to the process log at once', async () => {
      const world = createWorld()
      const { recorder, lines } = world
      recorder.record({ name: 'sign-in.failed', facts: { tries: 1 } })
      recorder.record({ name: 'sign-in.succeeded', userId: 'usr_1' })
      expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
        [40, 'sign-in.failed'],
        [30, 'sign-in.succeeded'],
      ])
      expect(await readStored()).toEqual([])
      await Promise.all([recorder.flush(), recorder.flush()])
      expect(await readStored()).toMatchObject([
        { name: 'sign-in.failed', occurrences: 1, facts: { tries: '1' } },
        { name: 'sign-in.succeeded', user_id: 'usr_1' },
      ])
      expect(world.batches).toBe(1)
    })

    test('keeps events buffered while the database is down, and stores them once later', async () => {
      const world = createWorld()
      world.isDown = true
      world.recorder.record({ name: 'sign-in.failed' })
      await expect(world.recorder.flush()).rejects.toThrow('the database is down')
      world.recorder.record({ name: 'role.refused' })
      world.isDown = false
      await world.recorder.flush()
      await world.recorder.flush()
      expect((await readStored()).map(({ name }) => name)).toEqual(['sign-in.failed', 'role.refused'])
    })

    test('writes events that it could not store to the process log when it is closed', async () => {
      const world = createWorld()
      world.isDown = true
      world.recorder.record({ name: 'sign-in.succeeded' })
      await world.recorder.close()
      const last = world.lines.at(-1)
      expect(last?.level).toBe(50)
      expect(last?.securityEvents?.map(({ name }) => name)).toEqual(['sign-in.succeeded'])
    })

    test('buffers a bounded number of events while the database is down, and logs the others as errors', async () => {
      const world = createWorld()
      world.isDown = true
      let minute = new Date('2026-11-21T08:00:00Z').getTime()
      for (let n = 0; n < 10_500; n++) {
        if (n % 100 === 0) world.clock.set(new Date((minute += 60_000)).toISOString())
        world.recorder.record({ name: 'sign-in.failed', address: `2001:db8::${n.toString(16)}` })
      }
      expect(world.lines.filter(({ level }) => level === 50)).toHaveLength(500)
      world.isDown = false
      await world.recorder.close()
      expect(await readStored()).toHaveLength(10_000)
      expect(world.batches).toBe(20)
    })

    test('stores counted events when it is closed, so that the occurrences are complete', async () => {
      const { recorder } = createWorld()
      for (let n = 0; n < 5_000; n++) recorder.record({ name: 'access-token.refused', address: '203.0.113.7' })
      await recorder.close()
      const rows = await readStored()
      expect(rows).toHaveLength(11)
      expect(rows.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(5_000)
      expect(rows.at(-1)).toMatchObject({ occurrences: 4_990, facts: { since: '2026-11-21T08:00:00.000Z' } })
    })

    test('removes characters from texts that no database stores or that would forge a log line', async () => {
      const { recorder } = createWorld()
      recorder.record({
        name: 'token.refused',
        operation: `a\0b\n\u001b[2Jc\ud800${'x'.repeat(500)}`,
        facts: { error: 'e\0' },
      })
      await recorder.flush()
      const [row] = await readStored()
      expect(row?.operation).toMatch(/^a.b.{2}\[2Jc.x{190,}$/u)
      expect(row?.operation).not.toMatch(/[\p{Cc}\p{Cs}]/u)
      expect(row?.facts).toEqual({ error: 'e�' })
    })
  })
})

describe('rate bound', () => {
  const eight = new Date('2026-11-21T08:00:00Z')
  const nextMinute = new Date('2026-11-21T08:01:00Z')
  const failedSignIn = (address: string): SecurityEvent => ({ name: 'sign-in.failed', address, facts: { tries: 1 } })

  describe('events that come too fast', () => {
    test('are stored one by one at first, then counted for their caller', () => {
      const bound = createRateBound({ perCaller: 3, perName: 100 })
      bound.settle(eight)
      const admitted = Array.from({ length: 10 }, () => bound.admit(failedSignIn('203.0.113.7'), eight))
      expect(admitted.filter(Boolean)).toHaveLength(3)
      expect(bound.admit(failedSignIn('203.0.113.8'), eight)).toBe(true)
      expect(bound.settle(eight)).toEqual([])
      expect(bound.settle(nextMinute)).toEqual([
        { event: { name: 'sign-in.failed', address: '203.0.113.7' }, occurrences: 7, since: eight },
      ])
      expect(bound.settle(nextMinute)).toEqual([])
      expect(bound.admit(failedSignIn('203.0.113.7'), nextMinute)).toBe(true)
    })

    test('from many addresses share one count, and suppress no other kind of event', () => {
      const bound = createRateBound({ perCaller: 3, perName: 100 })
      bound.settle(eight)
      const admitted = Array.from({ length: 50_000 }, (_, n) =>
        bound.admit(failedSignIn(`2001:db8::${n.toString(16)}`), eight),
      )
      expect(admitted.filter(Boolean)).toHaveLength(100)
      expect(bound.admit({ name: 'user-roles.changed', userId: 'usr_1' }, eight)).toBe(true)
      expect(bound.settleAll()).toEqual([{ event: { name: 'sign-in.failed' }, occurrences: 49_900, since: eight }])
    })
  })
})

describe('retention', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('the log keeps 180 days, and the newest events of each name', async () => {
    await sql`
    insert into security_event (id, at, name, severity, occurrences, facts)
    select 'sev_' || n, timestamptz '2026-05-01T00:00:00Z' + n * interval '1 hour', case when n % 5 = 0 then 'role.refused' else 'sign-in.failed' end, 'warning', 1, '{}'
    from generate_series(1, 4800) n`.execute(database.kysely)
    const repository = createSecurityEventsRepository(database)
    const now = new Date('2026-11-21T08:00:00Z')
    const sweep = (isStopping: boolean) =>
      sweepSecurityEvents({ repository, now, newest: 3_000, isStopping: () => isStopping })
    await sweep(true)
    const read = async () =>
      (
        await sql<{ name: string; events: number; first: Date; last: Date }>`
        select name, count(*)::int as events, min(at) as first, max(at) as last from security_event group by name order by name`.execute(
          database.kysely,
        )
      ).rows
    expect((await read()).map(({ events }) => events)).toEqual([960, 3840])
    await sweep(false)
    const [refused, failed] = await read()
    expect(refused?.events).toBeLessThan(960)
    expect(refused?.first).toEqual(new Date('2026-05-25T09:00:00Z'))
    expect(failed?.events).toBe(3_000)
    expect(failed?.last).toEqual(new Date(new Date('2026-05-01T00:00:00Z').getTime() + 4799 * 3_600_000))
  })
})
