/** The step that a key leads to from another, counted from 0; undefined when it is not for moving. Page keys go a dozen, such as a year of months. */
export const stepOfKey = (key: string, current: number, last: number): number | undefined => {
  const targets: Record<string, number> = {
    ArrowLeft: current - 1,
    ArrowRight: current + 1,
    PageUp: current - 12,
    PageDown: current + 12,
    Home: 0,
    End: last,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}
