import { readFileSync } from 'node:fs'
import { findChangePoints, findInflections, type Inflection } from '@auspex/analytics'
import { addDays, daysBetween } from '@auspex/contract/days'
import { annotatedF1 } from './changepoints/annotated-score.ts'
import { ewmaAlarms } from './changepoints/ewma.ts'
import { noiseSeries, type PlantedChange, plantedSeries, seededRandom } from './changepoints/planted-series.ts'
import { publishedDefaults } from './changepoints/published-defaults.ts'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'

const task = 'changepoints'
const firstDay = '2020-01-01'
const seriesCount = 400
/** A planted change counts as found if the day is off by at most this many days and the kind is right. */
const marginDays = 3

/** Checks that changes are found where people marked them and where they were planted, and that few are found elsewhere. */
export const changepoints: EvalTask = {
  name: task,
  run: async (data) => [...annotatedRows(data), ...plantedRows(), noiseRow(), speedRow(), ...taxiRows(data)],
}

function annotatedRows(data: EvalData): EvalRow[] {
  const [folder, marks] = [data.path('series/tcpd/datasets'), data.path('series/tcpd/annotations.json')]
  const names = Object.keys(publishedDefaults)
  const label = `TCPD, ${names.length} univariate series, several annotators`
  const best = bestPublished()
  const row = { task, data: label, measure: 'F1, margin 5, default setting', bar: { atLeast: best.value } }
  if (folder === null || marks === null) return [{ ...row, value: null, baseline: best }]
  // the file formats that the data's README describes
  const annotations = readJson(marks) as Record<string, Record<string, number[]>>
  const score = (find: (values: readonly number[]) => number[]) =>
    mean(
      names.map((name) => {
        const { series } = readJson(`${folder}/${name}.json`) as { series: { raw: number[] }[] } // also described there
        return annotatedF1(find(series[0]?.raw ?? []), Object.values(annotations[name] ?? {}))
      }),
    )
  const value = score(findChangePoints)
  return [
    { ...row, value, baseline: best },
    { ...row, bar: null, value, baseline: { name: 'EWMA, 3 sigma', value: score(ewmaAlarms) } },
  ]
}

/** The method with the highest mean F1 among the published ones, on the same series. */
function bestPublished(): { name: string; value: number } {
  const rows = Object.values(publishedDefaults)
  const methods = ['amoc', 'binseg', 'bocpd', 'cpnp', 'pelt', 'segneigh', 'zero'] as const
  const means = methods.map((name) => ({
    name: `${name.toUpperCase()}, published`,
    value: mean(rows.map((row) => row[name])),
  }))
  return means.toSorted((a, b) => b.value - a.value)[0] ?? { name: 'none', value: 0 }
}

function plantedRows(): EvalRow[] {
  const tally = { found: 0, points: 0, planted: 0, off: 0 }
  const chart = { found: 0, points: 0 }
  for (let seed = 0; seed < seriesCount; seed++) {
    const { counts, planted } = plantedSeries(seededRandom(seed * 104_729 + 17))
    const points = findInflections({ firstDay, counts })
    const distances = planted.flatMap((change) => nearest(points, change) ?? [])
    tally.found += distances.length
    tally.points += points.length
    tally.planted += planted.length
    tally.off += distances.reduce((sum, days) => sum + days, 0)
    const alarms = ewmaAlarms(counts)
    chart.points += alarms.length
    chart.found += planted.filter(({ at }) => alarms.some((day) => Math.abs(day - at) <= marginDays)).length
  }
  const label = `${seriesCount} planted series of counts, ${tally.planted.toLocaleString('en')} changes of three kinds`
  const f1 = (found: number, points: number) => (2 * found) / (points + tally.planted)
  return [
    {
      task,
      data: label,
      measure: 'F1, kind right, within 3 days',
      value: f1(tally.found, tally.points),
      bar: { atLeast: 0.97 },
      baseline: { name: 'EWMA, 3 sigma, any kind', value: f1(chart.found, chart.points) },
    },
    { task, data: label, measure: 'days off', value: tally.off / tally.found, bar: null, baseline: null },
  ]
}

function nearest(points: readonly Inflection[], { at, kind }: PlantedChange): number | null {
  const distances = points
    .filter((point) => point.kind === kind)
    .map(({ day }) => Math.abs(daysBetween(firstDay, day) - at))
  const least = Math.min(...distances)
  return least <= marginDays ? least : null
}

function noiseRow(): EvalRow {
  const series = Array.from({ length: seriesCount }, (_, seed) => noiseSeries(seededRandom(seed * 7_919 + 3)))
  const part = (hasAny: (counts: number[]) => boolean) => series.filter(hasAny).length / series.length
  return {
    task,
    data: `${seriesCount} series of counts with a weekly pattern and no change`,
    measure: 'part that shows any point',
    value: part((counts) => findInflections({ firstDay, counts }).length > 0),
    bar: { atMost: 0.05 },
    baseline: { name: 'EWMA, 3 sigma', value: part((counts) => ewmaAlarms(counts).length > 0) },
  }
}

function speedRow(): EvalRow {
  const random = seededRandom(99)
  const counts = Array.from({ length: 1_500 }, (_, day) => random.count(day < 700 ? 10 : 20, 0.1))
  const times = Array.from({ length: 30 }, () => {
    const began = performance.now()
    findInflections({ firstDay, counts })
    return performance.now() - began
  }).toSorted((a, b) => a - b)
  const value = times[15] ?? 0
  return { task, data: '1,500 days', measure: 'ms a series, median of 30', value, bar: null, baseline: null }
}

/** For information: daily taxi rides in New York, with five known anomalies. */
function taxiRows(data: EvalData): EvalRow[] {
  const row = { task, data: 'NAB nyc_taxi a day, 5 labelled windows', bar: null }
  const [rides, labels] = [
    data.path('series/nab/data/realKnownCause/nyc_taxi.csv'),
    data.path('series/nab/labels/combined_windows.json'),
  ]
  if (rides === null || labels === null) return [{ ...row, measure: 'windows hit', value: null, baseline: null }]
  const byDay = new Map<string, number>()
  for (const line of readFileSync(rides, 'utf8').trim().split('\n').slice(1)) {
    const [time = '', value = '0'] = line.split(',')
    byDay.set(time.slice(0, 10), (byDay.get(time.slice(0, 10)) ?? 0) + Number(value))
  }
  const [counts, start] = [[...byDay.values()], [...byDay.keys()][0] ?? firstDay]
  const labelled = readJson(labels) as Record<string, [string, string][]> // as its README describes it
  const windows = labelled['realKnownCause/nyc_taxi.csv'] ?? []
  const hit = (days: readonly string[]) =>
    windows.filter(([from, to]) => days.some((day) => day >= from.slice(0, 10) && day <= to.slice(0, 10))).length
  const days = findInflections({ firstDay: start, counts }).map(({ day }) => day)
  const alarms = ewmaAlarms(counts).map((at) => addDays(start, at))
  return [
    { ...row, measure: 'windows hit', value: hit(days), baseline: { name: 'EWMA, 3 sigma', value: hit(alarms) } },
    { ...row, measure: 'points', value: days.length, baseline: { name: 'EWMA, 3 sigma', value: alarms.length } },
  ]
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
