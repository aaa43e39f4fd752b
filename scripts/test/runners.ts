import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { type Outcome, run, runAndListen } from './steps.ts'

const results = 'test-results'
/** Vitest leaves one core to itself, which is half of a machine of two. */
const workers = Math.max(2, availableParallelism() - 1)

interface VitestRun {
  root: string
  filters: readonly string[]
  env?: Record<string, string>
}

const countVitest = async ({ root, filters, env = {} }: VitestRun): Promise<Outcome & { died: string[] }> => {
  const report = `${process.cwd()}/${results}/vitest.json`
  rmSync(report, { force: true })
  const { ok, output } = await runAndListen(
    'vitest',
    [
      'run',
      '--root',
      root,
      '--maxWorkers',
      String(workers),
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
  if (!existsSync(report)) return { passed: 0, failed: 1, died: [] }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  }
  const died = [...output.matchAll(/exited unexpectedly with signal SIGTRAP.*running test file (\S+)/g)].map(
    ([, file = '']) => relative(root === '.' ? process.cwd() : resolve(root), file),
  )
  const errors = Number(/^\s*Errors\s+(\d+) error/m.exec(output)?.[1] ?? 0)
  const isOnlyThat = numFailedTests === 0 && died.length > 0 && died.length === errors
  // a file that does not load has no tests to count, and still fails the run
  return {
    passed: numPassedTests,
    failed: ok || isOnlyThat ? numFailedTests : Math.max(1, numFailedTests),
    died: isOnlyThat ? died : [],
  }
}

/**
 * Node 24 sometimes kills a process by a check of V8's own (`jit_page_->allocations_`, SIGTRAP) while a thread with
 * WebAssembly ends. No test has failed then, and some were not run: their files are run once more, and what they do now counts.
 */
const countWithDied = async (vitest: VitestRun): Promise<Outcome> => {
  const { passed, failed, died } = await countVitest(vitest)
  if (died.length === 0) return { passed, failed }
  console.log(`V8 stopped the process of ${died.join(', ')}; running it once more`)
  const again = await countVitest({ ...vitest, filters: died })
  return { passed: passed + again.passed, failed: failed + again.failed + again.died.length }
}

/** Unit, API and component tests of all packages. */
export const runVitest = (filters: readonly string[]): Promise<Outcome> => countWithDied({ root: '.', filters })

/** The API tests once more, on PostgreSQL instead of the embedded engine. */
export const runOnPostgres = async (): Promise<Outcome> => {
  if (!existsSync('/usr/lib/postgresql') && !process.env.TEST_DATABASE_URL) {
    console.log('skipped: no PostgreSQL server is installed (sudo apt-get install -y postgresql)')
    return { passed: 0, failed: process.env.CI ? 1 : 0 }
  }
  return countWithDied({ root: 'apps/api', filters: ['.api.test.ts'], env: { AUSPEX_TEST_ENGINE: 'native' } })
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
