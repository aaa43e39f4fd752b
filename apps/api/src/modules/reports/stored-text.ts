import type { SignalReport } from '@auspex/sdk/types'

const fresh = '{"stale":false,'
const stale = '{"stale":true,'

/** Serializes a report with `stale` first, so that the stored text can be marked as stale without parsing it. */
export function serializeReport({ stale: _stale, ...report }: SignalReport): string {
  return fresh + JSON.stringify(report).slice(1)
}

/** The same text, marked as measured before the library changed. */
export function staleText(text: string): string {
  if (!text.startsWith(fresh)) throw new RangeError('this text is no stored report')
  return stale + text.slice(fresh.length)
}
