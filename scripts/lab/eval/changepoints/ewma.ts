/** Weight of the newest day, and the control limit for a day. */
const weight = 0.2
const limit = 3

/**
 * The control chart that others use: days whose value is more than three standard deviations from the exponentially weighted mean of
 * the preceding days. Only the first of consecutive such days counts.
 */
export function ewmaAlarms(values: readonly (number | null)[]): number[] {
  const alarms: number[] = []
  let [mean, variance, seen, isOut] = [0, 0, 0, false]
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const distance = value - mean
    const isFar = seen >= 14 && Math.abs(distance) > limit * Math.sqrt(variance)
    if (isFar && !isOut) alarms.push(at)
    isOut = isFar
    seen++
    const part = seen < 1 / weight ? 1 / seen : weight
    mean += part * distance
    variance = (1 - part) * (variance + part * distance * distance)
  }
  return alarms
}
