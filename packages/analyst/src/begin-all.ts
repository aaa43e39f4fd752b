import type { AnalystEvent } from './analyst.port.ts'

/** What a look-up did, and what it found. */
export interface LookedUp<Found> {
  readonly events: readonly AnalystEvent[]
  readonly found: Found
}

/** Begins look-ups together, to be told one after the other: who asks for five things waits for the slowest one and not for their sum. */
export function beginAll<Found>(
  lookUps: readonly AsyncGenerator<AnalystEvent, Found>[],
): readonly Promise<LookedUp<Found>>[] {
  const begun = lookUps.map(gather)
  for (const one of begun) one.catch(() => {}) // met where it is awaited
  return begun
}

async function gather<Found>(lookUp: AsyncGenerator<AnalystEvent, Found>): Promise<LookedUp<Found>> {
  const events: AnalystEvent[] = []
  for (;;) {
    const next = await lookUp.next()
    if (next.done === true) return { events, found: next.value }
    events.push(next.value)
  }
}
