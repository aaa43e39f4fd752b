import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createRecentTexts } from './recent-texts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

test('the newest text of a signal is kept', () => {
  const texts = createRecentTexts(10)
  texts.keep('a', { computedAt: at(1), text: 'old' })
  texts.keep('a', { computedAt: at(2), text: 'new' })
  expect(texts.find('a')).toMatchObject({ computedAt: at(2), text: 'new' })
  expect(texts.find('b')).toBeNull()
})

test('the text that was not asked for the longest goes first', () => {
  const texts = createRecentTexts(10)
  texts.keep('a', { computedAt: at(1), text: 'aaaa' })
  texts.keep('b', { computedAt: at(1), text: 'bbbb' })
  texts.find('a')
  texts.keep('c', { computedAt: at(1), text: 'cccc' })
  expect(['a', 'b', 'c'].map((id) => texts.find(id)?.text)).toEqual(['aaaa', undefined, 'cccc'])
})

test('a text that is longer than all that may be kept is not', () => {
  const texts = createRecentTexts(10)
  texts.keep('a', { computedAt: at(1), text: 'a'.repeat(11) })
  expect(texts.find('a')).toBeNull()
})

test('a text is compressed for the second one to ask', async () => {
  const texts = createRecentTexts()
  texts.keep('a', { computedAt: at(1), text: 'oat milk' })
  expect(texts.find('a')?.compressed()).toBeNull()
  const bytes = await vi.waitFor(() => texts.find('a')?.compressed() ?? Promise.reject(new Error('not yet')), {
    timeout: 600_000,
  })
  expect(gunzipSync(bytes).toString()).toBe('oat milk')
})
