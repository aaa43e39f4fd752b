import type { AudienceCell, Interest } from './audience.types.ts'
import type { InterestShare } from './interest-share.ts'
import type { OnlinePeople } from './online-people.ts'

export interface AudienceSize {
  value: number
  low: number
  high: number
}

export interface AudienceEstimateParts {
  size: AudienceSize | null
  population: number
  online: number
  interest: Interest | null
  cells: AudienceCell[]
}

/**
 * People online × share interested, for the value, low and high of the share. Rounded to one digit, which is already more than the assumptions
 * support: low down, high up, so that rounding never narrows the interval. The size is null when no share is known: unknown is not zero.
 */
export function estimateAudience(people: OnlinePeople, { interest, cells }: InterestShare): AudienceEstimateParts {
  const { population, online } = people
  return {
    size: interest && {
      value: oneDigit(online * interest.value, Math.round),
      low: oneDigit(online * interest.low, Math.floor),
      high: oneDigit(online * interest.high, Math.ceil),
    },
    population: Math.round(population),
    online: Math.round(online),
    interest,
    cells: [...cells, ...people.cells],
  }
}

function oneDigit(value: number, round: (value: number) => number): number {
  if (value < 10) return round(value)
  const step = 10 ** Math.floor(Math.log10(value))
  // Removes floating-point noise first, otherwise 0.1 × 30 rounds up to 4
  return round(Number((value / step).toFixed(9))) * step
}
