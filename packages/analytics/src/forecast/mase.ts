/**
 * The scale of MASE: the mean absolute difference of values one `period` apart, in the unit of the values. Gaps are
 * left out. Null when there is no such pair or the series is constant, so that nothing is divided by 0. Hyndman &
 * Koehler (2006), Another look at measures of forecast accuracy, IJF 22.
 */
export function maseScale(values: ArrayLike<number | null>, period: number): number | null {
  let sum = 0
  let pairs = 0
  for (let index = period; index < values.length; index++) {
    const [now, before] = [values[index], values[index - period]]
    if (now == null || before == null) continue
    sum += Math.abs(now - before)
    pairs += 1
  }
  return pairs === 0 || sum === 0 ? null : sum / pairs
}
