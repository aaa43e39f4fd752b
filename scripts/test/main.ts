/** Usage: npm test [-- --fast] [-- PATH …]. Everything CI checks, in the order in which a mistake is cheapest to see; --fast leaves PostgreSQL and the browser out. */
import { rmSync } from 'node:fs'
import { buildWeb, isWebStale } from '../start/web-build.ts'
import { findChromium, installLine } from './find-chromium.ts'
import { runBrowser, runOnPostgres, runVitest } from './runners.ts'
import { type Check, proofs, slowProofs, staticChecks } from './checks.ts'
import { add, check, type Outcome } from './steps.ts'

const args = process.argv.slice(2)
const fast = args.includes('--fast')
const filters = args.filter((arg) => !arg.startsWith('--'))
const outcomes: Outcome[] = []

const section = async (title: string, work: () => Promise<Outcome>): Promise<void> => {
  const started = performance.now()
  console.log(`\n── ${title}`)
  const outcome = await work().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  outcomes.push(outcome)
  console.log(
    `── ${title}: ${outcome.failed === 0 ? 'ok' : `${outcome.failed} failed`} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}

const runAll = async (checks: readonly Check[]): Promise<void> => {
  for (const { title, command, args: words } of checks) await section(title, () => check(command, words))
}

rmSync('test-results/ledger', { recursive: true, force: true })
if (filters.length === 0) await runAll(staticChecks)
await section('unit, API and component tests', () => runVitest(filters))
if (filters.length === 0) await runAll(proofs)
if (!fast && filters.length === 0) {
  await section('API tests on PostgreSQL', runOnPostgres)
  await section('web build', async () => {
    if (isWebStale()) await buildWeb()
    return { passed: 1, failed: 0 }
  })
  const chromium = findChromium()
  await section('browser tests', async () => {
    if (chromium !== null) return runBrowser(chromium)
    console.error(`No browser was found. Install one with:  ${installLine}`)
    return { passed: 0, failed: 1 }
  })
  await runAll(slowProofs)
  await section('ledger of documented pairs', () => check('node', ['scripts/drift/ledger.ts']))
}

const total = add(outcomes)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
