// oxlint-disable vitest/no-conditional-tests, vitest/no-disabled-tests, vitest/valid-title -- which suites run depends on the machine, and a skip says why
import { afterAll, describe, test } from 'vitest'
import { silentLog } from '../../../testing/test-database.ts'
import type { Database } from '../database.port.ts'
import { openDatabase } from '../open-database.ts'
import { startLocalPostgres } from './local-postgres.ts'

/** Runs a suite on a native PostgreSQL, or prints why this machine cannot; in CI that is a failure. Await it at the top of a test file. */
export async function describeOnPostgres(
  name: string,
  suite: (open: () => Promise<Database>, databaseUrl: string) => void,
): Promise<void> {
  const server = await startLocalPostgres()
  if (typeof server === 'string') {
    // CI has everything it needs to run every suite; a skip there would pass for a proof
    if (process.env['CI']) throw new Error(`${name}: ${server}`)
    console.warn(`${name}: skipped, ${server}`)
    describe.skip(`${name} (skipped: ${server})`, () => {
      test('runs where there is a server', () => {})
    })
    return
  }
  describe(name, () => {
    afterAll(() => server.stop())
    suite(() => openDatabase({ databaseUrl: server.databaseUrl, log: silentLog }), server.databaseUrl)
  })
}
