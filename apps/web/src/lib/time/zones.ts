import { once } from '../page/once.ts'

/** The reader's time zone. */
export const localZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone)

export const zones = once(() => [...new Set(['UTC', localZone(), ...Intl.supportedValuesOf('timeZone')])])

/** "Monday, 30 November 2026 at 07:00", in the given time zone. */
export const formatInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(instant))
