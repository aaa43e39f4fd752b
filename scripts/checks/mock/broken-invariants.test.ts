import { describe, expect, test } from 'vitest'
import { brokenInvariants } from './broken-invariants.ts'

describe('an invariant is broken by', () => {
  test.each([
    ['an interval that is upside down', { growth: { low: 3, value: 2, high: 4 } }, '/growth: low is above value'],
    ['an end before its start', { startedAt: '2026-02-01', endedAt: '2026-01-01' }, 'startedAt is above endedAt'],
    ['a highlight behind its title', { title: 'Oat', highlights: { title: [[1, 9]] } }, 'outside of title'],
    ['a highlight of no text', { text: null, highlights: [[0, 1]] }, 'outside of text'],
    [
      'a page with more items than there are',
      { items: [1, 2], page: { total: 1, perPage: 20, totalPages: 1 } },
      'more items than there are',
    ],
    [
      'a page that counts pages wrongly',
      { items: [1], page: { total: 21, perPage: 20, totalPages: 1 } },
      'as many pages as do not follow',
    ],
  ])('%s', (_what, body, fault) => {
    expect(brokenInvariants(body).join()).toContain(fault)
  })

  test('nothing that holds', () => {
    const page = { total: 21, perPage: 20, totalPages: 2 }
    const body = { items: [{ low: 1, value: 1, high: 2, text: 'Oat', highlights: [[0, 3]] }], page }
    expect(brokenInvariants(body)).toEqual([])
  })
})
