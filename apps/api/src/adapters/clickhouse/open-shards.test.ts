import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runAs } from '../../kernel/work.ts'
import { findAnsweringShards, openShards, shardOf } from './open-shards.ts'
import { DocumentsUnreachableError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { openServer, writeParameter } from './open-server.ts'
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

test('returns the results of all shards one after the other', async () => {
  const engine = openShards([createShard([{ n: 1 }]), createShard([{ n: 2 }, { n: 3 }])])
  expect(await engine.ask(ch`select 1`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect([...(await engine.read(ch`select 1`))]).toEqual([1, 2])
})

test('stores each document on one fixed shard, and sample documents on every shard', async () => {
  const shards = [createShard([]), createShard([]), createShard([])]
  const ids = Array.from({ length: 900 }, (_, n) => `${n * 13}`)
  await openShards(shards).insert(
    'document',
    ids.map((id) => ({ id })),
  )
  expect(shards.flatMap(({ stored }) => stored)).toHaveLength(ids.length)
  for (const [index, { stored }] of shards.entries()) {
    expect(new Set(stored.map((id) => shardOf(id, 3)))).toEqual(new Set([index]))
    expect(stored.some((id) => (BigInt(id) & 127n) < 16n)).toBe(true)
  }
})

test('a query fails with the name of a shard that does not answer, rather than return a part', async () => {
  const engine = openShards([createShard([{ n: 1 }]), openServer(unreachable)])
  await expect(engine.ask(ch`select 1`)).rejects.toThrow(DocumentsUnreachableError)
  await expect(engine.read(ch`select 1`)).rejects.toMatchObject({ code: 'documents.unreachable' })
})

test('pings a shard that hung before sending it another query, so that no caller waits for it twice', async () => {
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

test('a server that accepts a query and never answers counts as unavailable', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const engine = openServer(`clickhouse://127.0.0.1:${port}/default`, 20)
  await expect(engine.ask(ch`select 1`)).rejects.toThrow(DocumentsUnreachableError)
  silent.closeAllConnections()
  silent.close()
})

test('the other shards can be queried alone while one is unavailable, with their number', async () => {
  const engine = openShards([createShard([{ n: 1 }]), openServer(unreachable), createShard([{ n: 2 }])])
  const { engine: answering, ...shards } = await findAnsweringShards(engine)
  expect(shards).toEqual({ answered: 2, total: 3 })
  expect(await answering.ask(ch`select 1`)).toEqual([{ n: 1 }, { n: 2 }])
  // a document would be stored on a shard where it cannot be found
  await expect(answering.insert('document', [{ id: '1' }])).rejects.toThrow('stored over all shards')
})

test('a shard that does not answer in time counts as unavailable', async () => {
  const silent = { ...createShard([]), ask: () => new Promise<never>(() => {}) }
  const shards = await findAnsweringShards(openShards([silent, createShard([{ n: 1 }])]), 20)
  expect(shards).toMatchObject({ answered: 1, total: 2 })
})

test('queries all shards if all of them answer, and a single store is its only shard', async () => {
  const engine = openShards([createShard([]), createShard([])])
  expect(await findAnsweringShards(engine)).toEqual({ engine, answered: 2, total: 2 })
  const single = createShard([])
  expect(await findAnsweringShards(single)).toEqual({ engine: single, answered: 1, total: 1 })
})

test('reports the library as unreachable if no shard answers', async () => {
  const engine = openShards([openServer(unreachable), openServer(unreachable)])
  await expect(findAnsweringShards(engine)).rejects.toThrow(DocumentsUnreachableError)
  await expect(findAnsweringShards(openServer(unreachable))).rejects.toMatchObject({ code: 'documents.unreachable' })
})

test('does not send a query whose caller has disconnected', async () => {
  const work = { owner: 'mira', signal: AbortSignal.abort(new Error('hung up')), tenant: null }
  await expect(runAs(work, () => openServer(unreachable).ask(ch`select 1`))).rejects.toThrow('hung up')
})

test('sends a value as a value, whatever characters it contains', () => {
  const { text, values } = toStatement(ch`select ${texts(["it's", 'a\tb\n', 'back\\slash'])}`)
  expect(text).toBe('select {p0:Array(String)}')
  expect(writeParameter(values['p0'] ?? '')).toBe(String.raw`['it\'s','a\tb\n','back\\slash']`)
  expect(writeParameter([1n, 2n])).toBe('[1,2]')
})
