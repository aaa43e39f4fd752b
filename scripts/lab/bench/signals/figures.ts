/** A figure of the benchmark, as the table prints it. */
export interface Figure {
  what: string
  /** Null if this machine lacks what the measurement needs. */
  value: number | null
  unit: string
  /** Null for a figure that is for information only. */
  bar: { atLeast?: number; atMost?: number } | null
  /** What it was measured on, and anything else needed to interpret it. */
  note: string
}

/** Whether a figure is within its threshold; null if it has no value or no threshold. */
export function isReached({ value, bar }: Figure): boolean | null {
  if (value === null || bar === null) return null
  return value >= (bar.atLeast ?? -Infinity) && value <= (bar.atMost ?? Infinity)
}

/** The figures as a Markdown table. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, bar, note } = figure
    const reached = isReached(figure)
    const cells = [
      what,
      value === null ? 'not measured' : `${format(value)} ${unit}`.trim(),
      bar === null ? '' : formatBar(bar, unit),
      reached === null ? '' : reached ? 'yes' : '**not reached**',
      note,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return ['| what | figure | bar | reached | on |', '| --- | ---: | ---: | --- | --- |', ...rows].join('\n')
}

function format(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

function formatBar({ atLeast, atMost }: { atLeast?: number; atMost?: number }, unit: string): string {
  return (atMost === undefined ? `≥ ${format(atLeast ?? 0)} ${unit}` : `≤ ${format(atMost)} ${unit}`).trim()
}

/** The value below which this share of the values lies (nearest rank); NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
