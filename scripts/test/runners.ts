import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type Outcome, run } from './steps.ts'

const results = 'test-results'

/** Unit, API and component tests of all packages. */
export const runVitest = async (filters: readonly string[]): Promise<Outcome> => {
  const report = `${results}/vitest.json`
  rmSync(report, { force: true })
  const ok = await run('vitest', ['run', '--config', 'scripts/test/vitest.config.ts', '--root', '.', ...filters])
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  // A file that does not load has no tests to count, and still fails the run.
  return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) }
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
