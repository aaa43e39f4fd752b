import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runShown } from './commands.ts'
import { findChromium, installLine } from './find-chromium.ts'
import { type Failure, failOnce, type Outcome } from './outcome.ts'

interface Suite {
  readonly title: string
  readonly file: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
}

function failuresIn({ file, suites = [], specs = [] }: Suite): Failure[] {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title }) => ({
        title: `apps/e2e/src/${file} › ${title}`,
        command: `npm run proofs -- ${file}`,
      })),
    ...suites.flatMap(failuresIn),
  ]
}

/** Journeys in a real browser against the real stack; the words are what Playwright takes: files, or `--grep`. */
export async function runBrowser(words: readonly string[]): Promise<Outcome> {
  const chromium = findChromium()
  if (chromium === null)
    return failOnce({ title: 'browser tests', command: installLine, reason: 'No browser was found.' })
  const reportFile = `${process.cwd()}/test-results/playwright.json`
  rmSync(reportFile, { force: true })
  const { ok } = await runShown({
    command: 'pnpm',
    args: ['--filter', '@auspex/e2e', 'exec', 'playwright', 'test', ...words],
    env: { AUSPEX_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile },
  })
  if (!existsSync(reportFile))
    return failOnce({ title: 'Playwright ended without a report', command: 'npm run proofs' })
  const { suites, stats } = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    suites: readonly Suite[]
    stats: { expected: number }
  }
  const failures = suites.flatMap(failuresIn)
  const unhandled = { title: 'browser tests', command: 'npm run proofs', reason: 'It is printed above.' }
  return { passed: stats.expected, failures: ok || failures.length > 0 ? failures : [unhandled] }
}
