const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month as people write it, as the source of a pattern without groups. */
export const monthWord =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'

/** First and last day of a month; of the most recent one that has begun when no year is named. */
export function monthDays(word: string, year: string | undefined, today: string): readonly [string, string] {
  const month = String(names.indexOf(word.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')
  let ofYear = Number(year ?? today.slice(0, 4))
  if (year === undefined && `${ofYear}-${month}-01` > today) ofYear -= 1
  return [`${ofYear}-${month}-01`, `${ofYear}-${month}-${new Date(Date.UTC(ofYear, Number(month), 0)).getUTCDate()}`]
}

/** The same day some months before (after, when negative); the last of its month where that is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const place = year * 12 + month - 1 - months
  const [toYear, toMonth] = [Math.floor(place / 12), (place % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return `${toYear}-${String(toMonth).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`
}
