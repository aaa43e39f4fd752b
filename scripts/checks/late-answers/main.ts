/**
 * Usage: npm run check checks/late-answers/main.ts -- api|postgres|processes|chdb|two-shards|web|journeys|proofs [PART_OF_A_PATH …]. Runs a suite
 * with random delays: a third of each database's statements by up to 75 ms, the web app's requests and responses by up to half a second, and a browser
 * that is busy with other work. Code that relies on the order of responses fails here; elsewhere it fails once in thousands of runs.
 */
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { close, type Outcome } from '../../test/outcome.ts'
import { runBrowser } from '../../test/run-browser.ts'
import { runOnClickhouse, runOnPostgres, runProofFiles, runVitest } from '../../test/run-vitest.ts'
import { patternOfOthers } from '../processes/one-process.ts'

const [name = '', ...paths] = process.argv.slice(2)
/** A test that fails by hanging is reported after two minutes. */
const timeoutArgs = ['--testTimeout=120000', '--hookTimeout=120000']
const apiTests = paths.length > 0 ? paths : ['.api.test.ts']

const suites: Readonly<Record<string, () => Promise<Outcome>>> = {
  api: () => runVitest(['--project=@auspex/api', ...timeoutArgs, ...(paths.length > 0 ? paths : ['apps/api'])]),
  postgres: () => runOnPostgres({ filters: [...timeoutArgs, ...apiTests] }),
  processes: () => runOnPostgres({ processes: 3, filters: apiTests, testNamePattern: patternOfOthers() }),
  chdb: () => runOnClickhouse('chdb', apiTests),
  'two-shards': () => runOnClickhouse('two-shards', apiTests),
  // excludes a test with fake timers, on which no response can be late
  web: () =>
    runVitest(['--exclude=**/trends.queries.test.ts', ...timeoutArgs, ...(paths.length > 0 ? paths : ['apps/web'])]),
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
