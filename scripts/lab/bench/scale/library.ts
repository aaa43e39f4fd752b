import { readFile } from 'node:fs/promises'
import { ch, integer, type openClickhouseStore } from '@auspex/api'
import type { Figure } from '../signals/figures.ts'

type Engine = Awaited<ReturnType<typeof openClickhouseStore>>['engine']

/** Repeats the first documents with new ids and later dates until there are enough; all of it inside the engine. */
export async function growLibrary(engine: Engine, { from, to }: { from: number; to: number }): Promise<Figure> {
  const start = performance.now()
  for (let have = from, copy = 1; have < to; have += from, copy += 1) {
    await engine.ask(ch`
      insert into document select * replace (
        toInt64(bitAnd(cityHash64(id, ${integer(copy)}), 9223372036854775807)) as id, id as cluster,
        ms + ${integer(copy)} * 3600000 as ms)
      from document order by document.id limit ${integer(Math.min(from, to - have))}
      settings max_partitions_per_insert_block = 0`)
  }
  await engine.ask(ch`optimize table document`)
  return {
    what: 'copying inside the engine, one merge',
    value: (to - from) / ((performance.now() - start) / 1_000),
    unit: 'documents/s',
    bar: null,
    note: 'no import: only how the table was made as large',
  }
}

/** What a document takes on the disk beside its title, body and address. */
export async function measureDisk(engine: Engine, documents: number): Promise<Figure[]> {
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

/** Resident memory of this process's children: the engine's is the largest. */
export async function memoryOfEngine(): Promise<Figure> {
  const children = (await readFile('/proc/self/task/' + process.pid + '/children', 'utf8')).trim().split(' ')
  const sizes = await Promise.all(
    children.map(async (child) => {
      const status = await readFile(`/proc/${child}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 ** 2
    }),
  )
  return {
    what: "peak memory of the engine's process",
    value: Math.max(...sizes),
    unit: 'GB',
    bar: { atMost: 2.5 },
    note: 'VmHWM',
  }
}
