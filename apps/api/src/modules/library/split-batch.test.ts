import { expect, test } from 'vitest'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { splitBatch } from './split-batch.ts'

const document = (line: number) => sampleDocument({ nativeId: `${line}` })
const refuse = (line: number) => ({ line, reason: 'no title' })

test('each part contains the documents of its own lines', () => {
  const parts = splitBatch(
    {
      importId: 'imp',
      firstLine: 11,
      lastLine: 17,
      documents: [11, 13, 14, 16, 17].map(document),
      rejected: [refuse(12), refuse(15)],
    },
    3,
  )
  expect(
    parts.map(({ firstLine, lastLine, documents, rejected }) => [
      firstLine,
      lastLine,
      documents.map(({ nativeId }) => nativeId),
      rejected.map(({ line }) => line),
    ]),
  ).toEqual([
    [11, 13, ['11', '13'], [12]],
    [14, 16, ['14', '16'], [15]],
    [17, 17, ['17'], []],
  ])
})

test('does not split a batch with missing lines', () => {
  const batch = { importId: 'imp', firstLine: 1, lastLine: 9, documents: [document(1), document(9)], rejected: [] }
  expect(splitBatch(batch, 3)).toEqual([batch])
})

test('does not split a batch with a rejected line outside it', () => {
  const batch = { importId: 'imp', firstLine: 1, lastLine: 3, documents: [1, 2].map(document), rejected: [refuse(9)] }
  expect(splitBatch(batch, 2)).toEqual([batch])
})

test('splits a batch with line numbers by its rows, and keeps blank lines with the preceding row', () => {
  const lines = [2, 9, 30, 31]
  const batch = {
    importId: 'imp',
    firstLine: 1,
    lastLine: 40,
    documents: lines.map(document),
    lines,
    rejected: [refuse(12)],
  }
  const parts = splitBatch(batch, 2)
  expect(
    parts.map((part) => [part.firstLine, part.lastLine, part.lines, part.rejected.map(({ line }) => line)]),
  ).toEqual([
    [1, 11, [2, 9], []],
    [12, 30, [30], [12]],
    [31, 40, [31], []],
  ])
})
