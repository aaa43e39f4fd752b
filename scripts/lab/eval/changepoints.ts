import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChangePoints, findInflections } from '@auspex/analytics'
import { daysBetween } from '@auspex/contract/days'
import { createRandom } from '@auspex/contract/random'
import { type EvalData, type EvalRow, type EvalTask, mean, median, shareOf } from '../figures.ts'

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
  const ownDetections = withStart(detections)
  const hits = (truth: readonly number[]) => {
    const unmatched = new Set(ownDetections)
    return truth.filter((point) => {
      const [nearest] = [...unmatched].toSorted((a, b) => Math.abs(a - point) - Math.abs(b - point))
      return nearest !== undefined && Math.abs(nearest - point) <= 5 && unmatched.delete(nearest)
    }).length
  }
  const marked = annotators.map(withStart)
  const precision = hits(withStart(marked.flat())) / ownDetections.length
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

/** A change planted in a series. */
interface PlantedChange {
  at: number
  kind: 'spike' | 'shift' | 'coverage_gap'
}

/** A typical weekly pattern of news. */
const week = [1.2, 1.15, 1.1, 1.1, 1, 0.75, 0.7]

export interface SeriesRandom {
  next: () => number
  /** A negative binomial count: variance = mean + alpha mean²; Poisson for 0. */
  count: (mean: number, alpha: number) => number
}

/** Counts over one to three years without any change, with a weekly pattern; about half of them are overdispersed. */
export function noiseSeries(seed: number): number[] {
  const random = seededRandom(seed)
  const length = 365 + Math.floor(random.next() * 730)
  const level = 0.5 + random.next() * 50
  const alpha = random.next() < 0.5 ? 0 : random.next() * 0.3
  return Array.from({ length }, (_, day) => random.count(level * (week[day % 7] ?? 1), alpha))
}

/**
 * Counts with planted changes at least 45 days apart: spikes of one to five days at three to eight times the level, shifts by a factor of 1.6 to 3,
 * and gaps of one to six days. The level is 5 to 50 a day; 60 % of the series are overdispersed (alpha up to .15).
 */
function plantedSeries(seed: number): { counts: (number | null)[]; planted: PlantedChange[] } {
  const random = seededRandom(seed)
  const length = 365 + Math.floor(random.next() * 730)
  const alpha = random.next() < 0.4 ? 0 : random.next() * 0.15
  const usual = 5 + random.next() * 45
  const planted = planChanges(random, length)
  const levels = new Float64Array(length).fill(1)
  const gaps = new Set<number>()
  let level = usual
  for (let day = 0; day < length; day++) {
    const change = planted.find(({ at }) => at === day)
    if (change?.kind === 'shift') level = shiftLevel(random, level, usual)
    if (change?.kind === 'spike') levels.fill(3 + random.next() * 5, day, day + 1 + Math.floor(random.next() * 5))
    if (change?.kind === 'coverage_gap')
      for (let missing = Math.floor(random.next() * 6); missing >= 0; missing--) gaps.add(day + missing)
    levels[day] = (levels[day] ?? 1) * level
  }
  const counts = Array.from(levels, (rate, day) =>
    gaps.has(day) ? null : random.count(rate * (week[day % 7] ?? 1), alpha),
  )
  return { counts, planted }
}

function planChanges(random: SeriesRandom, length: number): PlantedChange[] {
  const kinds = ['spike', 'shift', 'coverage_gap'] as const
  const planted: PlantedChange[] = []
  for (let at = 45; at < length - 45; at += 45 + Math.floor(random.next() * 60)) {
    if (random.next() >= 0.6) continue
    planted.push({ at, kind: kinds[Math.floor(random.next() * kinds.length)] ?? 'spike' })
  }
  return planted
}

function shiftLevel(random: SeriesRandom, level: number, usual: number): number {
  const factor = 1.6 + random.next() * 1.4
  if (level > usual * 2) return level / factor
  if (level < usual / 2) return level * factor
  return random.next() < 0.5 ? level * factor : level / factor
}

/** Adds counts to a seeded random generator, so that each run draws the same. */
export function seededRandom(seed: number): SeriesRandom {
  const { next, normal, poisson: few } = createRandom(seed)
  const poisson = (rate: number) =>
    rate > 200 ? Math.max(0, Math.round(rate + Math.sqrt(rate) * normal())) : few(rate)
  // Marsaglia & Tsang (2000)
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * next() ** (1 / shape)
    const [d, c] = [shape - 1 / 3, 1 / Math.sqrt(9 * shape - 3)]
    for (;;) {
      const x = normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - next()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return { next, count: (rate, alpha) => poisson(alpha === 0 ? rate : gamma(1 / alpha) * rate * alpha) }
}
