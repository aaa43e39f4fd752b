import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { addOutcomes, type Failure, failOnce, type Outcome } from './outcome.ts'
import { runCommand } from './run-phases.ts'

/** One more than there are cores: tests wait for answers and timers a quarter of their time. */
const workers = availableParallelism() + 1
/** A test that takes about a minute and starts its own servers is a proof, which its file name states. */
const proofFiles = '**/*.proof.test.ts'
/** A test that takes eight seconds or more of a quiet machine is slow, which its file name states: CI runs it, and `npm test` does not. */
export const slowFiles = '**/*.slow.*test.ts'
/** More files that fail are no accident, and are not run again. */
const maxFilesAgain = 5
/** The signal of a failed check inside V8; any other end of a process is reported as a failure. */
const endOfEngine = 'signal SIGTRAP'

interface VitestRun {
  /** The folder whose projects run; the whole checkout if omitted. */
  readonly root?: string
  /** Path fragments, or Vitest options. */
  readonly filters: readonly string[]
  readonly env?: Readonly<Record<string, string>> | undefined
  /** What precedes `npm test -- FILE` in the command that runs a file alone. */
  readonly variables?: string
  /** Whether failed files are run again, alone: a test that passes then is unsteady. */
  readonly isRepeated?: boolean
}

interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

function firstLine(text = ''): string {
  return text.trim().split('\n')[0] ?? ''
}

