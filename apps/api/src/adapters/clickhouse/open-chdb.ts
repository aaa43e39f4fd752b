import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DocumentsUnreachableError, toClickhouseError } from './clickhouse.errors.ts'
import type { ChdbReply, ChdbRequest } from './chdb-messages.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { findChdb } from './find-chdb.ts'
import { type Fragment, toStatement } from './statement.ts'
import { writeLines } from './write-lines.ts'

type WithoutNumber<Request> = Request extends unknown ? Omit<Request, 'number'> : never

/**
 * Opens ClickHouse on a folder that nobody else has open, in a process of its own: a thread that has loaded it cannot end without
 * ending the whole process (chdb 3.4.0), and ten large questions in this one held its event loop. Throws where chdb is not installed, with
 * what to do.
 */
export function openChdb(folder: string): ClickhouseEngine {
  const found = findChdb()
  if ('missing' in found) throw new Error(found.missing)
  const child = fork(fileURLToPath(new URL('./chdb.worker.ts', import.meta.url)), [found.path, folder], {
    serialization: 'advanced',
  })
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>()
  let gone: Error | null = null
  let lastNumber = 0
  let isClosing = false
  const crash = Promise.withResolvers<Error>()
  const end = (error: Error) => {
    if (!isClosing) crash.resolve(error)
    gone ??= new DocumentsUnreachableError(error)
    for (const { reject } of waiting.values()) reject(gone)
    waiting.clear()
  }
  child.on('error', end)
  child.on('exit', (code, signal) => end(new Error(`ClickHouse on ${folder} ended (${signal ?? code})`)))
  child.on('message', (reply: ChdbReply) => {
    const asked = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('error' in reply) asked?.reject(toClickhouseError(reply.error.message))
    else asked?.resolve(reply.bytes)
  })
  const ask = (request: WithoutNumber<ChdbRequest>): Promise<Uint8Array> => {
    if (gone !== null) return Promise.reject(gone)
    const number = ++lastNumber
    child.send({ ...request, number })
    return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
  }
  const query = (fragment: Fragment, format: 'JSONEachRow' | 'RowBinary') =>
    ask({ kind: 'ask', statement: toStatement(fragment), format })
  return {
    ask: async <Row>(fragment: Fragment) => {
      const lines = new TextDecoder().decode(await query(fragment, 'JSONEachRow')).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
    },
    read: (fragment) => query(fragment, 'RowBinary'),
    insert: async (table, rows) => {
      await ask({ kind: 'insert', table, rows: writeLines(rows) })
    },
    crashed: crash.promise,
    close: async () => {
      isClosing = true
      if (gone !== null) return
      const exit = once(child, 'exit')
      await ask({ kind: 'close' })
      await exit
    },
  }
}
