import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { runShown } from './commands.ts'
import { installChdb } from './install-chdb.ts'
import { addOutcomes, type Failure, failOnce, type Outcome } from './outcome.ts'

/** Vitest leaves one core to itself, which is half of a machine of two. */
const workers = Math.max(2, availableParallelism() - 1)
/** What takes a minute and starts servers of its own is a proof, and its file says so. */
const proofFiles = '**/*.proof.test.ts'

interface VitestRun {
  /** The folder whose projects run; `.` is the whole checkout. */
  readonly root: string
  /** Parts of paths, or options of Vitest. */
  readonly filters: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** How a person runs one of its files alone. */
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
      // a file that does not load has no tests to count, and still fails the run
      if (failed.length === 0) return [{ title: file, command: commandOf(file), reason: firstLine(message) }]
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        command: commandOf(file),
        reason: firstLine(failureMessages?.[0]),
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
  // the file whose process the engine ended is no failure yet, though the report counts it as one
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

/** What a check of V8's own ends a process with; every other end of a process is a failure, and is named. */
const endOfEngine = 'signal SIGTRAP'

/**
 * Node 24 sometimes kills a process by a check of V8's own (`jit_page_->allocations_`, SIGTRAP) while a thread with
 * WebAssembly ends. No test has failed then, and some were not run: the file is run once more, and what it does now counts.
 * Vitest gives the other files of that process to another one.
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

function commandOfFile(file: string): string {
  return `npm test -- ${file}`
}

/** Unit, API and component tests of all packages, or of what the filters name; no proofs unless a filter names one. */
export function runVitest(filters: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
  const isProofNamed = filters.some((filter) => filter.includes('.proof'))
  const options = isProofNamed ? [] : [`--exclude=${proofFiles}`]
  return runWithDied({ root: '.', filters: [...options, ...filters], env, commandOf: commandOfFile })
}

/** The tests that are proofs: processes that are killed, and processes that share their work. */
export function runProofFiles(): Promise<Outcome> {
  return runVitest(['.proof.test.ts'])
}

/**
 * The API tests once more, on PostgreSQL instead of the embedded engine; or those that the filters name. With several processes their requests go
 * to several APIs in turn, which share nothing but the database.
 */
export async function runOnPostgres({
  processes = 1,
  filters = ['.api.test.ts'],
  testNamePattern,
}: {
  processes?: number
  filters?: readonly string[]
  /** What the titles of the tests match that run; all when left out. */
  testNamePattern?: string
} = {}): Promise<Outcome> {
  if (!existsSync('/usr/lib/postgresql') && !process.env.TEST_DATABASE_URL)
    return failOnce({
      title: 'API tests on PostgreSQL',
      command: 'sudo apt-get install -y postgresql',
      reason: 'No PostgreSQL server is installed.',
    })
  return runWithDied({
    root: 'apps/api',
    filters: [
      ...filters,
      ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
      // one test that waits for what another process knows would otherwise hold the run for ten minutes
      ...(processes > 1 ? ['--testTimeout=120000', '--hookTimeout=120000'] : []),
    ],
    env: { AUSPEX_TEST_ENGINE: 'native', AUSPEX_TEST_PROCESSES: String(processes) },
    commandOf: (file) => `AUSPEX_TEST_PROCESSES=${processes} AUSPEX_TEST_ENGINE=native npm test -- ${file}`,
  })
}

/** Where documents lie in ClickHouse: in one folder, or on two shards. */
export type DocumentPlaces = 'chdb' | 'two-shards'

/** What keeps documents, held to its contract on ClickHouse beside PostgreSQL, and what is answered while a shard is away. */
export function runClickhouseContract(): Promise<Outcome> {
  return withChdb((chdb) =>
    runWithDied({
      root: 'apps/api',
      filters: [
        'src/adapters/clickhouse',
        'src/modules/documents/clickhouse',
        'src/modules/documents/move',
        'src/modules/documents/imports.kill',
        'src/modules/signals/shard-coverage',
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

/** What is about PostgreSQL's own statements: that one of them ends when its caller hangs up. */
const aboutPostgres = '**/costly-queries.api.test.ts'

/** The API tests once more, or those that the filters name, with documents in ClickHouse. */
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
