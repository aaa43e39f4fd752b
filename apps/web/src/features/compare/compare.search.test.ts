import { expect, test } from 'vitest'
import { priceOf } from './compare.search.ts'

test('a price that no currency has is left out instead of failing beside every signal', () => {
  expect(priceOf({ price: 'BTC-USD', market: 'crypto' })).toBeNull()
  expect(priceOf({ price: 'BTC', market: 'crypto' })).toEqual({ symbol: 'BTC', market: 'crypto' })
  expect(priceOf({ price: 'BRK.B', market: undefined })).toEqual({ symbol: 'BRK.B', market: 'stock' })
  expect(priceOf({ price: undefined, market: 'stock' })).toBeNull()
})
