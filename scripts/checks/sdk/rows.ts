/**
 * Usage: node scripts/checks/sdk/rows.ts [--list]. Prints what an API client needs, each row with the tests that prove it, and how many faults
 * have a test. Runs those tests, and fails if one is missing or fails; --list prints the proofs without running them.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { runShown, runSilently } from '../../test/commands.ts'
import { findProof, type RanTest } from './find-proof.ts'
import { proofText, rows } from './row-list.ts'

const faultFolder = 'packages/sdk/src/faults/'
const minFaults = 80
/** Each of these tests takes under a second: one that hangs is reported after two minutes, and the run exits even if something keeps it alive. */
const hangMs = 120_000
const runMs = 900_000

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

async function runTests(): Promise<RanTest[]> {
  const reportFile = 'test-results/sdk-rows.json'
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${process.cwd()}/${reportFile}`]
  const limits = [`--testTimeout=${hangMs}`, `--hookTimeout=${hangMs}`]
  await runShown({
    command: 'vitest',
    args: ['run', '--config', 'scripts/test/vitest.config.ts', ...limits, ...reporters, 'packages/sdk/src'],
    limitMs: runMs,
  })
  if (!existsSync(reportFile)) throw new Error('Vitest ended without a report')
  // the format of Vitest's own report
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name.replace(`${process.cwd()}/`, ''),
      title: fullName,
      isPassed: status === 'passed',
    })),
  )
}

function list(): void {
  for (const { name, proofs } of rows)
    console.log(`${name}\n${proofs.map((proof) => `  ${proofText(proof)}`).join('\n')}`)
}

async function check(): Promise<void> {
  const tests = await runTests()
  let provenRows = 0
  for (const { name, proofs } of rows) {
    const lines: string[] = []
    let isProven = true
    for (const proof of proofs) {
      const { isPassed, says } =
        'script' in proof
          ? { isPassed: (await runSilently({ command: 'node', args: [proof.script], limitMs: runMs })).ok, says: '' }
          : findProof(tests, proof)
      isProven &&= isPassed
      lines.push(`      ${isPassed ? '' : 'FAIL '}${proofText(proof)}${says}`)
    }
    if (isProven) provenRows += 1
    console.log(`${isProven ? 'ok  ' : 'FAIL'}  ${name}\n${lines.join('\n')}`)
  }
  const faults = tests.filter(({ file, isPassed }) => isPassed && file.startsWith(faultFolder)).length
  const failedFaults = tests.filter(({ file, isPassed }) => !isPassed && file.startsWith(faultFolder)).length
  console.log(`${provenRows} of ${rows.length} rows; ${faults} faults of at least ${minFaults}, ${failedFaults} failed`)
  if (provenRows < rows.length || faults < minFaults || failedFaults > 0) process.exitCode = 1
}

if (process.argv.includes('--list')) list()
else await check()
