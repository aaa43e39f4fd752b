import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangePoints, findInflections } from '@auspex/analytics'
import { daysBetween } from '@auspex/contract/days'
import { type EvalData, type EvalRow, type EvalTask, mean, median, shareOf } from '../figures.ts'
import { noiseSeries, plantedSeries, seededRandom } from './planted-series.ts'

const firstDay = '2020-01-01'
const seriesCount = 400
/** A planted change counts as found if the day is off by at most this many days and the kind is right. */
const marginDays = 3

/** Checks that changes are found where people marked them and where they were planted, and that few are found elsewhere. */
export const changepoints: EvalTask = {
  name: 'changepoints',
  run: async (data) => [...annotatedRows(data), ...plantedRows(), noiseRow(), speedRow()],
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * F1 of each series with default settings, as published by the benchmark's authors (TCPDBench, default_f1_scores.json; van den Burg & Williams 2020,
 * An Evaluation of Change Point Detection Algorithms, table 2 and appendix): the methods with the highest means, and `zero`, which finds nothing. Only
 * univariate, freely available series without missing values.
 */
function readPublished(): { series: string[]; best: { name: string; value: number } } {
  const [head = [], ...rows] = readFileSync(join(import.meta.dirname, 'changepoints-published.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const means = head.slice(1).map((name, at) => ({
    name: `${name.toUpperCase()}, published`,
    value: mean(rows.map((row) => Number(row[at + 1]))),
  }))
  const [best = { name: 'none', value: 0 }] = means.toSorted((a, b) => b.value - a.value)
  return { series: rows.map(([name = '']) => name), best }
}

function annotatedRows(data: EvalData): EvalRow[] {
  const [folder, marks] = [data.path('series/tcpd/datasets'), data.path('series/tcpd/annotations.json')]
  const { series: names, best } = readPublished()
  const row = {
    data: `TCPD, ${names.length} univariate series, several annotators`,
    measure: 'F1, margin 5, default setting',
  }
  const bar = { atLeast: best.value }
  if (folder === null || marks === null) return [{ ...row, value: null, bar, baseline: best }]
  const annotations = readJson(marks) as Record<string, Record<string, number[]>> // as the data's README describes it
  const value = mean(
    names.map((name) => {
      const { series } = readJson(`${folder}/${name}.json`) as { series: { raw: number[] }[] } // also described there
      return annotatedF1(findChangePoints(series[0]?.raw ?? []), Object.values(annotations[name] ?? {}))
    }),
  )
  return [{ ...row, value, bar, baseline: best }]
}

/**
 * F1 of change points against several annotators, as defined by van den Burg & Williams (2020): precision against what any of them marked, recall as
 * the mean over them. The first position counts as a change for every annotator; a change counts as found if it is at most five steps away.
 */
function annotatedF1(detections: readonly number[], annotators: readonly (readonly number[])[]): number {
  const withStart = (points: readonly number[]) => [...new Set([0, ...points])].toSorted((a, b) => a - b)
  const own = withStart(detections)
  const hits = (truth: readonly number[]) => {
    const unmatched = new Set(own)
    return truth.filter((point) => {
      const [nearest] = [...unmatched].toSorted((a, b) => Math.abs(a - point) - Math.abs(b - point))
      return nearest !== undefined && Math.abs(nearest - point) <= 5 && unmatched.delete(nearest)
    }).length
  }
  const marked = annotators.map(withStart)
  const precision = hits(withStart(marked.flat())) / own.length
  const recall = mean(marked.map((points) => hits(points) / points.length))
  return (2 * precision * recall) / (precision + recall)
}

function plantedRows(): EvalRow[] {
  const tally = { found: 0, points: 0, planted: 0, off: 0 }
  for (let seed = 0; seed < seriesCount; seed++) {
    const { counts, planted } = plantedSeries(seed * 104_729 + 17)
    const points = findInflections({ firstDay, counts })
    const distances = planted
      .map(({ at, kind }) => {
        const ofKind = points.filter((point) => point.kind === kind)
        return Math.min(...ofKind.map(({ day }) => Math.abs(daysBetween(firstDay, day) - at)))
      })
      .filter((days) => days <= marginDays)
    tally.found += distances.length
    tally.points += points.length
    tally.planted += planted.length
    tally.off += distances.reduce((sum, days) => sum + days, 0)
  }
  const data = `${seriesCount} planted series of counts, ${tally.planted.toLocaleString('en')} changes of three kinds`
  return [
    {
      data,
      measure: 'F1, kind right, within 3 days',
      value: (2 * tally.found) / (tally.points + tally.planted),
      bar: { atLeast: 0.97 },
    },
    { data, measure: 'days off', value: tally.off / tally.found },
  ]
}

function noiseRow(): EvalRow {
  const series = Array.from({ length: seriesCount }, (_, seed) => noiseSeries(seed * 7_919 + 3))
  return {
    data: `${seriesCount} series of counts with a weekly pattern and no change`,
    measure: 'part that shows any point',
    value: shareOf(series, (counts) => findInflections({ firstDay, counts }).length > 0),
    bar: { atMost: 0.05 },
  }
}

function speedRow(): EvalRow {
  const random = seededRandom(99)
  const counts = Array.from({ length: 1_500 }, (_, day) => random.count(day < 700 ? 10 : 20, 0.1))
  const times = Array.from({ length: 30 }, () => {
    const began = performance.now()
    findInflections({ firstDay, counts })
    return performance.now() - began
  })
  return { data: '1,500 days', measure: 'ms a series, median of 30', value: median(times) }
}
