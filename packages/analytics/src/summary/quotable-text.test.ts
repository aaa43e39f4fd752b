import { describe, expect, test } from 'vitest'
import { tokens } from '../text/tokenize.ts'
import { isNearCopy } from './near-copy.ts'
import { isQuotable } from './quotable-text.ts'

describe('a text that may be quoted', () => {
  test.each([
    ['sentence', 'Salmon prices fell by a third in the month of May.'],
    ['sentence', '“They will recover by autumn,” said Dr. Lind of the board.'],
    ['sentence', '¿Por qué sube tanto el precio del salmón este año?'],
    ['sentence', 'The FBI asked Amazon.com and NASA for the records of 2012.'],
    ['title', 'Bitcoin crashes, losing nearly half of its value in six hours'],
    ['title', 'iPhone sales fall for the first time'],
    ['title', 'Trump Imposes Tariffs On $200B More Of Chinese Goods'],
    ['title', '比特币价格跌破一万美元大关'],
  ] as const)('is whole and plain as a %s: %s', (part, text) => {
    expect(isQuotable(text, part)).toBe(true)
  })

  test.each([
    ['that begins in the middle', 'sentence', 'and salmon prices fell by a third in May.'],
    ['without an end', 'sentence', 'Salmon prices fell by a third in the month of'],
    ['with something left out', 'sentence', 'Salmon prices fell … in the whole month of May.'],
    ['that trails off', 'sentence', 'Salmon prices fell by a third in the month of May...'],
    ['with half a pair of marks', 'sentence', 'Salmon prices “fell by a third in the month of May.'],
    ['of four words', 'sentence', 'Salmon prices fell again.'],
    ['of more than sixty words', 'sentence', `Salmon ${'prices and '.repeat(31)}more fell.`],
    ['cut in a word', 'title', 'Sweeney Seafood restaurant offers jigsaw puzzles with o'],
    ['cut before what it is about', 'title', 'President says that he will look into the'],
    ['that answers another', 'title', 'Re: Should I get beer in bottles or in cans?'],
    ['with an address', 'sentence', 'I followed the steps on coinbase.com and they worked for me.'],
    ['with a key', 'title', 'The site now takes donations on 1HB5XMLmzFVj8ALj6mfBsbifRoD4miY36v'],
    ['with a hashtag', 'sentence', 'Salmon prices fell by a third this month #salmon.'],
    ['in capitals', 'title', 'SALMON PRICES FALL BY A THIRD IN MAY'],
    ['that shouts', 'title', 'Salmon prices fall by a third this month!!!'],
    ['that is a list of prices', 'sentence', 'Salmon now $10, trout now $12 and cod for $14 a pound.'],
    ['that is a row of numbers', 'sentence', 'Salmon scored 12 14 16 18 and 20 in May.'],
    ['of a site about itself', 'sentence', 'Subscribe to the salmon letter and never miss a price.'],
    ['that corrects a post', 'sentence', 'Edit: I meant the salmon prices of the last year.'],
    ['with parts of a layout', 'title', 'Salmon prices fall by a third | The Daily Fish'],
  ] as const)('is none %s', (_, part, text) => {
    expect(isQuotable(text, part)).toBe(false)
  })
})

test.each([
  [
    'the same words in another order',
    'Salmon prices fell by a third in May',
    'In May salmon prices fell by a third',
    true,
  ],
  [
    'a longer telling of the same',
    'Salmon prices fell by a third',
    'Salmon prices fell by a third, says the board',
    true,
  ],
  [
    'something else on the topic',
    'Salmon prices fell by a third',
    'Farmers in the north lost much salmon to lice',
    false,
  ],
])('%s is a copy: %s', (_, one, other, expected) => {
  expect(isNearCopy(tokens(one), tokens(other))).toBe(expected)
})
