import { expect, test } from 'vitest'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { InvalidDocumentError } from './library.errors.ts'
import { prepareDocuments, prepareInThreads } from './prepare-documents.ts'

const inThreads = prepareInThreads()
const batch = Array.from({ length: 300 }, (_, index) =>
  sampleDocument({ nativeId: `${index}`, title: `Harbour number ${index} opens its gates to the sea` }),
)

test('prepares a large batch in worker threads with the same result and order as in the main thread', async () => {
  expect(await inThreads(batch, 'word-text')).toEqual(await prepareDocuments(batch, 'word-text'))
})

test('names the document without a date when it is refused, in any thread', async () => {
  const broken = sampleDocument({ publishedAt: 'soon' })
  await expect(inThreads([broken], 'tsvector')).rejects.toBeInstanceOf(InvalidDocumentError)
  await expect(inThreads([...batch, broken], 'tsvector')).rejects.toBeInstanceOf(InvalidDocumentError)
  await expect(inThreads([...batch, broken], 'tsvector')).rejects.toThrow('"soon" is not a date')
})
