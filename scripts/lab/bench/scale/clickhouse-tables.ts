import { ch, type ClickhouseEngine, type Database, integer } from '@auspex/api'
import type { Figure } from '../signals/figures.ts'
import type { Tables } from './open-scale-library.ts'

/** Copies per statement, so that none takes long. */
const documentsAtOnce = 250_000

/** A batch number that no import uses. */
const copies = 0

export function clickhouseTables(engine: ClickhouseEngine, { pool }: Database): Tables {
  return {
    async count() {
      const [row] = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document`)
      return Number(row?.n ?? 0)
    },
    async grow({ first, from, to }) {
      const start = performance.now()
      // otherwise they would count as leftovers of a stopped import
      await pool.query('insert into document_batch (number) values ($1) on conflict do nothing', [copies])
      for (let have = from, copy = 1 + Math.floor(from / first); have < to; copy += 1) {
        const copyCount = Math.min(first, to - have, documentsAtOnce)
        await engine.ask(ch`
          insert into document select * replace (
            toInt64(bitAnd(cityHash64(id, ${integer(copy)}), 9223372036854775807)) as id, id as cluster,
            ms + ${integer(copy % 400)} * 3600000 as ms, ${integer(copies)} as batch)
          from (select * from document where batch > ${integer(copies)} limit ${integer(copyCount)})
          settings max_partitions_per_insert_block = 0, max_execution_time = 0`)
        have += copyCount
      }
      await engine.ask(ch`optimize table document settings max_execution_time = 0`)
      return {
        what: 'copying inside the engine, one merge',
        value: (to - from) / ((performance.now() - start) / 1_000),
        unit: 'documents/s',
        bar: null,
        note: 'no import: only how the table was made as large',
      }
    },
    measureDisk: (documents) => measureDisk(engine, documents),
  }
}

/** Disk space that a document takes in addition to its title, body and address. */
async function measureDisk(engine: ClickhouseEngine, documents: number): Promise<Figure[]> {
  const [whole] = await engine.ask<{ bytes: string; index: string; parts: string }>(ch`
    select toString(sum(bytes_on_disk)) as bytes, toString(sum(secondary_indices_compressed_bytes)) as index, toString(count()) as parts
    from system.parts where table = 'document' and active`)
  const columns = await engine.ask<{ column: string; bytes: string }>(ch`
    select column, toString(sum(column_data_compressed_bytes)) as bytes
    from system.parts_columns where table = 'document' and active group by column order by sum(column_data_compressed_bytes) desc`)
  const of = (names: readonly string[]) =>
    columns.filter(({ column }) => names.includes(column)).reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const bytes = Number(whole?.bytes ?? 0)
  const note = columns.slice(0, 4).map(({ column, bytes: size }) => `${column} ${Math.round(Number(size) / documents)}`)
  return [
    {
      what: 'disk a document beside the text',
      value: (bytes - of(['title', 'body', 'url'])) / documents,
      unit: 'bytes',
      bar: { atMost: 350 },
      note: `${whole?.parts} parts; index ${Math.round(Number(whole?.index) / documents)}, ${note.join(', ')}`,
    },
  ]
}
