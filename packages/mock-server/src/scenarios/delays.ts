import type { Scenario } from './scenario.ts'

const milliseconds = { unit: 'milliseconds', min: 0, max: 900_000 }

/** Scenarios that take time and change nothing else. */
export const delays: readonly Scenario[] = [
  {
    name: 'slow',
    summary: 'Waits before it answers.',
    value: { ...milliseconds, fallback: 1000 },
    effect: (ms) => ({ kind: 'delay', ms }),
  },
  {
    name: 'jitter',
    summary: 'Waits a seeded random time, at most this long.',
    value: { ...milliseconds, fallback: 1000 },
    effect: (ms, random) => ({ kind: 'delay', ms: random.int(0, ms) }),
  },
  {
    name: 'hang',
    summary: 'Never answers within the longest time-out of the contract (900 s), unless told sooner.',
    value: { ...milliseconds, max: 3_600_000, fallback: 900_000 },
    effect: (ms) => ({ kind: 'delay', ms }),
  },
]
