import { describe, expect, test } from 'vitest'
import { splitSentences } from './split-sentences.ts'

describe('sentences that may be quoted', () => {
  test('prose is kept word for word', () => {
    expect(
      splitSentences(
        'Salmon prices fell by a third in May. “They will recover by autumn,” said Dr. Lind of the board.',
      ),
    ).toEqual(['Salmon prices fell by a third in May.', '“They will recover by autumn,” said Dr. Lind of the board.'])
  })

  test.each([
    ['an address', 'I followed the steps in http://example.org/a/b and they worked for me.'],
    ['a Markdown link', 'The client was running a [bitcoin miner](en.example/Mining) all along.'],
    ['emphasis', 'The **whole** market moved down by a third within one single day.'],
    ['the rest of an address', 's=news&d=comments&id=12692 ESEA found that the client was mining.'],
    ['a quoted line', '> Salmon prices fell by a third in the month of May alone.'],
  ])('%s is not quoted', (_, text) => {
    expect(splitSentences(text)).toEqual([])
  })

  test.each([
    '¿Por qué sube tanto el precio del salmón este año?',
    '"Prices fell by a third," the board of the farmers said.',
    '(Prices in the north fell by a third in the month of May.)',
  ])('a sentence may begin with an opening mark: %s', (text) => {
    expect(splitSentences(text)).toEqual([text])
  })
})
