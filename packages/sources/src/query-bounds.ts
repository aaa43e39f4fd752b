import { parsePublishedAt } from './text/published-at.ts'
import type { Clock, SourceQuery } from './source.types.ts'

export interface Bounds {
  /** Milliseconds since 1970, inclusive; null for no bound. */
  fromMs: number | null
  /** Milliseconds since 1970, inclusive; never later than now. */
  toMs: number
}

/**
 * The time bounds of a query. A last day without a time is included as a whole. Bounds that are not dates are ignored.
 */
export function toBounds({ from, to }: Pick<SourceQuery, 'from' | 'to'>, clock: Clock): Bounds {
  const first = from === null ? null : parsePublishedAt(from)
  const last = to === null ? null : parsePublishedAt(to)
  const now = clock().getTime()
  const lastMs = last === null ? now : last.epochMs + (last.precision === 'day' ? 86_399_999 : 0)
  return { fromMs: first?.epochMs ?? null, toMs: Math.min(lastMs, now) }
}
