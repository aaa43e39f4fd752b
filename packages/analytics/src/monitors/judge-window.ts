import { momentum } from '../series/momentum.ts'
import { z95 } from '../series/interval.ts'
import { tellRatio } from '../series/telling-ratio.ts'
import type { Judgement, MonitorRule, MonitorSeries, UnknownJudgement } from './monitor.types.ts'

/** Days that the usual level is measured on: four weeks even out the weekdays. */
export const usualDays = 28

type Verdict = Pick<Judgement, 'value' | 'isTold' | 'holds' | 'unknown'>
type WindowRule = Exclude<MonitorRule, { kind: 'new-inflection' }>
type RuleOf<Kind extends WindowRule['kind']> = Extract<WindowRule, { kind: Kind }>

function unknown(why: UnknownJudgement): Verdict {
  return { value: null, holds: null, unknown: why }
}

/** Judges a rule of windows as of the last of the days given. */
export function judgeWindow(series: MonitorSeries, end: number, rule: WindowRule): Verdict {
  switch (rule.kind) {
    case 'volume-above':
    case 'volume-below':
      return judgeVolume(series, end, rule)
    case 'volume-times-usual':
      return judgeTimesUsual(series, end, rule)
    case 'momentum-above':
      return judgeMomentum(series, end, rule)
    case 'tone-below':
    case 'tone-above':
    default:
      return judgeTone(series, end, rule)
  }
}

/** Days that were not covered can only add documents: above a number stays above, below it is not known. */
function judgeVolume(series: MonitorSeries, end: number, rule: RuleOf<'volume-above' | 'volume-below'>): Verdict {
  if (end < rule.windowDays) return unknown('too-short')
  const days = series.counts.slice(end - rule.windowDays, end)
  const value = sum(days)
  if (rule.kind === 'volume-above') return { value, holds: value > rule.documents, unknown: null }
  return days.includes(null) ? unknown('not-covered') : { value, holds: value < rule.documents, unknown: null }
}

function judgeTimesUsual(series: MonitorSeries, end: number, rule: RuleOf<'volume-times-usual'>): Verdict {
  const middle = end - rule.windowDays
  if (middle < usualDays) return unknown('too-short')
  const window = coveredOf(series.stories.slice(middle, end))
  const before = coveredOf(series.stories.slice(middle - usualDays, middle))
  if (window.length * 2 < rule.windowDays || before.length * 2 < usualDays) return unknown('not-covered')
  const stories = sum(window)
  const usually = Math.max(1, sum(before))
  const value = stories / window.length / (usually / before.length)
  // counts scatter at least as much as Poisson's
  const half = z95 * Math.sqrt(1 / Math.max(1, stories) + 1 / usually)
  const bounds = { low: value * Math.exp(-half), high: value * Math.exp(half) }
  const isTold = tellRatio({ value, ...bounds, n: stories + usually }) !== null
  return { value, isTold, holds: value > rule.times && stories >= rule.minDocuments, unknown: null }
}

function judgeMomentum(series: MonitorSeries, end: number, rule: RuleOf<'momentum-above'>): Verdict {
  const start = end - 2 * rule.windowDays
  if (start < 0) return unknown('too-short')
  const factor = series.factor ?? 1
  const part = (days: readonly (number | null)[]) =>
    days.slice(start, end).map((value) => (value === null ? null : value / factor))
  const grown = momentum({
    counts: part(series.stories),
    ...(series.exposure && { exposure: part(series.exposure) }),
    windowDays: rule.windowDays,
  })
  if (!('unknown' in grown)) {
    const { ratio, low, high } = grown
    const isTold = tellRatio({ value: ratio, low, high, n: sum(series.stories.slice(start, end)) }) !== null
    return { value: low, isTold, holds: low > rule.ratio, unknown: null }
  }
  // silence in both windows is known: nothing grows
  if (grown.unknown === 'no-documents') return { value: null, holds: false, unknown: null }
  return unknown(grown.unknown === 'series-too-short' ? 'too-short' : 'not-covered')
}

function judgeTone(series: MonitorSeries, end: number, rule: RuleOf<'tone-below' | 'tone-above'>): Verdict {
  if (end < rule.windowDays) return unknown('too-short')
  const days = series.tones.slice(end - rule.windowDays, end)
  const known = days.reduce((total, day) => total + day.known, 0)
  if (known < rule.minDocuments) return unknown('too-few')
  const value = days.reduce((total, day) => total + day.known * day.mean, 0) / known
  return { value, holds: rule.kind === 'tone-below' ? value < rule.tone : value > rule.tone, unknown: null }
}

function coveredOf(days: readonly (number | null)[]): number[] {
  return days.filter((count) => count !== null)
}

function sum(days: readonly (number | null)[]): number {
  return days.reduce<number>((total, count) => total + (count ?? 0), 0)
}
