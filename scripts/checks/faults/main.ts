/**
 * Usage: npm run check checks/faults [-- WORD …]. Makes each fault, or those whose name holds a word, on a real server, and prints what a person
 * sees and what of the acknowledged is lost. Fails when a fault is not borne. A fault that this machine cannot make says so and is no success.
 */
import { spawnSync } from 'node:child_process'
import { databaseGone, diskFull } from './database-faults.ts'
import type { Fault, Finding } from './fault.ts'
import { clockJumps, silentSource, slowClients, stopUnderLoad } from './server-faults.ts'
import { manyQuestions, manyStreams } from './streams-fault.ts'

const sigkill: Fault = {
  name: 'SIGKILL',
  async run(): Promise<Finding> {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/checks/attack/killed-writes.ts', '1'], {
      encoding: 'utf8',
    })
    const seen = /^Killed writes.*$/m.exec(stdout)?.[0] ?? 'no figures'
    return {
      seen,
      lost: Number(/; (\d+) faults/.exec(seen)?.[1] ?? 1),
      faults: status === 0 ? [] : [stderr.trim().slice(-300)],
    }
  },
}

const words = process.argv.slice(2)
const faults = [
  databaseGone,
  diskFull,
  clockJumps,
  silentSource,
  slowClients,
  manyStreams,
  manyQuestions,
  stopUnderLoad,
  sigkill,
].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
let isBorne = true
const rows: string[] = []
for (const fault of faults) {
  const shown = await fault
    .run()
    .catch((error: unknown): Finding => ({ seen: 'it broke', lost: 0, faults: [String(error)] }))
  if ('skipped' in shown) {
    rows.push(`| ${fault.name} | not made here: ${shown.skipped} | - |`)
    continue
  }
  rows.push(`| ${fault.name} | ${shown.seen} | ${shown.lost} |`)
  for (const each of shown.faults) console.error(`${fault.name}: ${each}`)
  isBorne &&= shown.lost === 0 && shown.faults.length === 0
  console.log(rows.at(-1))
}
console.log(`\n| fault | what is seen | lost |\n| --- | --- | --- |\n${rows.join('\n')}`)
process.exit(isBorne ? 0 : 1)
