import { expect, test } from 'vitest'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { InvalidDocumentError } from './library.errors.ts'
import { prepareDocuments, prepareInThreads } from './prepare-documents.ts'

const inThreads = prepareInThreads(async () => {})
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

test('prepares the next documents of a large batch when the search that began meanwhile has ended', async () => {
  const search = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const isPrepared = Promise.withResolvers<'prepared'>()
  const yielding = prepareInThreads(async () => {
    begun.resolve()
    await search.promise
  })
  void yielding(batch, 'word-text').then(() => isPrepared.resolve('prepared'))
  await begun.promise
  // another import's threads finish the same work in the meantime
  await inThreads(batch, 'word-text')
  expect(await Promise.race([isPrepared.promise, Promise.resolve('waiting')])).toBe('waiting')
  search.resolve()
  expect(await isPrepared.promise).toBe('prepared')
})
