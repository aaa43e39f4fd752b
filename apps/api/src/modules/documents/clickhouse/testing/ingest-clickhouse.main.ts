import { sampleDocument } from '../../../../testing/sample-document.ts'
import { prepareDocument } from '../../prepare-document.ts'
import { createClickhouseStore } from '../clickhouse-store.ts'
import { openChdb } from '../open-chdb.ts'
import { sameNames } from './same-names.ts'

// A process for the kill test: stores numbered documents in the folder given, from a number on, and prints each number that was acknowledged.

const [folder, first, last] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
if (folder === undefined) throw new TypeError('ingest-clickhouse.main needs a folder and two numbers')
const engine = openChdb(folder)
const store = await createClickhouseStore({ engine, names: sameNames })
const batchSize = 50

for (let from = first; from < last; from += batchSize) {
  const batch = Array.from({ length: Math.min(batchSize, last - from) }, (_, index) =>
    prepareDocument(
      sampleDocument({
        nativeId: `${from + index}`,
        title: `Number ${from + index} of the kill test`,
        // three years, which a batch writes one after the other
        publishedAt: `${2023 + (index % 3)}-06-01T00:00:00Z`,
      }),
    ),
  )
  await store.store(batch)
  process.stdout.write(`${from + batch.length}\n`)
}
await engine.close()
