import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { findChdb } from '../open-chdb.ts'
import type { Value } from '../statement.ts'

// Serves ClickHouse's HTTP interface over the engine in this process, because no server can be installed for the tests: statements, values and
// results are ClickHouse's own; only the request parsing is implemented here.

interface Session {
  queryBindAsync(text: string, values: Readonly<Record<string, Value>>, options: { format: string }): Promise<Result>
  insert(rows: object): Promise<unknown>
  close(): void
}
interface Result {
  bytes(): Uint8Array
}

const [folder] = process.argv.slice(2)
const chdb = findChdb()
if (folder === undefined || 'missing' in chdb) throw new TypeError('chdb-server.main needs a folder and chdb')
const { Session: Chdb } = createRequire(import.meta.url)(chdb.path) as { Session: new (path: string) => Session }
const session = new Chdb(folder)
await session.queryBindAsync('set prefer_column_name_to_alias = 1', {}, { format: 'Null' })

/** Values by the types of their placeholders. */
function readValues(text: string, form: FormData): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const [, name = '', type = ''] of text.matchAll(/\{(p\d+):([^}]+)\}/g)) {
    const value = textOf(form, `param_${name}`)
    if (type === 'String') values[name] = unescape(value)
    else if (type === 'Int64') values[name] = BigInt(value)
    else if (type === 'Array(Int64)') values[name] = value === '[]' ? [] : value.slice(1, -1).split(',').map(BigInt)
    else values[name] = [...value.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, literal = '']) => unescape(literal))
  }
  return values
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const signs: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, sign: string) => signs[sign] ?? sign)
}

async function answer(request: Request): Promise<Uint8Array> {
  const { searchParams } = new URL(request.url)
  const insert = /^insert into (\w+) \(([\w, ]+)\) format JSONCompactEachRow$/.exec(searchParams.get('query') ?? '')
  if (insert !== null) {
    const settings = { async_insert: 0, max_partitions_per_insert_block: 0 }
    const values = Buffer.from(await request.arrayBuffer())
    await session.insert({
      table: insert[1],
      columns: insert[2]?.split(', '),
      values,
      format: 'JSONCompactEachRow',
      settings,
    })
    return new Uint8Array()
  }
  const form = await request.formData()
  const text = textOf(form, 'query')
  const format = searchParams.get('default_format') ?? 'TabSeparated'
  return (await session.queryBindAsync(text, readValues(text, form), { format })).bytes()
}

const server = createServer((incoming, outgoing) => {
  buffer(incoming)
    .then((body) =>
      answer(
        new Request(`http://localhost${incoming.url}`, {
          method: 'POST',
          headers: incoming.headers as Record<string, string>,
          body: new Uint8Array(body),
        }),
      ),
    )
    .then(
      (bytes) => outgoing.end(bytes),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        const code = /Code: (\d+)/.exec(message)?.[1] ?? '0'
        outgoing.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end(message)
      },
    )
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`clickhouse://auspex:secret@127.0.0.1:${(server.address() as AddressInfo).port}/default\n`)
process.on('disconnect', () => {
  session.close()
  process.exit()
})
