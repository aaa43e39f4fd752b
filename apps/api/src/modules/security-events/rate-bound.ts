import type { SecurityEvent, SecurityEventName } from '../../kernel/security-event.ts'

const minuteMs = 60_000

export interface RateBoundOptions {
  /** Events of one name, address and person that are kept one by one in a minute. */
  perCaller: number
  /** Events of one name that are kept one by one in a minute, so that a flood of one kind hides no other. */
  perName: number
}

/** What came too fast to be kept one by one. */
export interface Surplus {
  event: SecurityEvent
  occurrences: number
  /** When the first of them came. */
  since: Date
}

interface Count {
  keptCount: number
  surplus: Surplus | null
}

export interface RateBound {
  /** Whether the event is kept by itself; if not, it is counted. */
  admit(event: SecurityEvent, now: Date): boolean
  /** What was counted in a minute that is over. */
  settle(now: Date): Surplus[]
  /** What was counted, though the minute is not over. */
  settleAll(): Surplus[]
}

/**
 * Bounds how many events a minute are kept: callers beyond `perName` share one count of that name, so that memory is bounded
 * too, however many addresses somebody has. Nothing is lost but detail: the counts and the events kept add up to what happened.
 */
export function createRateBound({ perCaller, perName }: RateBoundOptions): RateBound {
  let minute: number | null = null
  const callers = new Map<string, Count>()
  const names = new Map<SecurityEventName, Count>()

  function settleAll(): Surplus[] {
    const counts = [...callers.values(), ...names.values()]
    callers.clear()
    names.clear()
    return counts.flatMap(({ surplus }) => (surplus === null ? [] : [surplus]))
  }

  return {
    settleAll,

    settle(now) {
      const current = Math.floor(now.getTime() / minuteMs)
      if (current === minute) return []
      minute = current
      return settleAll()
    },

    admit(event, now) {
      const name = countOf(names, event.name)
      const key = JSON.stringify([event.name, event.address, event.userId, event.accountId])
      const known = callers.get(key)
      const isKept = name.keptCount < perName && (known?.keptCount ?? 0) < perCaller
      if (!isKept) {
        if (known === undefined) add(name, { name: event.name }, now)
        else {
          const { address, userId, accountId, organizationId } = event
          add(known, { name: event.name, address, userId, accountId, organizationId }, now)
        }
        return false
      }
      name.keptCount += 1
      countOf(callers, key).keptCount += 1
      return true
    },
  }
}

function countOf<Key>(counts: Map<Key, Count>, key: Key): Count {
  const count = counts.get(key) ?? { keptCount: 0, surplus: null }
  counts.set(key, count)
  return count
}

function add(count: Count, event: SecurityEvent, now: Date): void {
  count.surplus ??= { event, occurrences: 0, since: now }
  count.surplus.occurrences += 1
}
