import { describe, expect, test } from 'vitest'
import { readKept } from './kept-findings.ts'

const contract = { paths: { '/items/{id}': { get: {} } } }

describe('what a ruleset of Spectral keeps', () => {
  test('is counted, and each has its reason in a comment', () => {
    const ruleset = `
rules:
  # Bounded elsewhere.
  string-limit: off
  # Never asked.
  integer-format: off
overrides:
  - files: ['c.json#/paths/~1items~1%7Bid%7D']
    rules:
      # For everybody.
      read-restricted: off
      define-401: off
`
    expect(readKept(ruleset, contract)).toEqual({ rules: 2, places: 1, faults: [] })
  })

  test('is a fault without a reason, and for a place that the contract no longer has', () => {
    const ruleset = `
rules:
  # Bounded elsewhere.
  string-limit: off
  integer-format: off
overrides:
  - files: ['c.json#/paths/~1gone']
    rules:
      read-restricted: off
`
    expect(readKept(ruleset, contract).faults).toEqual([
      'integer-format has no reason',
      'read-restricted has no reason at c.json#/paths/~1gone',
      '/paths/~1gone is not in the contract',
    ])
  })
})
