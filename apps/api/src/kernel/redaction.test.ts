import { describe, expect, test } from 'vitest'
import { createRedaction, type DeletedDocument } from './redaction.ts'

const document: DeletedDocument = {
  documentId: 'doc_1',
  way: 'source',
  deletedAt: '2026-11-21T08:00:00Z',
  title: 'Why the foam of oat milk falls apart in coffee',
  body: 'Baristas say that the proteins of the drink are too short to hold the air for longer than a minute.',
  url: 'https://forum.example/1',
  author: 'foamfan',
  outlet: null,
}
const { redactText, redactValue } = createRedaction([document])
const note = 'A document quoted here was deleted at its source on 21 November 2026.'

describe('a deleted document', () => {
  test('is replaced by a note where its words stand in running text', () => {
    expect(redactText('It says: “the proteins of the drink are too short to hold the air”. So be it.').text).toBe(
      `It says: “${note.slice(0, -1)}”. So be it.`,
    )
  })

  test('leaves one full stop where its own words ended a sentence', () => {
    expect(
      redactText('It says: “The proteins of the drink are too short to hold the air.” (r/milk) So be it.').text,
    ).toBe(`It says: “${note}” (r/milk) So be it.`)
  })

  test('is not seen in words that others use as well', () => {
    const text = 'Baristas say that the foam of oat milk is stable.'
    expect(redactText(text).text).toBe(text)
  })

  test('loses its address and its author', () => {
    expect(redactText('foamfan wrote https://forum.example/1, and foamfans agree').text).toBe(
      `a deleted author wrote ${note}, and foamfans agree`,
    )
  })

  test('is a note in every field of an object that names it, and other objects stay the same', () => {
    const other = { documentId: 'doc_2', title: 'Oat milk', url: 'https://forum.example/2' }
    const value = {
      items: [other, { documentId: 'doc_1', title: document.title, url: document.url, author: 'foamfan' }],
    }
    const redacted = redactValue(value)
    expect(redacted.items).toEqual([other, { documentId: 'doc_1', title: note, url: null, author: null }])
    expect(redacted.items[0]).toBe(other)
    expect(redactValue(other)).toBe(other)
  })

  test('moves places in the text that come after its words', () => {
    const text = 'So: Why the foam of oat milk falls apart in coffee. Others disagree.'
    const { text: redacted, move } = redactText(text)
    const start = text.indexOf('Others')
    expect(redacted.slice(move(start), move(text.length))).toBe('Others disagree.')
    expect(move(2)).toBe(2)
  })

  test('is found in text that is written without spaces', () => {
    const chinese = createRedaction([{ ...document, title: '燕麦奶的泡沫在咖啡里很快就散了', body: null }])
    expect(chinese.redactText('他说：燕麦奶的泡沫在咖啡里很快就散了。').text).toBe(`他说：${note}。`)
  })
})

test('an author whose name is a word leaves sentences with that word as they are', () => {
  const { redactText: redactOf } = createRedaction([{ ...document, author: 'Apple' }])
  const sentence = 'Apple is mentioned most, in 620 documents.'
  expect(redactOf(sentence).text).toBe(sentence)
  expect(redactOf('Apple wrote https://forum.example/1').text).toBe(`a deleted author wrote ${note}`)
})
