import { type Bar, type EvalRow, isReached } from './eval.types.ts'

/** Prints the rows as a Markdown table that marks missed thresholds. */
export function printTable(rows: readonly EvalRow[]): void {
  console.log('| task | data | measure | Auspex | bar | reached | baseline |')
  console.log('| --- | --- | --- | ---: | ---: | --- | --- |')
  for (const row of rows) {
    const reached = isReached(row)
    const cells = [
      row.task,
      row.data,
      row.measure,
      row.value === null ? 'no data' : format(row.value),
      row.bar === null ? '' : formatBar(row.bar),
      reached === null ? '' : reached ? 'yes' : '**not reached**',
      row.baseline === null ? '' : `${row.baseline.name} ${format(row.baseline.value)}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function format(value: number): string {
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(3)))
}

function formatBar({ atLeast, atMost }: Bar): string {
  if (atLeast !== undefined && atMost !== undefined) return `${format(atLeast)} to ${format(atMost)}`
  return atMost === undefined ? `≥ ${format(atLeast ?? 0)}` : `≤ ${format(atMost)}`
}
