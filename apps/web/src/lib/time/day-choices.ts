import { addDays, daysBetween } from './dates.ts'
import { formatDay } from './format.ts'

/** Days as `YYYY-MM-DD`: the whole known period, and the part of it that is shown. */
export interface ShownDays {
  readonly firstDay: string
  readonly lastDay: string
  readonly first: string
  readonly last: string
  readonly setRange: (first: string, last: string) => void
}

/** Up to this many days a range strip does not help: the chart itself shows each day. */
const fewDays = 14

/**
 * How the visible days can be chosen: by spans that end at the last day (omitted if not shorter than the whole period), by two
 * dates, and by a strip of the whole period, whose days count from 0; null if the period is short. A date that is incomplete or
 * lies beyond the other one is ignored.
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
      ...spans
        .filter((choice) => choice.days < days)
        .map((choice) => span(choice.label, addDays(lastDay, 1 - choice.days))),
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
