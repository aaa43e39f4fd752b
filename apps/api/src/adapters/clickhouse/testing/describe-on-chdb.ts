// oxlint-disable vitest/no-conditional-tests, vitest/no-disabled-tests, vitest/valid-describe-callback, vitest/valid-title -- which suites run depends on the machine, and a skip says why
import { describe, test } from 'vitest'
import { findChdb } from '../open-chdb.ts'

/** Runs a suite if chdb is installed; otherwise skips it, with instructions to get it. */
export function describeOnChdb(name: string, suite: () => void): void {
  const installation = findChdb()
  if ('path' in installation) {
    describe(name, suite)
    return
  }
  describe.skip(`${name} (skipped: ${installation.missing})`, () => {
    test('runs where chdb is installed', () => {})
  })
}
