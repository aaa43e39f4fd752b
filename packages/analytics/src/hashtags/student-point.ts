import { z95 } from '../series/interval.ts'

/** The smallest degrees of freedom have tabulated values: the expansion is too low for them. */
const exact = [12.7062, 4.3027, 3.1824, 2.7764] as const

/**
 * The 97.5 % point of Student's t: how many standard errors two-sided 95 % bounds extend when the error is estimated from `freedom` + 1 values.
 * Expansion around the normal quantile (Abramowitz & Stegun 1964, 26.7.5), within 0.1 % from five degrees of freedom.
 */
export function studentPoint(freedom: number): number {
  const tabled = exact[freedom - 1]
  if (tabled !== undefined) return tabled
  const z = z95
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3
}
