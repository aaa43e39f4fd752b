/**
 * Usage: npm run check checks/late-answers/main.ts -- api|postgres|processes|chdb|two-shards|web|journeys|proofs [PART_OF_A_PATH …]. Runs a suite while
 * answers come late, at random: a third of the statements of each database by up to 75 ms, requests and answers of the web app by up to half a
 * second, and a browser that is busy with something else. What counts on the order in which answers come fails here, and once in thousands of runs elsewhere.
 */
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { close } from '../../test/closing.ts'
import type { Outcome } from '../../test/outcome.ts'
import { runBrowser } from '../../test/run-browser.ts'
import { runOnClickhouse, runOnPostgres, runProofFiles, runVitest } from '../../test/run-vitest.ts'
import { oneProcessTests, patternOfOthers } from '../processes/one-process.ts'

const [name = '', ...paths] = process.argv.slice(2)
/** What fails by hanging is told after two minutes. */
const patience = ['--testTimeout=120000', '--hookTimeout=120000']
const apiTests = paths.length > 0 ? paths : ['.api.test.ts']

const suites: Readonly<Record<string, () => Promise<Outcome>>> = {
  api: () => runVitest(['--project=@auspex/api', ...patience, ...(paths.length > 0 ? paths : ['apps/api'])]),
  postgres: () => runOnPostgres({ filters: [...patience, ...apiTests] }),
  processes: () =>
    runOnPostgres({ processes: 3, filters: apiTests, testNamePattern: patternOfOthers(oneProcessTests) }),
  chdb: () => runOnClickhouse('chdb', apiTests),
  'two-shards': () => runOnClickhouse('two-shards', apiTests),
  // a clock that a test winds by hand is none that an answer can be late on
  web: () =>
    runVitest(['--exclude=**/trends.queries.test.ts', ...patience, ...(paths.length > 0 ? paths : ['apps/web'])]),
  journeys: () =>
    runBrowser(
      paths.length > 0 ? paths : globSync('apps/e2e/src/**/*.e2e.ts').map((file) => relative('apps/e2e', file)),
    ),
  proofs: () => (paths.length > 0 ? runVitest(paths) : runProofFiles()),
}

const run = suites[name]
if (run === undefined) throw new TypeError(`Say one of ${Object.keys(suites).join(', ')}`)
const preload = pathToFileURL(`${import.meta.dirname}/preload.ts`).href
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`.trim()
process.env.AUSPEX_TEST_LATE = '1'
process.exit(close([await run()]))
