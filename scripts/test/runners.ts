import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type Outcome, run } from './steps.ts'

const results = 'test-results'

const countVitest = async (
  root: string,
  filters: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> => {
  const report = `${process.cwd()}/${results}/vitest.json`
  rmSync(report, { force: true })
  const ok = await run(
    'vitest',
    [
      'run',
      '--root',
      root,
      ...(root === '.' ? ['--config', 'scripts/test/vitest.config.ts'] : []),
      '--reporter',
      'default',
      '--reporter',
      'json',
      '--outputFile.json',
      report,
      ...filters,
    ],
    env,
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  // A file that does not load has no tests to count, and still fails the run.
  return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) }
}

/** Unit, API and component tests of all packages. */
export const runVitest = (filters: readonly string[]): Promise<Outcome> => countVitest('.', filters)

/** The API tests once more, on PostgreSQL instead of the embedded engine. */
export const runOnPostgres = async (): Promise<Outcome> => {
  if (!existsSync('/usr/lib/postgresql') && !process.env.TEST_DATABASE_URL) {
    console.log('skipped: no PostgreSQL server is installed (sudo apt-get install -y postgresql)')
    return { passed: 0, failed: process.env.CI ? 1 : 0 }
  }
  return countVitest('apps/api', ['.api.test.ts'], { AUSPEX_TEST_ENGINE: 'native' })
}

/** Journeys in a real browser against the real stack. */
export const runBrowser = async (chromium: string): Promise<Outcome> => {
  const report = `${results}/playwright.json`
  rmSync(report, { force: true })
  const ok = await run('pnpm', ['--filter', '@auspex/e2e', 'exec', 'playwright', 'test'], {
    AUSPEX_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${process.cwd()}/${report}`,
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; flaky: number; unexpected: number }
  }
  return { passed: stats.expected, failed: ok ? 0 : Math.max(1, stats.unexpected + stats.flaky) }
}
