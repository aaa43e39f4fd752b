import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DocumentsUnreachableError, toClickhouseError } from './clickhouse.errors.ts'
import type { ChdbReply, ChdbRequest } from './chdb-messages.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { type Fragment, toStatement, writeLines } from './statement.ts'

/** The version of chdb that this engine was written and measured with. */
const chdbVersion = '3.4.0'

/**
 * Finds npm's `chdb`, or returns a sentence that says how to get it. It is 546 MB, so this project does not install it: `AUSPEX_CHDB` names a
 * separate folder.
 */
export function findChdb(env: NodeJS.ProcessEnv = process.env): { path: string } | { missing: string } {
  const folder = env['AUSPEX_CHDB']
  const install = `npm install --prefix FOLDER chdb@${chdbVersion}, and set AUSPEX_CHDB=FOLDER`
  if (folder === undefined) return { missing: `chdb is not installed: ${install}` }
  try {
    return { path: createRequire(join(folder, 'package.json')).resolve('chdb') }
  } catch {
    return { missing: `there is no chdb in ${folder}: ${install}` }
  }
}

type WithoutNumber<Request> = Request extends unknown ? Omit<Request, 'number'> : never

/**
 * Opens ClickHouse on a folder that no other process has open, in a separate process: a thread that has loaded it cannot exit without ending the
 * whole process (chdb 3.4.0), and ten large queries in this process blocked its event loop. Throws if chdb is not installed, with instructions.
 */
export function openChdb(folder: string): ClickhouseEngine {
  const installation = findChdb()
  if ('missing' in installation) throw new Error(installation.missing)
  const child = fork(fileURLToPath(new URL('./chdb.worker.ts', import.meta.url)), [installation.path, folder], {
    serialization: 'advanced',
  })
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>()
  let failure: Error | null = null
  let lastNumber = 0
  let isClosing = false
  const crash = Promise.withResolvers<Error>()
  const end = (error: Error) => {
    if (!isClosing) crash.resolve(error)
    failure ??= new DocumentsUnreachableError(error)
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  }
  child.on('error', end)
  child.on('exit', (code, signal) => end(new Error(`ClickHouse on ${folder} ended (${signal ?? code})`)))
  child.on('message', (reply: ChdbReply) => {
    const pending = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('error' in reply) pending?.reject(toClickhouseError(reply.error.message))
    else pending?.resolve(reply.bytes)
  })
  const send = (request: WithoutNumber<ChdbRequest>): Promise<Uint8Array> => {
    if (failure !== null) return Promise.reject(failure)
    const number = ++lastNumber
    child.send({ ...request, number })
    return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
  }
  const query = (fragment: Fragment, format: 'JSONEachRow' | 'RowBinary') =>
    send({ kind: 'ask', statement: toStatement(fragment), format })
  return {
    ask: async <Row>(fragment: Fragment) => {
      const lines = new TextDecoder().decode(await query(fragment, 'JSONEachRow')).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
    },
    read: (fragment) => query(fragment, 'RowBinary'),
    insert: async (table, rows) => {
      await send({ kind: 'insert', table, rows: writeLines(rows) })
    },
    crashed: crash.promise,
    close: async () => {
      isClosing = true
      if (failure !== null) {
        // after a failed message the process may still run, and hold its folder
        const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
        if (!isRunning) return
        const killed = once(child, 'exit')
        child.kill('SIGKILL')
        await killed
        return
      }
      const exit = once(child, 'exit')
      await send({ kind: 'close' })
      await exit
    },
  }
}
