/** Usage: npm test [-- --fast] [-- PATH …]. Everything CI checks, in the order in which a mistake is cheapest to see; --fast leaves PostgreSQL and the browser out. */
import { buildWeb, isWebStale } from '../start/web-build.ts'
import { findChromium, installLine } from './find-chromium.ts'
import { runBrowser, runOnPostgres, runVitest } from './runners.ts'
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

const projects = [
  'scripts',
  'packages/contract',
  'packages/fixtures',
  'packages/sdk',
  'packages/mock-server',
  'packages/mcp',
  'packages/analytics',
  'packages/sources',
  'apps/api',
  'apps/identity',
  'apps/web',
  'apps/e2e',
]

if (filters.length === 0) {
  await section('contract lint', () => check('redocly', ['lint', 'auspex', '--config', 'openapi/redocly.yaml']))
  await section('generated code is fresh', () => check('node', ['scripts/checks/fresh.ts']))
  for (const project of projects) await section(`types of ${project}`, () => check('tsc', ['-p', project]))
  await section('lint', () => check('oxlint', ['--deny-warnings']))
  await section('format', () => check('oxfmt', ['--check']))
  await section('dead code', () => check('knip', ['--config', '.config/knip.json', '--no-progress']))
  await section('sizes and notes', () => check('node', ['scripts/checks/files.ts']))
  await section('snippets of the docs', () => check('node', ['scripts/checks/snippets.ts']))
  await section('canaries', () => check('node', ['scripts/checks/canaries.ts']))
}
await section('unit, API and component tests', () => runVitest(filters))
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
}

const total = add(outcomes)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
