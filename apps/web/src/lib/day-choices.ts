import { addDays, daysBetween } from './dates.ts'
import { formatDay } from './format.ts'

/** Days as `YYYY-MM-DD`: the whole time that is known, and the part of it that is shown. */
export interface ShownDays {
  readonly firstDay: string
  readonly lastDay: string
  readonly first: string
  readonly last: string
  readonly setRange: (first: string, last: string) => void
}

/** Days up to which a strip is no help: the chart itself shows each. */
const fewDays = 14

/**
 * How the days shown can be chosen: by spans up to the last day (those not shorter than the whole are left out), by two
 * dates, and by a strip of the whole time, whose days count from 0; null where the time is short. A date that is not
 * whole or lies beyond the other is not taken.
 */
export const dayChoices = (
  { firstDay, lastDay, first, last, setRange }: ShownDays,
  spans: readonly { readonly label: string; readonly days: number }[],
) => {
  const days = daysBetween(firstDay, lastDay)
  const span = (label: string, start: string) => ({
    label,
    isSet: first === start && last === lastDay,
    choose: () => setRange(start, lastDay),
  })
  return {
    spans: [
      ...spans.filter((one) => one.days < days).map((one) => span(one.label, addDays(lastDay, 1 - one.days))),
      span('All', firstDay),
    ],
    from: {
      day: first,
      min: firstDay,
      max: last,
      choose: (day: string) => {
        if (day !== '' && day <= last) setRange(day, last)
      },
    },
    to: {
      day: last,
      min: first,
      max: lastDay,
      choose: (day: string) => {
        if (day >= first) setRange(first, day)
      },
    },
    strip:
      days <= fewDays
        ? null
        : {
            days,
            range: [daysBetween(firstDay, first) - 1, daysBetween(firstDay, last) - 1] as const,
            nameOf: (day: number) => formatDay(addDays(firstDay, day)),
            onChange: ([start, end]: readonly [number, number]) =>
              setRange(addDays(firstDay, start), addDays(firstDay, end)),
          },
  }
}
