import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { EvalRow } from '../eval.types.ts'
import { countRow, newShare, shareRow } from './score.ts'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/**
 * Requirements that a test of the product already proves over many rounds, failing at the first bad one; the row states that all of them passed.
 * They are not measured a second time here, because two implementations of, for example, cutting a stream would both need maintenance.
 */
const proofs = [
  {
    file: 'apps/api/src/modules/zeus/disconnects.api.test.ts',
    rows: [
      {
        title: /^an answer goes on with the same text/,
        rounds: 200,
        measure: 'answers whole after a disconnect at random bytes',
      },
      {
        title: /^each of 100 stops/,
        rounds: 100,
        measure: 'stops that end the run upstream and keep what was written',
      },
    ],
  },
  {
    file: 'apps/web/src/features/reports/markdown/markdown-codec.test.ts',
    rows: [{ title: /^of a thousand random texts/, rounds: 1_000, measure: 'Markdown texts unchanged by the editor' }],
  },
  {
    file: 'apps/web/src/features/reports/suggestions/suggest-edits.test.ts',
    rows: [
      {
        title: /^of five hundred random texts/,
        rounds: 500,
        measure: 'texts with the same bytes after all suggestions are rejected',
      },
    ],
  },
  {
    file: 'apps/api/src/modules/workflows/killed-runs.proof.test.ts',
    rows: [
      {
        title: /^repeat no step that had ended, and write nothing twice/,
        rounds: 50,
        measure: 'runs of a workflow killed at a step: no finished step repeated, no write doubled',
      },
    ],
  },
]

/** Runs those tests, one file at a time, and makes a row of each. */
export async function judgeTests(): Promise<EvalRow[]> {
  const rows: EvalRow[] = []
  for (const { file, rows: measures } of proofs) {
    const { report, printed } = await runTests(file)
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
    for (const { title, rounds, measure } of measures) {
      const result = results.find((test) => title.test(test.title))
      // a proof that cannot run on this machine, because PostgreSQL is missing, has shown nothing
      const isSkipped = result?.status === 'skipped' || result?.status === 'pending'
      const proven = { good: result?.status === 'passed' ? rounds : 0, of: rounds }
      rows.push(shareRow('generated', measure, isSkipped ? newShare() : proven, 1))
    }
    const slowest = /slowest of \d+ stops reached the analyst after (\d+) ms/.exec(printed)?.[1]
    if (slowest !== undefined)
      rows.push(countRow('generated', 'slowest stop to reach the analyst, ms', Number(slowest), { atMost: 250 }))
  }
  return rows
}

async function runTests(file: string): Promise<{ report: Report; printed: string }> {
  const root = resolve(import.meta.dirname, '../../../..')
  const folder = mkdtempSync(join(tmpdir(), 'auspex-eval-'))
  const output = join(folder, 'report.json')
  const args = [
    'run',
    '--config',
    'scripts/test/vitest.config.ts',
    file,
    '--testTimeout=300000',
    '--reporter=default',
    '--reporter=json',
  ]
  const child = spawn('vitest', [...args, `--outputFile.json=${output}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  await new Promise((end, fail) => child.on('close', end).on('error', fail))
  try {
    return { report: JSON.parse(readFileSync(output, 'utf8')) as Report, printed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
