import { gammaln } from 'simple-statistics'

/**
 * The chance, in (0, 1], that documents fall into two windows as unevenly as they did, or more, where nothing but the size of the windows
 * decides: twice the smaller binomial tail, given their sum (Przyborowski & Wilenski 1940, Biometrika 31). `part`, in (0, 1), is
 * the size of the first window over that of both. Counts need not be whole: those of bursty days are divided by how much they
 * scatter.
 */
export function splitChance(a: number, b: number, part: number): number {
  const isMore = a >= (a + b) * part
  return Math.min(1, 2 * (isMore ? upperTail(a, b, part) : upperTail(b, a, 1 - part)))
}

/** The chance of `a` or more of `a + b` at a chance of `part` each. */
function upperTail(a: number, b: number, part: number): number {
  const n = a + b
  let term = Math.exp(gammaln(n + 1) - gammaln(a + 1) - gammaln(b + 1) + a * Math.log(part) + b * Math.log1p(-part))
  let sum = 0
  const odds = part / (1 - part)
  for (let count = a; count <= n && term > sum * 1e-12; count++) {
    sum += term
    term *= (Math.max(0, n - count) / (count + 1)) * odds
  }
  // far out in the tail no digit is left, and a chance is never 0
  return Math.max(sum, Number.MIN_VALUE)
}
