/** The months in English, January first. */
export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A UTC day (`YYYY-MM-DD…`) as sentences write it: `1 November 2026`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  return `${date} ${monthNames[(month ?? 1) - 1]} ${year}`
}

/** A UTC day whose year is said elsewhere: `1 November`. */
export function formatDayOfYear(day: string): string {
  return formatDay(day).replace(/ \d+$/u, '')
}

/** The month of a UTC day as sentences write it: `November 2026`. */
export function formatMonth(day: string): string {
  return formatDay(day).replace(/^\d+ /u, '')
}

/** Days from one to another, both included: `9 to 18 April 2013`, `28 March to 8 April 2013`. */
export function formatDayRange(from: string, to: string): string {
  const [first, last] = [formatDay(from).split(' '), formatDay(to)]
  const [date, month] = first
  if (from.slice(0, 7) === to.slice(0, 7)) return `${date} to ${last}`
  return from.slice(0, 4) === to.slice(0, 4) ? `${date} ${month} to ${last}` : `${formatDay(from)} to ${last}`
}

const lastDayOfEarly = 10
const lastDayOfMiddle = 20

/** The part of a month around a UTC day, as coarsely as people say it: `mid-January 2012`. */
export function formatPartOfMonth(day: string): string {
  const date = Number(day.slice(8, 10))
  const month = formatMonth(day)
  if (date <= lastDayOfEarly) return `early ${month}`
  return date <= lastDayOfMiddle ? `mid-${month}` : `late ${month}`
}

/** The months of some days, as coarsely as people say them: "mid-January 2012", "January 2012", "August to October 2012", "November 2012 to January 2013". */
export function formatMonths({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string {
  const [first, last] = [formatPartOfMonth(firstDay), formatPartOfMonth(lastDay)]
  if (first === last) return first
  const [from, to] = [formatMonth(firstDay), formatMonth(lastDay)]
  if (from === to) return from
  return firstDay.slice(0, 4) === lastDay.slice(0, 4) ? `${from.replace(/ \d+$/u, '')} to ${to}` : `${from} to ${to}`
}

/** A window of days as people say it: `four weeks`, `week`, `30 days`. */
export function formatWindow(days: number): string {
  return { 7: 'week', 14: 'two weeks', 28: 'four weeks' }[days] ?? `${days} days`
}

/** Sites that people do not call by their address. */
const siteNames: Readonly<Record<string, string>> = { 'news.ycombinator.com': 'Hacker News' }

/** An outlet as people call it: a community without the site that it is on, `r/Bitcoin` for `reddit/r/Bitcoin`. */
export function formatOutlet(outlet: string): string {
  const siteName = siteNames[outlet]
  if (siteName !== undefined) return siteName
  return outlet.replace(/^[^/]+\/(?=[a-z]\/)/u, '')
}

/** With a capital, to begin a sentence; a name with capitals of its own, such as iPhone, stays as it is. */
export function capitalize(text: string): string {
  const [first = ''] = text.split(' ')
  return /\p{Lu}/u.test(first) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWithAnd(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

const doubles = /["“”„«»]/gu
/** After these characters a quotation mark opens the quotation. */
const beforeOpeningMark = /(?:^|[\s([{—–/-])$/u
const inches = /\d$/u

/**
 * A quotation as sentences mark it: in double quotation marks, with single marks inside. Each mark stays one character, so that offsets in the
 * quotation are the same as in the document.
 */
export function toQuotation(text: string): string {
  // a single straight mark after a number is a unit
  const isUnit = (text.match(/"/gu) ?? []).length % 2 === 1
  const toSingleMark = (mark: string, index: number) => {
    const before = text.slice(0, index)
    if (mark === '"' && isUnit && inches.test(before)) return '″'
    return beforeOpeningMark.test(before) ? '‘' : '’'
  }
  return `“${text.replaceAll(doubles, toSingleMark)}”`
}
