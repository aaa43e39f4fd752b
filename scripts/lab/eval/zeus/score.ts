import type { EvalRow } from '../eval.types.ts'

/** A count out of a total. */
export interface Share {
  good: number
  of: number
}

export function newShare(): Share {
  return { good: 0, of: 0 }
}

const maxPrinted = Number(process.env['AUSPEX_EVAL_MISSES'] ?? 5)

/** Adds a result to a share; prints the first few wrong ones, so that a miss can be found. */
export function note(share: Share, isGood: boolean, what: () => string): void {
  share.of += 1
  if (isGood) share.good += 1
  else if (share.of - share.good <= maxPrinted) console.error(`zeus: ${what().slice(0, 500)}`)
}

export function shareRow(data: string, measure: string, { good, of }: Share, atLeast: number): EvalRow {
  const value = of === 0 ? null : good / of
  return {
    task: 'zeus',
    data,
    measure: `${measure} (${of.toLocaleString('en')})`,
    value,
    bar: { atLeast },
    baseline: null,
  }
}

export function countRow(data: string, measure: string, value: number, bar: EvalRow['bar']): EvalRow {
  return { task: 'zeus', data, measure, value, bar, baseline: null }
}
