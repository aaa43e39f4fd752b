/** Usage: npm test [-- --fast] [-- PATH …]. Everything CI checks, in the order in which a mistake is cheapest to see; --fast leaves PostgreSQL and the browser out. */
import { rmSync } from 'node:fs'
import { buildWeb, isWebStale } from '@auspex/server/web-build'
import { findChromium, installLine } from './find-chromium.ts'
import { runBrowser, runOnPostgres, runVitest } from './runners.ts'
import { type Check, contractChecks, lastProofs, proofs, slowProofs, sourceChecks } from './checks.ts'
import { add, check, type Outcome, runSilently } from './steps.ts'

const args = process.argv.slice(2)
const fast = args.includes('--fast')
const filters = args.filter((arg) => !arg.startsWith('--'))
const outcomes: Outcome[] = []

const section = async (title: string, work: () => Promise<Outcome>): Promise<void> => {
  const started = performance.now()
  console.log(`\n── ${title}`)
  end(title, await work().catch(toFailure), started)
}

const end = (title: string, outcome: Outcome, started: number): void => {
  outcomes.push(outcome)
  console.log(
    `── ${title}: ${outcome.failed === 0 ? 'ok' : `${outcome.failed} failed`} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
}

const toFailure = (error: unknown): Outcome => {
  console.error(error)
  return { passed: 0, failed: 1 }
}

const runAll = async (checks: readonly Check[]): Promise<void> => {
  for (const { title, command, args: words } of checks) await section(title, () => check(command, words))
}

/** Two at a time, because most of them keep one core busy; what each says is shown when it has ended. */
const runInPairs = async (checks: readonly Check[]): Promise<void> => {
  const left = [...checks]
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const started = performance.now()
      const { ok, output } = await runSilently(next.command, next.args)
      console.log(`\n── ${next.title}\n${output.trimEnd()}`)
      end(next.title, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, started)
    }
  }
  await Promise.all([lane(), lane()])
}

rmSync('test-results/ledger', { recursive: true, force: true })
if (filters.length === 0) {
  await runAll(contractChecks)
  await runInPairs(sourceChecks)
}
await section('unit, API and component tests', () => runVitest(filters))
if (filters.length === 0) await runInPairs(proofs)
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
  await runInPairs(slowProofs)
  await runAll(lastProofs)
  await section('ledger of documented pairs', () => check('node', ['scripts/checks/drift/ledger.ts']))
}

const total = add(outcomes)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
