// Usage: npm run eval [-- TASK …]. Measures the analytics on labelled data next to the methods that others use, prints a table,
// and fails if a figure misses its threshold. AUSPEX_SHARED_DATA names the data folder; missing data is printed as absent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EvalRow, type EvalTask, isReached } from './eval.types.ts'
import { printTable } from './print-table.ts'
import { changepoints } from './changepoints.ts'
import { claims } from './claims.ts'
import { clinical } from './clinical.ts'
import { comparison } from './comparison.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { forecast } from './forecast.ts'
import { lagCorrelation } from './lag-correlation.ts'
import { language } from './language.ts'
import { news } from './news.ts'
import { quotes } from './quotes.ts'
import { searchCounts } from './search-counts.ts'
import { spelling } from './spelling.ts'
import { storyClustersTask } from './story-clusters.ts'
import { tone } from './tone.ts'
import { zeus, zeusSpeed } from './zeus.ts'

/** Every task, in the order of the table. */
const tasks: readonly EvalTask[] = [
  tone,
  language,
  storyClustersTask,
  changepoints,
  events,
  forecast,
  lagCorrelation,
  comparison,
  searchCounts,
  claims,
  quotes,
  spelling,
  feeds,
  zeus,
  news,
  clinical,
]

/** Parts of a task that should be measured separately, on an idle machine: they only run if named. */
const parts: readonly EvalTask[] = [zeusSpeed]

const folder = process.env['AUSPEX_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const data = {
  path: (part: string) => {
    const path = join(folder, part)
    return existsSync(path) ? path : null
  },
}

const taskNames = process.argv.slice(2)
const runnable = [...tasks, ...parts]
const unknownNames = taskNames.filter((name) => !runnable.some((task) => task.name === name))
if (unknownNames.length > 0) {
  console.error(`No such task: ${unknownNames.join(', ')}. There are ${runnable.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const rows: EvalRow[] = []
for (const task of taskNames.length === 0 ? tasks : runnable.filter(({ name }) => taskNames.includes(name))) {
  const startedAt = performance.now()
  rows.push(...(await task.run(data)))
  console.error(`${task.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
printTable(rows)

const missedRows = rows.filter((row) => isReached(row) === false)
const absent = rows.filter(({ value }) => value === null)
console.log(
  `${rows.length - missedRows.length - absent.length} figures measured without a miss, ${missedRows.length} below their bar, ${absent.length} without data`,
)
if (missedRows.length > 0) process.exit(1)
