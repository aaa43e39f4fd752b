import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ValueKind } from './analysis.ts'

/** A column of a Parquet file and the values of the rows at hand. */
export interface ParquetColumn {
  name: string
  kind: ValueKind
  values: (string | number | null)[]
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const double = { type: 'DOUBLE' } as const
const types: Record<ValueKind, Omit<Element, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  count: { type: 'INT64' },
  decimal: double,
  tone: double,
  share: double,
  day: { type: 'INT32', converted_type: 'DATE' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
}

/** Writes one Parquet file row group by row group; each call returns the bytes that are finished, so that memory stays flat. */
export function createParquetWriter() {
  const bytes = new ByteWriter()
  let writer: ParquetWriter | null = null
  const take = (): Uint8Array<ArrayBuffer> => {
    const finished = new Uint8Array(bytes.getBuffer())
    // its offset in the file keeps counting
    bytes.index = 0
    return finished
  }
  return {
    write(columns: readonly ParquetColumn[]): Uint8Array<ArrayBuffer> {
      writer ??= new ParquetWriter({ writer: bytes, schema: toSchema(columns), createdBy: 'Auspex' })
      const rowGroupSize = columns[0]?.values.length ?? 0
      const columnData = columns.map(({ name, kind, values }) => ({
        name,
        data: values.map((value) => toValue(value, kind)),
      }))
      if (rowGroupSize > 0) void writer.write({ columnData, rowGroupSize })
      return take()
    },
    finish(): Uint8Array<ArrayBuffer> {
      void writer?.finish()
      return take()
    },
  }
}

function toSchema(columns: readonly ParquetColumn[]): Element[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }): Element => ({ name, repetition_type: 'OPTIONAL', ...types[kind] })),
  ]
}

function toValue(value: string | number | null, kind: ValueKind) {
  if (value === null) return null
  if (kind === 'count') return BigInt(Math.round(Number(value)))
  return kind === 'day' || kind === 'moment' ? new Date(value) : value
}
