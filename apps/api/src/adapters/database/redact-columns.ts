import { type Kysely, sql } from 'kysely'
import type { Redaction } from '../../kernel/redaction.ts'

/** A column that may quote documents. */
export interface QuotingColumn {
  table: string
  /** Columns of the primary key. */
  key: readonly string[]
  column: string
  /** `json` is a column of the type jsonb, `json-text` JSON in a text column. */
  type: 'json' | 'json-text' | 'text'
  /** Whether a quotation may stand there without the id, the title, the address or the author: then every row is read. */
  isUnmarked?: boolean
  /** A condition in SQL for the rows to look at. */
  only?: string
}

const rowsPerStep = 100

/** Removes quotations of deleted documents from columns; returns the first key of each changed row. Repeating it changes nothing. */
export async function redactColumns(
  { kysely }: { kysely: Kysely<object> },
  columns: readonly QuotingColumn[],
  redaction: Redaction,
): Promise<string[]> {
  const changed: string[] = []
  for (const column of columns) changed.push(...(await redactColumn(kysely, column, redaction)))
  return changed
}

async function redactColumn(kysely: Kysely<object>, place: QuotingColumn, redaction: Redaction): Promise<string[]> {
  const changed: string[] = []
  let after: string | null = null
  for (;;) {
    const rows = await readRows(kysely, place, { after, pattern: toPattern(redaction.markers) })
    for (const { key, row, value } of rows) {
      const redacted = redactStored(value, place.type, redaction)
      if (redacted === value) continue
      await writeRow(kysely, place, { key, value: redacted, before: value })
      changed.push(row)
    }
    after = rows.at(-1)?.key ?? null
    if (rows.length < rowsPerStep || after === null) return changed
  }
}

interface StoredValue {
  /** The primary key as JSON, in which rows are also ordered. */
  key: string
  row: string
  value: string
}

async function readRows(
  kysely: Kysely<object>,
  { table, key, column, isUnmarked = false, only = 'true' }: QuotingColumn,
  { after, pattern }: { after: string | null; pattern: string },
): Promise<StoredValue[]> {
  const keyOf = sql.raw(`jsonb_build_array(${key.join(', ')})::text`)
  const text = sql.raw(`${column}::text`)
  const { rows } = await sql<StoredValue>`
    select ${keyOf} as key, ${sql.raw(key[0] ?? '')}::text as row, ${text} as value from ${sql.raw(table)}
    where ${sql.raw(column)} is not null and ${sql.raw(only)} and (${after}::text is null or ${keyOf} > ${after})
      and (${isUnmarked} or ${text} ~ ${pattern})
    order by 1 limit ${rowsPerStep}`.execute(kysely)
  return rows
}

/** Does nothing where a person changed the value in the meantime: it is read again by the next deletion. */
async function writeRow(
  kysely: Kysely<object>,
  { table, key: keyColumns, column, type }: QuotingColumn,
  { key, value, before }: { key: string; value: string; before: string },
): Promise<void> {
  const keyOf = sql.raw(`jsonb_build_array(${keyColumns.join(', ')})::text`)
  await sql`
    update ${sql.raw(table)} set ${sql.raw(column)} = ${value}::${sql.raw(type === 'json' ? 'jsonb' : 'text')}
    where ${keyOf} = ${key} and ${sql.raw(column)}::text = ${before}`.execute(kysely)
}

function redactStored(value: string, type: QuotingColumn['type'], redaction: Redaction): string {
  if (type === 'text') return redaction.redactText(value).text
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    return redaction.redactText(value).text // a result that was cut or never was JSON
  }
  const redacted = redaction.redactValue(parsed)
  return redacted === parsed ? value : JSON.stringify(redacted)
}

/** A regular expression for any of the markers, also as they are written within JSON. */
export function toPattern(markers: readonly string[]): string {
  const spellings = markers.flatMap((marker) => [...new Set([marker, JSON.stringify(marker).slice(1, -1)])])
  return spellings.map((marker) => marker.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)).join('|')
}
