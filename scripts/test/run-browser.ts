import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { failOnce, type Failure, type Outcome } from './outcome.ts'
import { runCommand } from './run-phases.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser for tests: AUSPEX_CHROMIUM, or one installed on the system; null if there is none. */
export function findChromium(): string | null {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return (
    [process.env.AUSPEX_CHROMIUM ?? '', ...inPath, ...places].find((path) => path !== '' && isProgram(path)) ?? null
  )
}

interface Spec {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly { readonly status: string }[]
}

interface Suite {
  readonly file: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly Spec[]
}

function findSpecs({ file, suites = [], specs = [] }: Suite, isSought: (spec: Spec) => boolean): Failure[] {
  const found = specs.filter(isSought).map(({ title }) => {
    return { title: `apps/e2e/src/${file} › ${title}`, command: `npm run proofs -- ${file}` }
  })
  return [...found, ...suites.flatMap((suite) => findSpecs(suite, isSought))]
}

/**
 * Runs journeys in a real browser against the real stack; `playwrightArgs` are files and options of Playwright. With `--retries=1` a journey that
 * passes the second time is unsteady.
 */
export async function runBrowser(playwrightArgs: readonly string[]): Promise<Outcome> {
  const chromium = findChromium()
  const install = process.platform === 'darwin' ? 'brew install --cask chromium' : 'sudo apt-get install -y chromium'
  if (chromium === null) return failOnce({ title: 'browser tests', command: install, reason: 'No browser was found.' })
  const reportFile = `${process.cwd()}/test-results/playwright.json`
  rmSync(reportFile, { force: true })
  const args = ['--filter', '@auspex/e2e', 'exec', 'playwright', 'test', ...playwrightArgs]
  const env = { AUSPEX_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile }
  const { ok } = await runCommand('pnpm', args, { env })
  const command = 'npm run proofs'
  if (!existsSync(reportFile)) return failOnce({ title: 'Playwright ended without a report', command })
  const { suites, stats } = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    suites: readonly Suite[]
    stats: { expected: number; flaky: number }
  }
  const failures = suites.flatMap((suite) => findSpecs(suite, ({ ok: isPassed }) => !isPassed))
  const isUnsteady = ({ tests }: Spec) => tests.some(({ status }) => status === 'flaky')
  const unhandled = { title: 'browser tests', command, reason: 'It is printed above.' }
  return {
    passed: stats.expected + stats.flaky,
    failures: ok || failures.length > 0 ? failures : [unhandled],
    unsteady: suites.flatMap((suite) => findSpecs(suite, isUnsteady)),
  }
}
