import { currentWork } from '../../kernel/work.ts'
import { DocumentsUnreachableError, timeoutMs, toClickhouseError } from './clickhouse.errors.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { sessionSettings } from './session-settings.ts'
import { type Fragment, toStatement } from './statement.ts'
import { insertFormat, writeLines } from './write-lines.ts'
import { writeParameter } from './write-parameter.ts'

/** A change of rows rewrites columns. */
const longestMs = 600_000
/** The server gives a question up before; where it does not say so, it hangs. */
const longestQuestionMs = timeoutMs + 5_000
/** An insert that is acknowledged is stored; an archive holds years, and each is a partition. */
const insertSettings = { async_insert: '0', max_partitions_per_insert_block: '0', max_execution_time: '0' }

/**
 * Opens a ClickHouse server by its HTTP interface: `clickhouse://user:password@host:8123/database`, `clickhouses://…` with TLS. Written here
 * and not with the maker's client, which sends long lists of ids in the URL unless rows are asked for as JSON. Nothing is asked yet.
 */
export function openServer(address: string, questionMs = longestQuestionMs): ClickhouseEngine {
  const url = new URL(address.replace(/^clickhouse/, 'http'))
  const headers: Record<string, string> = {}
  if (url.username !== '') headers['X-ClickHouse-User'] = decodeURIComponent(url.username)
  if (url.password !== '') headers['X-ClickHouse-Key'] = decodeURIComponent(url.password)
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default'
  const settings = Object.fromEntries(sessionSettings.map((setting) => setting.split(' = ')))

  const send = async (
    parameters: Record<string, string>,
    body: BodyInit,
    { limitMs = longestMs, caller = null }: { limitMs?: number; caller?: AbortSignal | null } = {},
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
    // a question ends when who asked hangs up; a change of rows does not
    return isQuestion(text)
      ? send({ default_format: format, cancel_http_readonly_queries_on_client_close: '1' }, form, {
          limitMs: hasOwnLimit(text) ? longestMs : questionMs,
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
    // a server that goes away comes back, and questions fail meanwhile
    crashed: new Promise<Error>(() => {}),
    close: async () => {},
  }
}

function isQuestion(text: string): boolean {
  return /^\s*select\b/i.test(text)
}

/** What runs in the background may take longer than what somebody waits for, and says so. */
function hasOwnLimit(text: string): boolean {
  return text.includes('max_execution_time')
}
