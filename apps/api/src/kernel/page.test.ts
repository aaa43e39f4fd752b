import { expect, test } from 'vitest'
import { pageOffset, toPageInfo, toPageRequest } from './page.ts'

test('a page begins after the items of the pages before it', () => {
  expect(pageOffset({ page: 3, perPage: 20 })).toBe(40)
  expect(toPageRequest({})).toEqual({ page: 1, perPage: 20 })
})

test('the last page may be short, and an empty list has none', () => {
  expect(toPageInfo({ page: 1, perPage: 20 }, 41).totalPages).toBe(3)
  expect(toPageInfo({ page: 1, perPage: 20 }, 0).totalPages).toBe(0)
})
