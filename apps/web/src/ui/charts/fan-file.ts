import type { FanStep } from './fan-model.ts'

/** The legend of a fan chart; `past` describes the known values of the days before it. */
export const fanLegend = (past: { readonly label: string; readonly line?: boolean }) => [
  { key: 'known', color: 'var(--chart-1)', ...past },
  { key: 'point', label: 'Forecast (median)', color: 'var(--ink)', line: true },
  { key: 'half', label: '50 % band', color: 'color-mix(in srgb, var(--chart-1) 48%, var(--surface))' },
  { key: 'most', label: '80 %', color: 'color-mix(in srgb, var(--chart-1) 30%, var(--surface))' },
  { key: 'all', label: '95 %', color: 'color-mix(in srgb, var(--chart-1) 16%, var(--surface))' },
]

/** The header of a fan chart's file; `past` names the known value of a day. */
export const fanHeader = (past: string) => [
  'day',
  past,
  'forecast',
  'low50',
  'high50',
  'low80',
  'high80',
  'low95',
  'high95',
]

/** A day of a fan chart in those columns; null where nothing is known or forecast. */
export const fanRow = ({ day, actual, forecast }: FanStep) => [
  day,
  actual,
  forecast?.point ?? null,
  forecast?.low50 ?? null,
  forecast?.high50 ?? null,
  forecast?.low80 ?? null,
  forecast?.high80 ?? null,
  forecast?.low95 ?? null,
  forecast?.high95 ?? null,
]
