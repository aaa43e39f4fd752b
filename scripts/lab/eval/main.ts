/**
 * Usage: npm run eval [-- TASK …]. Measures the analytics on labelled and planted data beside the methods that others use, prints a table, and fails if
 * a figure misses its bar. AUSPEX_SHARED_DATA names the data folder; a row whose data are not there says "no data" and counts as not measured.
 */
import {
  type EvalRow,
  type EvalTask,
  formatBar,
  formatNumber,
  formatReached,
  isReached,
  printTable,
  sharedData,
} from '../figures.ts'
import { changepoints } from './changepoints.ts'
import { comparison } from './comparison.ts'
import { events } from './events/events.ts'
import { forecast } from './forecast.ts'
import { lagCorrelation } from './lag-correlation.ts'
import { language } from './language.ts'
import { meaning } from './meaning/meaning.ts'
import { news } from './news/news.ts'
import { newsPairs } from './news/news-pairs.ts'
import { queryQuality } from './query-quality.ts'
import { spelling } from './spelling.ts'
import { storyClusters } from './story-clusters.ts'
import { tone } from './tone.ts'
import { zeusSentences } from './zeus/judge-sentences.ts'
import { zeusReading } from './zeus/reading.ts'
import { zeusSpeed } from './zeus/speed.ts'
import { zeus } from './zeus/zeus.ts'

const tasks: readonly EvalTask[] = [
  tone,
  language,
  storyClusters,
  changepoints,
  events,
  forecast,
  lagCorrelation,
  comparison,
  spelling,
  queryQuality,
  zeus,
  zeusSentences,
  news,
  newsPairs,
  meaning,
]
/** Tasks that need an idle machine or take long: they run only if named. */
const tasksOnRequest: readonly EvalTask[] = [zeusSpeed, zeusReading]

const names = process.argv.slice(2)
const runnable = [...tasks, ...tasksOnRequest]
const unknown = names.filter((name) => !runnable.some((task) => task.name === name))
if (unknown.length > 0) {
  console.error(`No such task: ${unknown.join(', ')}. There are ${runnable.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const rows: (EvalRow & { task: string })[] = []
for (const { name, run } of names.length === 0 ? tasks : runnable.filter((task) => names.includes(task.name))) {
  const startedAt = performance.now()
  for (const row of await run(sharedData)) rows.push({ task: name, ...row })
  console.error(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
printTable(
  ['task', 'data', 'measure', 'Auspex', 'bar', 'reached', 'baseline'],
  rows.map(({ task, data, measure, value, bar, baseline }) => [
    task,
    data,
    measure,
    value === null ? 'no data' : formatNumber(value),
    bar === undefined ? '' : formatBar(bar),
    formatReached({ value, bar }),
    baseline === undefined ? '' : `${baseline.name} ${formatNumber(baseline.value)}`,
  ]),
)
const misses = rows.filter((row) => isReached(row) === false).length
const hits = rows.filter((row) => isReached(row) === true).length
const absent = rows.filter(({ value }) => value === null).length
const withoutBar = rows.length - misses - hits - absent
console.log(`${hits} bars reached, ${misses} missed; ${withoutBar} figures without a bar, ${absent} without data`)
if (misses > 0) process.exit(1)
