import { expect, test } from 'vitest'
import { sampleDocument } from '../../testing/sample-document.ts'
import { InvalidDocumentError } from './documents.errors.ts'
import { prepareDocuments, prepareInThreads } from './prepare-documents.ts'

const inThreads = prepareInThreads()
const batch = Array.from({ length: 300 }, (_, at) =>
  sampleDocument({ nativeId: `${at}`, title: `Harbour number ${at} opens its gates to the sea` }),
)

test('a large batch that is read in threads is what this thread would have read, in its order', async () => {
  expect(await inThreads(batch, 'word-text')).toEqual(await prepareDocuments(batch, 'word-text'))
})

test('a document without a date is refused by name, wherever it is read', async () => {
  const broken = sampleDocument({ publishedAt: 'soon' })
  await expect(inThreads([broken], 'tsvector')).rejects.toBeInstanceOf(InvalidDocumentError)
  await expect(inThreads([...batch, broken], 'tsvector')).rejects.toBeInstanceOf(InvalidDocumentError)
  await expect(inThreads([...batch, broken], 'tsvector')).rejects.toThrow('"soon" is not a date')
})
