/**
 * Usage: npm run check checks/faults [-- WORD …]. Produces each fault, or those whose name contains a word, on a real server, and prints what a
 * person
 * sees and what acknowledged data is lost. Fails if a fault is not tolerated. A fault that this machine cannot produce is reported and is not a
 * success.
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

const nameParts = process.argv.slice(2)
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
].filter(({ name }) => nameParts.length === 0 || nameParts.some((word) => name.includes(word)))
let isBorne = true
const rows: string[] = []
for (const fault of faults) {
  const finding = await fault
    .run()
    .catch((error: unknown): Finding => ({ seen: 'it broke', lost: 0, faults: [String(error)] }))
  if ('skipped' in finding) {
    rows.push(`| ${fault.name} | not made here: ${finding.skipped} | - |`)
    continue
  }
  rows.push(`| ${fault.name} | ${finding.seen} | ${finding.lost} |`)
  for (const each of finding.faults) console.error(`${fault.name}: ${each}`)
  isBorne &&= finding.lost === 0 && finding.faults.length === 0
  console.log(rows.at(-1))
}
console.log(`\n| fault | what is seen | lost |\n| --- | --- | --- |\n${rows.join('\n')}`)
process.exit(isBorne ? 0 : 1)
