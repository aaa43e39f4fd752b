import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { runShown } from './commands.ts'
import { installChdb } from './install-chdb.ts'
import { addOutcomes, type Failure, failOnce, type Outcome } from './outcome.ts'

/** Vitest reserves one core for itself, which is half of a two-core machine. */
const workers = Math.max(2, availableParallelism() - 1)
/** A test that takes about a minute and starts its own servers is a proof, which its file name states. */
const proofFiles = '**/*.proof.test.ts'

interface VitestRun {
  /** The folder whose projects run; `.` is the whole checkout. */
  readonly root: string
  /** Path fragments, or Vitest options. */
  readonly filters: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The command that runs one of its files alone. */
  readonly commandOf: (file: string) => string
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

function failuresIn(results: VitestReport['testResults'], commandOf: VitestRun['commandOf']): Failure[] {
  return results
    .filter(({ status }) => status !== 'passed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // a file that fails to load has no tests to count, but still fails the run
      if (failed.length === 0)
        return [{ title: file, command: commandOf(file), reason: firstLine(message), file: name }]
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        command: commandOf(file),
        reason: firstLine(failureMessages?.[0]),
        file: name,
      }))
    })
}

async function runOnce({ root, filters, env = {}, commandOf }: VitestRun): Promise<Outcome & { died: string[] }> {
  const reportFile = `${process.cwd()}/test-results/vitest.json`
  rmSync(reportFile, { force: true })
  const config = root === '.' ? ['--config', 'scripts/test/vitest.config.ts'] : []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { ok, output } = await runShown({
    command: 'vitest',
    args: ['run', '--root', root, `--maxWorkers=${workers}`, ...config, ...reporters, ...filters],
    env,
  })
  if (!existsSync(reportFile))
    return { ...failOnce({ title: 'Vitest ended without a report', command: 'npm test' }), died: [] }
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport
  const deaths = new Map(
    [...output.matchAll(/exited unexpectedly with (.*?) during .*running test file (\S+)/g)].map(
      ([, how = '', file = '']) => [file, how] as const,
    ),
  )
  // the report counts a file whose process V8 ended as failed, but it is rerun first
  const engineDeaths = [...deaths].filter(([, how]) => how === endOfEngine).map(([file]) => file)
  const died = engineDeaths.map((file) => relative(resolve(root), file))
  const failures = failuresIn(
    report.testResults
      .filter(({ name }) => !engineDeaths.includes(name))
      .map((result) => {
        const how = deaths.get(result.name)
        return how === undefined ? result : { ...result, message: `Its process ended with ${how}.` }
      }),
    commandOf,
  )
  const errors = Number(/^\s*Errors\s+(\d+) error/m.exec(output)?.[1] ?? 0)
  const isOnlyThat = failures.length === 0 && died.length > 0 && died.length === errors
  if (ok || isOnlyThat) return { passed: report.numPassedTests, failures, died: isOnlyThat ? died : [] }
  const unhandled = { title: 'An error outside every test', command: 'npm test', reason: 'It is printed above.' }
  return { passed: report.numPassedTests, failures: failures.length > 0 ? failures : [unhandled], died: [] }
}

/** The signal of a failed check inside V8; any other end of a process is reported as a failure. */
const endOfEngine = 'signal SIGTRAP'

/**
 * Node 24 sometimes kills a process through one of V8's own checks (`jit_page_->allocations_`, SIGTRAP) while a thread with WebAssembly
 * exits. No test has failed then, but some did not run: the file is run once more, and that result counts. Vitest moves the other files of
 * that process to a new one.
 */
async function runWithDied(vitest: VitestRun): Promise<Outcome> {
  const { died, ...outcome } = await runOnce(vitest)
  if (died.length === 0) return outcome
  console.log(`Node ended the process of ${died.join(', ')}; running it once more`)
  const { died: diedAgain, ...again } = await runOnce({ ...vitest, filters: died })
  return addOutcomes([
    outcome,
    again,
    ...diedAgain.map((file) =>
      failOnce({ title: `Node ended the process of ${file} twice`, command: vitest.commandOf(file) }),
    ),
  ])
}

/** The number of files that are run again; more failures are no accident. */
const maxFilesAgain = 5

