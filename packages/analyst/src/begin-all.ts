import type { AnalystEvent } from './analyst.port.ts'

/** The events of a lookup, and its result. */
export interface LookedUp<Found> {
  readonly events: readonly AnalystEvent[]
  readonly found: Found
}

/** Starts lookups concurrently and yields them in order: five lookups take as long as the slowest one, not as long as their sum. */
export function beginAll<Found>(
  lookUps: readonly AsyncGenerator<AnalystEvent, Found>[],
): readonly Promise<LookedUp<Found>>[] {
  const pending = lookUps.map(gather)
  for (const one of pending) one.catch(() => {}) // the rejection is handled where it is awaited
  return pending
}

async function gather<Found>(lookUp: AsyncGenerator<AnalystEvent, Found>): Promise<LookedUp<Found>> {
  const events: AnalystEvent[] = []
  for (;;) {
    const next = await lookUp.next()
    if (next.done === true) return { events, found: next.value }
    events.push(next.value)
  }
}
