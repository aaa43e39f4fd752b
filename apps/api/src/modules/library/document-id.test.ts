import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { fromDocumentId, identify, toDocumentId } from './document-id.ts'

describe('a document id', () => {
  test.each(['0', '35', '36', '9223372036854775807'])('keeps the stored number %s exactly', (stored) => {
    expect(fromDocumentId(toDocumentId(stored))).toBe(stored)
  })

  test.each(['', 'doc_', 'doc_-1', 'doc_01', 'doc_1y2p0ij32e8e8', 'doc_zzzzzzzzzzzzzz', 'DOC_1', "doc_1' or"])(
    'is not read from %j',
    (text) => expect(fromDocumentId(text)).toBeNull(),
  )

  test('is derived from the source id, else the URL, else the text and date', () => {
    const native = sampleDocument({ nativeId: '1', url: 'https://a.org/x' })
    expect(identify(native)).toBe(identify({ ...native, title: 'Edited', url: null }))
    expect(identify(native)).not.toBe(identify({ ...native, sourceKey: 'rss' }))
    const addressed = sampleDocument({ url: 'https://a.org/x' })
    expect(identify(addressed)).toBe(identify({ ...addressed, title: 'Edited', sourceKey: 'rss' }))
    const bare = sampleDocument()
    expect(identify(bare)).toBe(identify({ ...bare, author: 'Ada' }))
    expect(identify(bare)).not.toBe(identify({ ...bare, publishedAt: '2026-01-05T09:00:00Z' }))
  })

  test('never coincides for a demo and a real document', () => {
    for (const one of [
      sampleDocument(),
      sampleDocument({ url: 'https://a.org/x' }),
      sampleDocument({ nativeId: '1' }),
    ]) {
      expect(identify({ ...one, sourceKey: 'demo' })).not.toBe(identify(one))
    }
  })
})
