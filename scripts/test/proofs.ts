/**
 * Usage: npm run proofs [-- --ci] [-- --after-tests] [-- FILE.e2e.ts …]. Runs the slow checks. --ci runs only those that every change has to pass;
 * --after-tests adds the result of the last npm test to the closing line.
 */
import { close, readTests } from './outcome.ts'
import { runBrowser } from './run-browser.ts'
import {
  runClickhouseContract,
  runOnClickhouse,
  runOnPostgres,
  runProofFiles,
  runSlowTests,
  runVitest,
} from './run-vitest.ts'
import { type Phase, runPhases, scriptStep } from './run-phases.ts'
import { webBuildStep } from './tests.ts'

const args = process.argv.slice(2)
const journeys = args.filter((arg) => !arg.startsWith('--'))
/** One test of each room with SQL, which differs most between the engines; the proofs run all API tests on PostgreSQL. */
const sqlOfRooms = [
  'library/imports/imports.api',
  'library/sources/sources.api',
  'reports/signals.api',
  'reports/forecasts/forecasts.api',
  'reports/narratives/narratives.api',
  'reports/context-spaces/context-spaces.api',
  'search/explore.api',
  'search/discovery/discovery.api',
  'collections/portfolios/portfolios.api',
  'collections/projects/projects.api',
  'writing/stories/stories.api',
  'writing/sharing/sharing.api',
  'writing/exports/exports.api',
  'people/users.api',
  'people/administration/people.api',
  'people/security-events/security-events.api',
  'people/activity/activity.api',
  'zeus/zeus.api',
  'workflows/workflows.api',
  'monitors/subscriptions.api',
  'news/news.api',
  'clinical/trials.api',
  'hashtags/hashtags.api',
  'markets/trends/trends.api',
  'markets/prices/prices.api',
]

/** What every change has to pass besides `npm test`: the other database, what people do every day, and the packages that others install. */
const ci: readonly Phase[] = [
  {
    atOnce: 1,
    steps: [
      { title: 'slow tests', run: runSlowTests },
      { title: 'a test of each room on PostgreSQL', run: () => runOnPostgres({ filters: sqlOfRooms }) },
      webBuildStep,
    ],
  },
  {
    // the browser runs one journey at a time, which leaves the other core to the packages
    atOnce: 2,
    steps: [
      { title: 'daily journeys in a browser', run: () => runBrowser(['--grep=@daily', '--retries=1']) },
      scriptStep('the SDK as a package', 'checks/package/main.ts'),
      scriptStep('the product on production dependencies', 'checks/production-dependencies.ts'),
      scriptStep('the mock server as a package', 'checks/mock/packed-server.ts'),
    ],
  },
]

/** Checks of the contract, the SDK, the mock server and the measures; each prints its figures and fails when one misses its threshold. */
const figures: Phase = {
  atOnce: 2,
  steps: [
    scriptStep('judgements of server and mock', 'checks/drift/agree.ts'),
    scriptStep('refusals of server and mock', 'checks/drift/semantics.ts'),
    scriptStep('sequences on server and mock', 'checks/drift/sequences.ts'),
    scriptStep('values on server and mock', 'checks/drift/values.ts'),
    // a fifth of the command's default: every schema is still covered, and it fits CI's time limit
    scriptStep('bodies of the mock', 'checks/mock/bodies.ts', '2000'),
    scriptStep('rules of Spectral and OWASP', 'checks/contract/spectral.ts'),
    scriptStep('weight of the SDK', 'checks/sdk/sizes.ts'),
    scriptStep('conformance suite of MCP', 'checks/mcp-conformance.ts'),
    scriptStep('sentences of 200 planted topics', 'checks/claims/main.ts'),
    scriptStep('100,000 random queries', 'checks/fuzz-query.ts'),
    scriptStep('worst bodies of every operation', 'checks/attack/worst-bodies.ts'),
    // those that need no external data and take seconds; `npm run eval` measures everything
    scriptStep('measures on planted data', 'lab/eval/main.ts', 'language', 'changepoints', 'lag-correlation'),
  ],
}

/** The API tests that exercise documents hardest; `checks/clickhouse.ts` runs all. */
const aboutDocuments = [
  'modules/reports/signals.api',
  'modules/news',
  'modules/library/imports',
  'modules/reports/story-lists.api',
  'modules/search/explore.api',
  'modules/markets/trends/trends.api',
]

const longTests: Phase = {
  atOnce: 1,
  steps: [
    { title: 'slow tests', run: runSlowTests },
    {
      title: '200 random requests of every operation',
      run: () => runVitest(['apps/api/src/http/fuzz'], { AUSPEX_FUZZ_CASES: '200' }),
    },
    { title: 'API tests on PostgreSQL', run: () => runOnPostgres() },
    { title: 'what keeps documents, on ClickHouse', run: runClickhouseContract },
    { title: 'API tests with documents in ClickHouse, a part', run: () => runOnClickhouse('chdb', aboutDocuments) },
    {
      title: 'API tests with documents on two shards, a part',
      run: () => runOnClickhouse('two-shards', aboutDocuments.slice(0, 3)),
    },
    webBuildStep,
  ],
}

/** These run in parallel: one mostly waits for killed processes to exit, and journeys leave the other core idle. */
const besideEachOther: Phase = {
  atOnce: 2,
  steps: [
    { title: 'killed servers and shared work', run: runProofFiles },
    { title: 'journeys in a browser', run: () => runBrowser(['--retries=1']) },
  ],
}

/** Steps that start servers, install packages or open a browser, and share no state. */
const packages: Phase = {
  atOnce: 2,
  steps: [
    scriptStep('the SDK as a package', 'checks/package/main.ts'),
    scriptStep('the product on production dependencies', 'checks/production-dependencies.ts'),
    scriptStep('journeys of the contract on server and mock', 'checks/arazzo/main.ts'),
    scriptStep('20,000 raw requests', 'checks/attack/raw-sockets.ts'),
    scriptStep('200 writes of a server that is killed', 'checks/attack/killed-writes.ts', '2'),
    scriptStep('every operation without each module', 'checks/attack/module-matrix.ts'),
    scriptStep('parameters of the specification', 'checks/parameters/main.ts'),
    scriptStep('rows of impossible dates', 'checks/attack/poisoned-rows.ts'),
    scriptStep('a disk of 200 MB that becomes full', 'checks/attack/full-disk.ts'),
    scriptStep('a rolling restart of five processes', 'checks/processes/main.ts', 'roll', '2000'),
  ],
}

/** Steps that use the packed package or measure how long people wait for each other, so they run one at a time. */
const sequential: Phase = {
  atOnce: 1,
  steps: [
    scriptStep('documented code', 'checks/package/run-snippets.ts'),
    scriptStep('examples of the SDK', 'checks/package/run-examples.ts'),
    scriptStep('the mock server as a package', 'checks/mock/packed-server.ts'),
    scriptStep('twenty costly callers beside a calm one', 'checks/attack/hostile-queries.ts'),
    scriptStep('hostile pictures beside a calm person', 'checks/attack/hostile-pictures.ts'),
    scriptStep('ledger of documented pairs', 'checks/drift/ledger.ts'),
  ],
}

if (journeys.length > 0) process.exit(close([await runBrowser(journeys)]))
const earlier = args.includes('--after-tests') ? [readTests()] : []
const phases = args.includes('--ci') ? ci : [figures, longTests, besideEachOther, packages, sequential]
process.exit(close([...earlier, ...(await runPhases(phases))]))
