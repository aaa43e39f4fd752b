import type { SourceHolding } from './library.ts'

/** The days and totals that the measured sources hold together. */
export interface Holdings {
  /** First and last day with any document; null when they hold none. */
  span: { firstDay: string; lastDay: string } | null
  /** All documents a day of the complete ones; null when none of those that hold documents is complete. */
  totals: ReadonlyMap<string, number> | null
}

/** Adds up what the measured sources hold. Sources that hold nothing say nothing. */
export function sumHoldings(holdings: readonly SourceHolding[]): Holdings {
  const held = holdings.filter(({ total }) => total > 0)
  const first = held.flatMap(({ firstDay }) => firstDay ?? []).toSorted()[0]
  const last = held
    .flatMap(({ lastDay }) => lastDay ?? [])
    .toSorted()
    .at(-1)
  const complete = held.filter((holding) => holding.complete)
  return {
    span: first === undefined || last === undefined ? null : { firstDay: first, lastDay: last },
    totals: complete.length === 0 ? null : addUp(complete),
  }
}

function addUp(holdings: readonly SourceHolding[]): ReadonlyMap<string, number> {
  const only = holdings[0]
  if (holdings.length === 1 && only !== undefined) return only.days
  const totals = new Map<string, number>()
  for (const { days } of holdings)
    for (const [day, documents] of days) totals.set(day, (totals.get(day) ?? 0) + documents)
  return totals
}
