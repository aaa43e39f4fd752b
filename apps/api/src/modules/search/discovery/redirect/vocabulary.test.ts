import { expect, test } from 'vitest'
import { createLogger } from '../../../../kernel/logger.ts'
import { stub } from '../../../../testing/stub.ts'
import type { DocumentsModule } from '../../../library/index.ts'
import { createVocabularies } from './vocabulary.ts'

const waitForBackground = () => new Promise((resolve) => setImmediate(resolve))

/** A vocabulary with one word, whose documents, revision and clock the test sets. */
function createOneWord() {
  const state = { documents: 5, revision: async () => 1, nowMs: 0, reads: 0 }
  const vocabularies = createVocabularies({
    words: stub<DocumentsModule['vocabulary']>({
      listWords: async () => {
        state.reads += 1
        return [{ text: 'oat', documents: state.documents }]
      },
      listNames: async () => [{ text: 'Oatopia', documents: 2 }],
    }),
    listLearned: async () => [{ text: 'oat drink', documents: 3 }],
    revision: () => state.revision(),
    nowMs: () => state.nowMs,
    log: createLogger('silent'),
  })
  return { state, vocabularies }
}

test('knows the frequencies of words and the spelling of names', async () => {
  const { vocabularies } = createOneWord()
  const vocabulary = await vocabularies(false)
  expect([vocabulary.frequencyOf('oat'), vocabulary.frequencyOf('tea')]).toEqual([5, 0])
  expect([vocabulary.displayForm('oatopia'), vocabulary.displayForm('tea')]).toEqual(['Oatopia', 'tea'])
})

test('is reloaded in the background once the library has changed for ten minutes', async () => {
  const { state, vocabularies } = createOneWord()
  await vocabularies(false)
  Object.assign(state, { documents: 9, revision: async () => 2, nowMs: 600_000 })
  expect((await vocabularies(false)).frequencyOf('oat')).toBe(5)
  await waitForBackground()
  expect((await vocabularies(false)).frequencyOf('oat')).toBe(9)
})

test('is checked every ten minutes and not at every lookup while the library stays the same', async () => {
  const { state, vocabularies } = createOneWord()
  await vocabularies(false)
  let checks = 0
  Object.assign(state, { nowMs: 600_000, revision: async () => ((checks += 1), 1) })
  for (let lookup = 0; lookup < 3; lookup += 1) {
    await vocabularies(false)
    await waitForBackground()
  }
  expect({ checks, reads: state.reads }).toEqual({ checks: 1, reads: 1 })
})

test('stays in use while the library cannot be read', async () => {
  const { state, vocabularies } = createOneWord()
  await vocabularies(false)
  Object.assign(state, { nowMs: 600_000, revision: () => Promise.reject(new Error('the database is away')) })
  expect((await vocabularies(false)).frequencyOf('oat')).toBe(5)
  await waitForBackground()
  expect((await vocabularies(false)).frequencyOf('oat')).toBe(5)
})
