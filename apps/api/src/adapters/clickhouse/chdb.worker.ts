import { createRequire } from 'node:module'
import type { ChdbReply, ChdbRequest } from './chdb-messages.ts'
import { sessionSettings } from './session-settings.ts'
import { insertFormat, type Value } from './statement.ts'

// The process that runs the engine. chdb's types are missing, because it is not a dependency of this project; this is the part of them in use.
interface Session {
  queryBindAsync(text: string, values: Readonly<Record<string, Value>>, options: { format: string }): Promise<Result>
  insert(rows: object): Promise<unknown>
  close(): void
}
interface Result {
  bytes(): Uint8Array
}
interface Chdb {
  Session: new (path: string) => Session
  drainPending(): Promise<void>
}

const insertSettings = {
  // an acknowledged insert must be stored, not queued
  async_insert: 0,
  // an archive spans years, and each is a partition
  max_partitions_per_insert_block: 0,
  max_execution_time: 0,
}

const [path, folder] = [process.argv[2], process.argv[3]]
if (path === undefined || folder === undefined) throw new TypeError('chdb.worker needs the path of chdb and a folder')
const chdb = createRequire(import.meta.url)(path) as Chdb
const session = new chdb.Session(folder)
for (const setting of sessionSettings) await session.queryBindAsync(`set ${setting}`, {}, { format: 'Null' })
const none = new Uint8Array()

async function answer(request: ChdbRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'ask': {
      const { statement, format } = request
      return (await session.queryBindAsync(statement.text, statement.values, { format })).bytes()
    }
    case 'insert': {
      const { table, rows } = request
      const { columns, lines } = rows
      const values = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
      await session.insert({ table, columns, values, format: insertFormat, settings: insertSettings })
      return none
    }
    case 'close':
      session.close()
      await chdb.drainPending()
      return none
    default:
      throw new TypeError(`Nobody answers ${String(request satisfies never)}`)
  }
}

async function reply(request: ChdbRequest): Promise<void> {
  const { number } = request
  let answered: ChdbReply
  try {
    answered = { number, bytes: await answer(request) }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    answered = { number, error: { name, message } }
  }
  process.send?.(answered, () => request.kind === 'close' && process.disconnect())
}

process.on('message', (request: ChdbRequest) => void reply(request))
// the parent is gone, however it died: release the folder for the next process
process.on('disconnect', () => {
  session.close()
  process.exit()
})
