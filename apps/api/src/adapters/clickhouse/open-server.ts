import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError, timeoutMs, toClickhouseError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { sessionSettings } from './session-settings.ts'
import { type Fragment, insertFormat, toStatement, type Value, writeLines } from './statement.ts'

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }

/** An update of rows rewrites whole columns. */
const maxMs = 600_000
/** The server cancels a query before this; if it does not report that, it hangs. */
const maxQueryMs = timeoutMs + 5_000
/** An acknowledged insert must be stored; an archive spans years, and each is a partition. */
const insertSettings = { async_insert: '0', max_partitions_per_insert_block: '0', max_execution_time: '0' }

/**
 * Opens a ClickHouse server by its HTTP interface: `clickhouse://user:password@host:8123/database`, `clickhouses://…` with TLS. Does not use the
 * official client, which sends long lists of ids in the URL unless rows are requested as JSON. Sends no request yet.
 */
export function openServer(address: string, questionMs = maxQueryMs): ClickhouseEngine {
  const url = new URL(address.replace(/^clickhouse/, 'http'))
  const headers: Record<string, string> = {}
  if (url.username !== '') headers['X-ClickHouse-User'] = decodeURIComponent(url.username)
  if (url.password !== '') headers['X-ClickHouse-Key'] = decodeURIComponent(url.password)
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default'
  const settings = Object.fromEntries(sessionSettings.map((setting) => setting.split(' = ')))

  const send = async (
    parameters: Record<string, string>,
    body: BodyInit,
    { limitMs = maxMs, caller = null }: { limitMs?: number; caller?: AbortSignal | null } = {},
  ): Promise<ArrayBuffer> => {
    caller?.throwIfAborted()
    const target = new URL(url.origin)
    target.search = new URLSearchParams({ database, wait_end_of_query: '1', ...settings, ...parameters }).toString()
    let response: Response
    let answer: ArrayBuffer
    try {
      const timeout = AbortSignal.timeout(limitMs)
      const signal = caller === null ? timeout : AbortSignal.any([timeout, caller])
      response = await fetch(target, { method: 'POST', headers, body, signal })
      answer = await response.arrayBuffer()
    } catch (error) {
      caller?.throwIfAborted()
      throw new DocumentsUnreachableError(error instanceof Error ? error : new Error(String(error)))
    }
    if (response.ok) return answer
    const message = new TextDecoder().decode(answer).trim()
    const code = response.headers.get('X-ClickHouse-Exception-Code')
    if (code === null) throw new DocumentsUnreachableError(new Error(`HTTP ${response.status}: ${message}`))
    throw toClickhouseError(message, Number(code))
  }
  const query = (fragment: Fragment, format: 'JSONEachRow' | 'RowBinary') => {
    const { text, values } = toStatement(fragment)
    const form = new FormData()
    form.set('query', text)
    for (const [name, value] of Object.entries(values)) form.set(`param_${name}`, writeParameter(value))
    // a query is cancelled when its caller disconnects; an update of rows is not
    return isQuestion(text)
      ? send({ default_format: format, cancel_http_readonly_queries_on_client_close: '1' }, form, {
          limitMs: hasOwnLimit(text) ? maxMs : questionMs,
          caller: currentWork().signal,
        })
      : send({ default_format: format }, form)
  }
  return {
    ask: async <Row>(fragment: Fragment) => {
      const lines = new TextDecoder().decode(await query(fragment, 'JSONEachRow')).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
    },
    read: async (fragment) => new Uint8Array(await query(fragment, 'RowBinary')),
    insert: async (table, rows) => {
      const { columns, lines } = writeLines(rows)
      const statement = `insert into ${table} (${columns.join(', ')}) format ${insertFormat}`
      await send({ query: statement, ...insertSettings }, lines)
    },
    // a server comes back by itself, and queries fail until then
    crashed: new Promise<Error>(() => {}),
    close: async () => {},
  }
}

function isQuestion(text: string): boolean {
  return /^\s*select\b/i.test(text)
}

/** Background statements may take longer than interactive ones, and set their own limit. */
function hasOwnLimit(text: string): boolean {
  return text.includes('max_execution_time')
}

/** A value in the HTTP interface's format: text with escapes, and texts in an array also in quotes. */
export function writeParameter(value: Value): string {
  if (typeof value === 'string') return escape(value)
  if (!Array.isArray(value)) return String(value)
  return `[${value.map((element) => (typeof element === 'string' ? `'${escape(element)}'` : String(element))).join(',')}]`
}

function escape(text: string): string {
  return text.replaceAll(/[\t\n\r'\\]/g, (sign) => escapes[sign] ?? sign)
}
