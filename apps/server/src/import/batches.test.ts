import type { ImportBatch } from '@auspex/sdk/types'
import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import type { ReadRow } from '@auspex/sources'
import { expect, test } from 'vitest'
import { toBatches } from './batches.ts'

const row = (line: number, body: string): ReadRow => ({
  line,
  document: {
    sourceKey: 'imported',
    nativeId: `${line}`,
    kind: 'article',
    outlet: 'altoonamirror.com',
    url: null,
    title: 'Oat milk prices rise',
    body,
    author: null,
    publishedAt: '2026-11-01T00:00:00Z',
    datePrecision: 'day',
    country: null,
    countryBasis: null,
    lang: null,
    engagement: null,
  },
})

async function batchesOf(rows: readonly ReadRow[], after = 0): Promise<ImportBatch[]> {
  const stream = async function* () {
    yield* rows
  }
  const batches: ImportBatch[] = []
  for await (const batch of toBatches(stream(), after)) batches.push(batch)
  return batches
}

test('batches follow each other without a gap, after the line that was stored last', async () => {
  const rows = Array.from({ length: 2500 }, (_, n): ReadRow =>
    n % 10 === 0 ? { line: n + 1, rejected: 'no date' } : row(n + 1, ''),
  )
  const batches = await batchesOf(rows, 100)
  expect(batches.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
    [101, 1100],
    [1101, 2100],
    [2101, 2500],
  ])
})

test.each([
  ['plain text', 'x'],
  ['a script of three bytes a character', '漢'],
  ['characters that JSON writes in six', '\u0001'],
])('the longest documents, in %s, make batches that the server reads', async (_what, character) => {
  const limit = loadContract(readContractDocument()).operations.find(({ id }) => id === 'storeImportBatch')?.bodyLimit
  const rows = Array.from({ length: 20 }, (_, n) => row(n + 1, character.repeat(200_000)))
  const batches = await batchesOf(rows)
  const largest = Math.max(...batches.map((batch) => Buffer.byteLength(JSON.stringify(batch))))
  expect(largest).toBeLessThan(limit ?? 0)
  expect(batches.flatMap(({ documents }) => documents)).toHaveLength(20)
})
