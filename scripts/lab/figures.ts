import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** Inclusive bounds of a figure; at least one must be given. */
interface Bar {
  atLeast?: number
  atMost?: number
}

/** A figure of an evaluation, beside the same figure of a method that others use. */
export interface EvalRow {
  /** The data it was measured on, with its size. */
  data: string
  measure: string
  /** Null if its data is absent on this machine. */
  value: number | null
  /** Absent for a figure that is for information only. */
  bar?: Bar | undefined
  baseline?: { name: string; value: number } | undefined
}

/** A task of the evaluation. It returns rows without a value if its data is absent. */
export interface EvalTask {
  name: string
  run: (data: EvalData) => Promise<EvalRow[]>
}

/** Finds evaluation data, which is never part of the repository; null if it is absent. */
export interface EvalData {
  path: (part: string) => string | null
}

/** A figure of a benchmark. */
export interface Figure {
  what: string
  /** Null if this machine lacks what the measurement needs. */
  value: number | null
  unit: string
  bar?: Bar | undefined
  /** What it was measured on, and anything else needed to interpret it. */
  note?: string
}

const dataFolder = process.env['AUSPEX_SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data')

export const sharedData: EvalData = {
  path: (part) => {
    const path = join(dataFolder, part)
    return existsSync(path) ? path : null
  },
}

/** Whether a figure is within its bar; null if it has no value or no bar. */
export function isReached({ value, bar }: { value: number | null; bar?: Bar | undefined }): boolean | null {
  if (value === null || bar === undefined) return null
  return value >= (bar.atLeast ?? -Infinity) && value <= (bar.atMost ?? Infinity)
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`)
}

/** Prints the figures of a benchmark as a Markdown table, and sets the exit code if one misses its bar. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => {
    const { what, value, unit, bar, note = '' } = figure
    const shown = value === null ? 'not measured' : `${formatNumber(value)} ${unit}`
    return [what, shown, bar === undefined ? '' : `${formatBar(bar)} ${unit}`, formatReached(figure), note]
  })
  printTable(['what', 'figure', 'bar', 'reached', 'on'], rows)
  const misses = figures.filter((figure) => isReached(figure) === false).length
  console.log(`\n${misses === 0 ? 'No bar is missed.' : `${misses} bars are not reached.`}`)
  if (misses > 0) process.exitCode = 1
}

export function formatReached(figure: { value: number | null; bar?: Bar | undefined }): string {
  const reached = isReached(figure)
  return reached === null ? '' : reached ? 'yes' : '**not reached**'
}

export function formatNumber(value: number): string {
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toFixed(3)))
}

export function formatBar({ atLeast, atMost }: Bar): string {
  if (atLeast !== undefined && atMost !== undefined) return `${formatNumber(atLeast)} to ${formatNumber(atMost)}`
  return atMost === undefined ? `≥ ${formatNumber(atLeast ?? 0)}` : `≤ ${formatNumber(atMost)}`
}

/** The value below which this share of the values lies (nearest rank); NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function shareOf<Item>(items: readonly Item[], predicate: (item: Item, at: number) => boolean): number {
  return items.filter(predicate).length / items.length
}

/** The lines of a file, gzipped if its name says so, parsed as JSON. */
export async function* readJsonLines<Row>(path: string): AsyncGenerator<Row> {
  const bytes = createReadStream(path)
  const input = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as Row // the caller knows the format of the file
}

/** Milliseconds to hash 256 MB: a reference for the current speed of this machine. */
export function hashReferenceMs(): number {
  const block = Buffer.alloc(16 * 1024 * 1024, 7)
  const started = performance.now()
  const hash = createHash('sha256')
  for (let round = 0; round < 16; round += 1) hash.update(block)
  hash.digest()
  return performance.now() - started
}