async function runOnce({ root = '.', filters, env, variables = '' }: VitestRun): Promise<Outcome & { died: string[] }> {
  const reportFile = `${process.cwd()}/test-results/vitest.json`
  rmSync(reportFile, { force: true })
  const config = root === '.' ? ['--config', 'scripts/test/vitest.config.ts'] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const args = ['run', '--root', root, `--maxWorkers=${workers}`, ...config, ...reporters, ...filters]
  const { ok, output } = await runCommand('vitest', args, { env })
  if (!existsSync(reportFile))
    return { ...failOnce({ title: 'Vitest ended without a report', command: 'npm test' }), died: [] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  const deaths = new Map(
    [...output.matchAll(/exited unexpectedly with (.*?) during .*running test file (\S+)/g)].map(
      ([, how = '', file = '']) => [file, how] as const,
    ),
  )
  // the report counts a file whose process V8 ended as failed, but it is rerun first
  const died = [...deaths].filter(([, how]) => how === endOfEngine).map(([file]) => file)
  const failures = report.testResults
    .filter(({ name, status }) => status !== 'passed' && !died.includes(name))
    .flatMap(({ name, message, assertionResults }): Failure[] => {
      const file = relative(process.cwd(), name)
      const found = { command: `${variables}npm test -- ${file}`, file: name }
      const how = deaths.get(name)
      const reason = how === undefined ? firstLine(message) : `Its process ended with ${how}.`
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // a file that fails to load has no tests to count, but still fails the run
      if (failed.length === 0) return [{ ...found, title: file, reason }]
      return failed.map(({ fullName, failureMessages }) => {
        return { ...found, title: `${file} › ${fullName}`, reason: firstLine(failureMessages?.[0]) }
      })
    })
  const passed = report.numPassedTests
  const errors = Number(/^\s*Errors\s+(\d+) error/m.exec(output)?.[1] ?? 0)
  if (failures.length > 0 || ok || (died.length > 0 && died.length === errors))
    return { passed, failures, died: failures.length > 0 ? [] : died.map((file) => relative(resolve(root), file)) }
  const unhandled = { title: 'An error outside every test', command: 'npm test', reason: 'It is printed above.' }
  return { passed, failures: [unhandled], died: [] }
}

/**
 * Node 24 sometimes kills a process through one of V8's own checks (`jit_page_->allocations_`, SIGTRAP) while a thread with WebAssembly
 * exits. No test has failed then, but some did not run: the file is run once more, and that result counts. Vitest moves the other files of
 * that process to a new one.
 */
async function run(vitest: VitestRun): Promise<Outcome> {
  const { died, ...outcome } = await runOnce(vitest)
  if (died.length > 0) {
    console.log(`Node ended the process of ${died.join(', ')}; running it once more`)
    const { died: diedAgain, ...again } = await runOnce({ ...vitest, filters: died })
    const twice = diedAgain.map((file) =>
      failOnce({ title: `Node ended the process of ${file} twice`, command: `npm test -- ${file}` }),
    )
    return addOutcomes([outcome, again, ...twice])
  }
  const { passed, failures } = outcome
  const files = new Set(
    failures.map(({ file }) => (file === undefined ? null : relative(resolve(vitest.root ?? '.'), file))),
  )
  if (vitest.isRepeated !== true || files.size === 0 || files.size > maxFilesAgain || files.has(null)) return outcome
  console.log(`\nRunning again, alone: ${[...files].join(', ')}`)
  const options = vitest.filters.filter((filter) => filter.startsWith('--'))
  const filters = [...options, ...files].filter((filter) => filter !== null)
  // screens are printed as text only here: `apps/web/vite.config.ts`
  const again = await run({ ...vitest, filters, env: { ...vitest.env, DEBUG_PRINT_LIMIT: '7000' }, isRepeated: false })
  const unsteady = failures.filter(({ title }) => !again.failures.some((failure) => failure.title === title))
  return { passed: passed + unsteady.length, failures: again.failures, unsteady }
}

/** Unit, API and component tests of all packages, except slow ones; what fails is run once more alone. */
export function runQuickTests(): Promise<Outcome> {
  return run({ filters: [`--exclude=${proofFiles}`, `--exclude=${slowFiles}`], isRepeated: true })
}

/** The tests that `npm test` leaves to CI: they send every operation hundreds of requests, open files of every fault, or start whole servers. */
export function runSlowTests(): Promise<Outcome> {
  return run({ filters: [`--exclude=${proofFiles}`, '.slow.'], isRepeated: true })
}

/** Unit, API and component tests that the filters match; proofs run only if a filter names one. */
export function runVitest(filters: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
  const isProofNamed = filters.some((filter) => filter.includes('.proof'))
  return run({ filters: [...(isProofNamed ? [] : [`--exclude=${proofFiles}`]), ...filters], env })
}

/** The tests that are proofs: they kill processes, or run several processes that share work. */
export function runProofFiles(): Promise<Outcome> {
  return runVitest(['.proof.test.ts'])
}

/**
 * Runs the API tests, or those that the filters match, on PostgreSQL instead of the embedded engine. With several processes, requests are sent
 * round-robin to several APIs that share nothing but the database.
 */
export async function runOnPostgres({
  processes = 1,
  filters = ['.api.test.ts'],
  testNamePattern,
}: {
  processes?: number
  filters?: readonly string[]
  /** Pattern for the titles of the tests to run; all tests if omitted. */
  testNamePattern?: string
} = {}): Promise<Outcome> {
  const title = 'API tests on PostgreSQL'
  if (!existsSync('/usr/lib/postgresql') && !process.env.TEST_DATABASE_URL)
    return failOnce({
      title,
      command: 'sudo apt-get install -y postgresql',
      reason: 'No PostgreSQL server is installed.',
    })
  return run({
    root: 'apps/api',
    filters: [
      ...filters,
      ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
      // otherwise one test waiting for state that lives in another process would block the run for ten minutes
      ...(processes > 1 ? ['--testTimeout=120000', '--hookTimeout=120000'] : []),
    ],
    env: { AUSPEX_TEST_ENGINE: 'native', AUSPEX_TEST_PROCESSES: String(processes) },
    variables: `AUSPEX_TEST_PROCESSES=${processes} AUSPEX_TEST_ENGINE=native `,
    isRepeated: true,
  })
}

/** Where ClickHouse stores documents: in one folder, or on two shards. */
export type DocumentPlaces = 'chdb' | 'two-shards'

/**
 * Runs API tests with the folder of npm's `chdb`: that of AUSPEX_CHDB, or one in this checkout, where it is installed on first use (546 MB). It is not
 * a dependency, because only a library in ClickHouse without a server needs it. `open-chdb.ts` of apps/api names the same version.
 */
async function runWithChdb(filters: readonly string[], places?: DocumentPlaces): Promise<Outcome> {
  const folder = join('node_modules', '.cache', 'chdb')
  const chdb = process.env['AUSPEX_CHDB'] ?? join(process.cwd(), folder)
  if (!existsSync(join(chdb, 'node_modules', 'chdb'))) {
    const install = ['install', '--no-audit', '--no-fund', '--prefix', folder, 'chdb@3.4.0']
    const failure = await promisify(execFile)('npm', install).then(() => null, String)
    const command = 'npm run check checks/clickhouse.ts'
    if (failure !== null) return failOnce({ title: 'Documents in ClickHouse', command, reason: firstLine(failure) })
  }
  const documents = places === undefined ? '' : `AUSPEX_TEST_DOCUMENTS=${places} `
  return run({
    root: 'apps/api',
    filters,
    env: { AUSPEX_CHDB: chdb, ...(places !== undefined && { AUSPEX_TEST_DOCUMENTS: places }) },
    variables: `AUSPEX_CHDB=FOLDER ${documents}`,
  })
}

/** Runs the contract tests of the document store on ClickHouse as well as PostgreSQL, and the tests of responses while a shard is down. */
export function runClickhouseContract(): Promise<Outcome> {
  return runWithChdb([
    'src/adapters/clickhouse',
    'src/modules/library/clickhouse',
    'src/modules/library/move',
    'src/modules/library/imports.kill',
    'src/modules/reports/shard-coverage',
  ])
}

/** Runs the API tests, or those that the filters match, with documents in ClickHouse, except those of PostgreSQL's own statements. */
export function runOnClickhouse(
  places: DocumentPlaces,
  filters: readonly string[] = ['.api.test.ts'],
): Promise<Outcome> {
  return runWithChdb(['--exclude=**/costly-queries.api.test.ts', ...filters], places)
}
