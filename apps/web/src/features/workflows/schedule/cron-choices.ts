/** The schedules that most people want; any other is written as cron. */
export interface CronChoice {
  readonly kind: 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'cron'
  readonly minute: number
  readonly hour: number
  /** 1 is Monday. */
  readonly weekday: number
  readonly cron: string
}

export const firstChoice: CronChoice = { kind: 'weekly', minute: 0, hour: 7, weekday: 1, cron: '0 7 * * 1' }

export const toCron = ({ kind, minute, hour, weekday, cron }: CronChoice): string => {
  if (kind === 'daily') return `${minute} ${hour} * * *`
  if (kind === 'weekdays') return `${minute} ${hour} * * 1-5`
  if (kind === 'weekly') return `${minute} ${hour} * * ${weekday}`
  if (kind === 'monthly') return `${minute} ${hour} 1 * *`
  return cron.trim().replaceAll(/\s+/g, ' ')
}

/** What the fields begin with for a schedule that is stored. */
export const readCron = (cron: string): CronChoice => {
  const [, minute, hour, day, weekday] = /^(\d{1,2}) (\d{1,2}) (\*|1) \* (\*|[1-7]|1-5)$/.exec(cron) ?? []
  const time = { minute: Number(minute ?? 0), hour: Number(hour ?? 7), weekday: 1, cron }
  if (minute === undefined) return { ...time, kind: 'cron' }
  if (day === '1') return { ...time, kind: weekday === '*' ? 'monthly' : 'cron' }
  if (weekday === '*') return { ...time, kind: 'daily' }
  if (weekday === '1-5') return { ...time, kind: 'weekdays' }
  return { ...time, kind: 'weekly', weekday: Number(weekday) }
}
