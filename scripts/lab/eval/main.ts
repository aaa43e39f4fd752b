// Usage: npm run eval [-- TASK …]. Measures the analytics on labelled data beside the methods that others use, prints a
// table, and fails when a figure is below its bar. AUSPEX_SHARED_DATA names the data folder; what it lacks is printed as absent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EvalRow, isReached } from './eval.types.ts'
import { printTable } from './print-table.ts'
import { tasks } from './tasks.ts'

const folder = process.env['AUSPEX_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const data = {
  path: (part: string) => {
    const path = join(folder, part)
    return existsSync(path) ? path : null
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !tasks.some((task) => task.name === name))
if (unknown.length > 0) {
  console.error(`No such task: ${unknown.join(', ')}. There are ${tasks.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const rows: EvalRow[] = []
for (const task of tasks) {
  if (asked.length > 0 && !asked.includes(task.name)) continue
  const began = performance.now()
  rows.push(...(await task.run(data)))
  console.error(`${task.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
printTable(rows)

const missed = rows.filter((row) => isReached(row) === false)
const absent = rows.filter(({ value }) => value === null)
console.log(
  `${rows.length - missed.length - absent.length} figures measured without a miss, ${missed.length} below their bar, ${absent.length} without data`,
)
if (missed.length > 0) process.exit(1)
