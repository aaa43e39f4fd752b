/**
 * How values become what models work on. `count` is for counts of events: square roots even out the spread of Poisson
 * days (Anscombe 1948). `positive` is for prices and sizes above 0, whose changes are proportional: logarithms. `any` leaves them.
 */
export type ValueKind = 'count' | 'positive' | 'any'

/** A monotone scale and its inverse: quantiles survive the way there and back. */
export interface WorkingScale {
  to(value: number): number
  from(working: number): number
}

const anscombe = 3 / 8

export const workingScales: Readonly<Record<ValueKind, WorkingScale>> = {
  count: {
    to: (value) => Math.sqrt(value + anscombe),
    from: (working) => Math.max(0, Math.max(0, working) ** 2 - anscombe),
  },
  positive: { to: Math.log, from: Math.exp },
  any: { to: (value) => value, from: (working) => working },
}
