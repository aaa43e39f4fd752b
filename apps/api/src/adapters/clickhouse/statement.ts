import type { InsertedRow } from './engine.port.ts'

/** The value of a statement parameter, never a part of its text. */
export type Value = string | number | bigint | readonly string[] | readonly number[] | readonly bigint[]

/** ClickHouse SQL with typed placeholders: `{p0:String}`. */
export interface Statement {
  text: string
  values: Readonly<Record<string, Value>>
}

interface Parameter {
  type: string
  value: Value
}

/** A part of a statement that can be embedded in others. */
export interface Fragment {
  strings: readonly string[]
  parts: readonly (Fragment | Parameter)[]
}

/** Builds a fragment; its placeholders are other fragments or typed values. */
export function ch(strings: TemplateStringsArray, ...parts: (Fragment | Parameter)[]): Fragment {
  return { strings, parts }
}

export function text(value: string): Parameter {
  return { type: 'String', value }
}

export function texts(value: readonly string[]): Parameter {
  return { type: 'Array(String)', value }
}

export function integer(value: number): Parameter {
  return { type: 'Int64', value }
}

export function integers(value: readonly number[]): Parameter {
  return { type: 'Array(Int64)', value }
}

/** A document's id, as in the tables, or another number beyond JavaScript's safe integers. */
export function long(value: string): Parameter {
  return { type: 'Int64', value: BigInt(value) }
}

export function longs(value: readonly string[]): Parameter {
  return { type: 'Array(Int64)', value: value.map(BigInt) }
}

export function join(parts: readonly Fragment[], separator: ' and ' | ' or ' | ' union all ' | ', '): Fragment {
  return { strings: ['', ...parts.slice(1).map(() => separator), ''], parts }
}

/** Numbers the values of a fragment, which makes it a statement. */
export function toStatement(fragment: Fragment): Statement {
  const values: Record<string, Value> = {}
  const write = ({ strings, parts }: Fragment): string =>
    strings.map((piece, index) => piece + writePart(parts[index])).join('')
  const writePart = (part: Fragment | Parameter | undefined): string => {
    if (part === undefined) return ''
    if ('strings' in part) return write(part)
    const name = `p${Object.keys(values).length}`
    values[name] = part.value
    return `{${name}:${part.type}}`
  }
  const sql = write(fragment)
  return { text: sql, values }
}

/** Rows in `insertFormat`: the columns are named once, and each row is a line of values. */
export interface WrittenRows {
  columns: readonly string[]
  lines: Uint8Array<ArrayBuffer>
}

/** Lines without column names are a third shorter (579 bytes a post, not 838), and the engine parses them in 7 µs instead of 10. */
export const insertFormat = 'JSONCompactEachRow'

/** Formats rows that share the columns of the first. */
export function writeLines(rows: readonly InsertedRow[]): WrittenRows {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column])))
  return { columns, lines: new TextEncoder().encode(lines.join('\n')) }
}
