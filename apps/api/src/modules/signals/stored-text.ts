import type { SignalReport } from '@auspex/sdk/types'

const fresh = '{"stale":false,'
const stale = '{"stale":true,'

/** Writes a report with `stale` in front, so that the stored text can be marked without being read. */
export function settleText({ stale: _stale, ...report }: SignalReport): string {
  return fresh + JSON.stringify(report).slice(1)
}

/** The same report, marked as measured before the library changed. */
export function staleText(text: string): string {
  if (!text.startsWith(fresh)) throw new RangeError('this text is no stored report')
  return stale + text.slice(fresh.length)
}
