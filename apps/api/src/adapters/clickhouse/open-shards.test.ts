import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runAs } from '../../kernel/work.ts'
import { findAnsweringShards } from './answering-shards.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { openServer, writeParameter } from './open-server.ts'
import { openShards, shardOf } from './open-shards.ts'
import { ch, type Fragment, texts, toStatement } from './statement.ts'

const unreachable = 'clickhouse://127.0.0.1:9/default'

function createShard(rows: object[]): ClickhouseEngine & { stored: string[] } {
  const stored: string[] = []
  return {
    stored,
    ask: async <Row>() => rows as Row[],
    read: async () => new Uint8Array([rows.length]),
    insert: async (_, added) => void stored.push(...added.map(({ id }) => id)),
    crashed: new Promise(() => {}),
    close: async () => {},
  }
}

test('the answers of all shards come one behind the other', async () => {
  const engine = openShards([createShard([{ n: 1 }]), createShard([{ n: 2 }, { n: 3 }])])
  expect(await engine.ask(ch`select 1`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect([...(await engine.read(ch`select 1`))]).toEqual([1, 2])
})

test('each document is stored in one shard, always the same, and every shard holds documents of the sample', async () => {
  const shards = [createShard([]), createShard([]), createShard([])]
  const ids = Array.from({ length: 900 }, (_, n) => `${n * 13}`)
  await openShards(shards).insert(
    'document',
    ids.map((id) => ({ id })),
  )
  expect(shards.flatMap(({ stored }) => stored)).toHaveLength(ids.length)
  for (const [at, { stored }] of shards.entries()) {
    expect(new Set(stored.map((id) => shardOf(id, 3)))).toEqual(new Set([at]))
    expect(stored.some((id) => (BigInt(id) & 127n) < 16n)).toBe(true)
  }
})

test('a shard that does not answer fails the question by name, and never makes it smaller', async () => {
  const engine = openShards([createShard([{ n: 1 }]), openServer(unreachable)])
  await expect(engine.ask(ch`select 1`)).rejects.toThrow(DocumentsUnreachableError)
  await expect(engine.read(ch`select 1`)).rejects.toMatchObject({ code: 'documents.unreachable' })
})

test('a shard that hung is asked whether it is back before it is asked anything long, so that nobody waits for it twice', async () => {
  const statements: string[] = []
  let isBack = false
  const hanging: ClickhouseEngine = {
    ...createShard([]),
    ask: async <Row>(statement: Fragment) => {
      statements.push(toStatement(statement).text)
      if (isBack) return [] as Row[]
      return statements.length === 1
        ? Promise.reject(new DocumentsUnreachableError(new Error('gave up')))
        : new Promise<never>(() => {})
    },
  }
  const engine = openShards([hanging, createShard([])], 20)
  await expect(engine.ask(ch`select 2`)).rejects.toThrow(DocumentsUnreachableError)
  await expect(engine.ask(ch`select 2`)).rejects.toThrow(DocumentsUnreachableError)
  isBack = true
  await engine.ask(ch`select 2`)
  await engine.ask(ch`select 2`)
  expect(statements).toEqual(['select 2', 'select 1', 'select 1', 'select 2', 'select 2'])
})

test('a server that takes a question and never answers is away', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const engine = openServer(`clickhouse://127.0.0.1:${port}/default`, 20)
  await expect(engine.ask(ch`select 1`)).rejects.toThrow(DocumentsUnreachableError)
  silent.closeAllConnections()
  silent.close()
})

test('while a shard is away, the others can be asked by themselves, and it is said how many they are', async () => {
  const engine = openShards([createShard([{ n: 1 }]), openServer(unreachable), createShard([{ n: 2 }])])
  const { engine: answering, ...shards } = await findAnsweringShards(engine)
  expect(shards).toEqual({ answered: 2, total: 3 })
  expect(await answering.ask(ch`select 1`)).toEqual([{ n: 1 }, { n: 2 }])
  // a document would be stored on a shard where it cannot be found
  await expect(answering.insert('document', [{ id: '1' }])).rejects.toThrow('stored over all shards')
})

test('a shard that says nothing in time is away', async () => {
  const silent = { ...createShard([]), ask: () => new Promise<never>(() => {}) }
  const shards = await findAnsweringShards(openShards([silent, createShard([{ n: 1 }])]), 20)
  expect(shards).toMatchObject({ answered: 1, total: 2 })
})

test('where all shards answer, they are asked as before, and one place is all of its own', async () => {
  const engine = openShards([createShard([]), createShard([])])
  expect(await findAnsweringShards(engine)).toEqual({ engine, answered: 2, total: 2 })
  const single = createShard([])
  expect(await findAnsweringShards(single)).toEqual({ engine: single, answered: 1, total: 1 })
})

test('where no shard answers, the library cannot be reached', async () => {
  const engine = openShards([openServer(unreachable), openServer(unreachable)])
  await expect(findAnsweringShards(engine)).rejects.toThrow(DocumentsUnreachableError)
  await expect(findAnsweringShards(openServer(unreachable))).rejects.toMatchObject({ code: 'documents.unreachable' })
})

test('a question that nobody waits for any more is not asked', async () => {
  const work = { owner: 'mira', signal: AbortSignal.abort(new Error('hung up')), tenant: null }
  await expect(runAs(work, () => openServer(unreachable).ask(ch`select 1`))).rejects.toThrow('hung up')
})

test('a value is sent as a value, whatever signs it holds', () => {
  const { text, values } = toStatement(ch`select ${texts(["it's", 'a\tb\n', 'back\\slash'])}`)
  expect(text).toBe('select {p0:Array(String)}')
  expect(writeParameter(values['p0'] ?? '')).toBe(String.raw`['it\'s','a\tb\n','back\\slash']`)
  expect(writeParameter([1n, 2n])).toBe('[1,2]')
})
