import type { QuietHours } from '@auspex/sdk/types'
import { nextTimes } from '../../../kernel/next-times.ts'

/** When the quiet hours end that hold at a time; null when none do. Throws `workflows.schedule_invalid` for an unknown time zone. */
export function endOfQuietHours(hours: QuietHours, at: Date): Date | null {
  if (hours === null) return null
  const { from, until, zone } = hours
  const nextOf = (hour: number) => nextTimes({ cron: `0 ${hour} * * *`, zone }, at, 1)[0]
  const [begin, end] = [nextOf(from), nextOf(until)]
  if (begin === undefined || end === undefined || from === until) return null
  // within them the next thing to come is their end
  return end < begin ? end : null
}