/** Runs the files of failed tests once more, alone: a test that passes then is unsteady, and one that fails again has failed. */
async function runFailedAgain(vitest: VitestRun): Promise<Outcome> {
  const { passed, failures } = await runWithDied(vitest)
  const files = [
    ...new Set(failures.flatMap(({ file }) => (file === undefined ? [] : [relative(resolve(vitest.root), file)]))),
  ]
  if (files.length === 0 || files.length > maxFilesAgain || failures.some(({ file }) => file === undefined))
    return { passed, failures }
  console.log(`\nRunning again, alone: ${files.join(', ')}`)
  const options = vitest.filters.filter((filter) => filter.startsWith('--'))
  const again = await runWithDied({ ...vitest, filters: [...options, ...files] })
  const unsteady = failures.filter(({ title }) => !again.failures.some((failure) => failure.title === title))
  return { passed: passed + unsteady.length, failures: again.failures, unsteady }
}

function commandOfFile(file: string): string {
  return `npm test -- ${file}`
}

/** Unit, API and component tests of all packages; what fails is run once more alone. */
export function runAllTests(): Promise<Outcome> {
  return runFailedAgain({ root: '.', filters: [`--exclude=${proofFiles}`], commandOf: commandOfFile })
}

/** Unit, API and component tests that the filters match; proofs run only if a filter names one. */
export function runVitest(filters: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
  const isProofNamed = filters.some((filter) => filter.includes('.proof'))
  const options = isProofNamed ? [] : [`--exclude=${proofFiles}`]
  return runWithDied({ root: '.', filters: [...options, ...filters], env, commandOf: commandOfFile })
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
  if (!existsSync('/usr/lib/postgresql') && !process.env.TEST_DATABASE_URL)
    return failOnce({
      title: 'API tests on PostgreSQL',
      command: 'sudo apt-get install -y postgresql',
      reason: 'No PostgreSQL server is installed.',
    })
  return runFailedAgain({
    root: 'apps/api',
    filters: [
      ...filters,
      ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
      // otherwise one test waiting for state that lives in another process would block the run for ten minutes
      ...(processes > 1 ? ['--testTimeout=120000', '--hookTimeout=120000'] : []),
    ],
    env: { AUSPEX_TEST_ENGINE: 'native', AUSPEX_TEST_PROCESSES: String(processes) },
    commandOf: (file) => `AUSPEX_TEST_PROCESSES=${processes} AUSPEX_TEST_ENGINE=native npm test -- ${file}`,
  })
}

/** Where ClickHouse stores documents: in one folder, or on two shards. */
export type DocumentPlaces = 'chdb' | 'two-shards'

/** Runs the contract tests of the document store on ClickHouse as well as PostgreSQL, and the tests of responses while a shard is down. */
export function runClickhouseContract(): Promise<Outcome> {
  return withChdb((chdb) =>
    runWithDied({
      root: 'apps/api',
      filters: [
        'src/adapters/clickhouse',
        'src/modules/library/clickhouse',
        'src/modules/library/move',
        'src/modules/library/imports.kill',
        'src/modules/reports/shard-coverage',
      ],
      env: { AUSPEX_CHDB: chdb },
      commandOf: (file) => `AUSPEX_CHDB=FOLDER npm test -- ${file}`,
    }),
  )
}

async function withChdb(run: (chdb: string) => Promise<Outcome>): Promise<Outcome> {
  let chdb: string
  try {
    chdb = await installChdb()
  } catch (error) {
    return failOnce({
      title: 'Documents in ClickHouse',
      command: 'npm run check checks/clickhouse.ts',
      reason: `chdb cannot be installed: ${error instanceof Error ? error.message : String(error)}`,
    })
  }
  return run(chdb)
}

/** Tests of PostgreSQL's own statements: that a statement ends when its caller disconnects. */
const aboutPostgres = '**/costly-queries.api.test.ts'

/** Runs the API tests, or those that the filters match, with documents in ClickHouse. */
export function runOnClickhouse(
  places: DocumentPlaces,
  filters: readonly string[] = ['.api.test.ts'],
): Promise<Outcome> {
  return withChdb((chdb) =>
    runWithDied({
      root: 'apps/api',
      filters: [`--exclude=${aboutPostgres}`, ...filters],
      env: { AUSPEX_CHDB: chdb, AUSPEX_TEST_DOCUMENTS: places },
      commandOf: (file) => `AUSPEX_CHDB=FOLDER AUSPEX_TEST_DOCUMENTS=${places} npm test -- ${file}`,
    }),
  )
}
