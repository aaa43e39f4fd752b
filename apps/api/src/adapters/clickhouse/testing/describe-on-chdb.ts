// oxlint-disable vitest/no-conditional-tests, vitest/no-disabled-tests, vitest/valid-describe-callback, vitest/valid-title -- which suites run depends on the machine, and a skip says why
import { describe, test } from 'vitest'
import { findChdb } from '../find-chdb.ts'

/** Runs a suite where chdb is installed; elsewhere it is skipped, and the skip says how to get it. */
export function describeOnChdb(name: string, suite: () => void): void {
  const found = findChdb()
  if ('path' in found) {
    describe(name, suite)
    return
  }
  describe.skip(`${name} (skipped: ${found.missing})`, () => {
    test('runs where chdb is installed', () => {})
  })
}
