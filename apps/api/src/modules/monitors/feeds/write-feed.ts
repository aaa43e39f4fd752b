/** What a feed shows. */
export interface FeedEntry {
  /** An address or a name that never changes. */
  id: string
  title: string
  /** Where it leads. */
  url: string
  /** A text without markup. */
  text: string
  at: Date
}

export interface Feed {
  title: string
  /** The page of the app that it belongs to. */
  url: string
  /** Newest first. */
  entries: readonly FeedEntry[]
}

/** A time at which something runs. */
export interface CalendarEntry {
  id: string
  title: string
  url: string
  at: Date
  minutes: number
  /** Whether it repeats every day at the same time in UTC. */
  isDaily: boolean
}

/** When there is nothing to show yet. */
const epoch = new Date(0)

function newestOf(entries: readonly FeedEntry[]): Date {
  return entries.reduce((newest, { at }) => (at > newest ? at : newest), epoch)
}

/** Atom, RFC 4287. */
export function writeAtom({ title, url, entries }: Feed, selfUrl: string): string {
  const items = entries.map(
    (entry) => `<entry>
<id>${escapeXml(entry.id)}</id>
<title>${escapeXml(entry.title)}</title>
<link rel="alternate" href="${escapeXml(entry.url)}"/>
<updated>${entry.at.toISOString()}</updated>
<published>${entry.at.toISOString()}</published>
<content type="text">${escapeXml(entry.text)}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(url)}</id>
<title>${escapeXml(title)}</title>
<updated>${newestOf(entries).toISOString()}</updated>
<author><name>Auspex</name></author>
<link rel="alternate" href="${escapeXml(url)}"/>
<link rel="self" href="${escapeXml(selfUrl)}"/>
${items.join('\n')}
</feed>
`
}

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, url, entries }: Feed, selfUrl: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: selfUrl,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_text: entry.text,
      date_published: entry.at.toISOString(),
    })),
  })
}

/** A calendar, RFC 5545. Times are in UTC, so that no description of a time zone is needed. */
export function writeCalendar(entries: readonly CalendarEntry[], host: string): string {
  const events = entries.flatMap(({ id, title, url, at, minutes, isDaily }) => [
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    `DTSTAMP:${toCalendarTime(at)}`,
    `DTSTART:${toCalendarTime(at)}`,
    `DURATION:PT${minutes}M`,
    ...(isDaily ? ['RRULE:FREQ=DAILY'] : []),
    `SUMMARY:${escapeCalendarText(title)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Auspex//Schedules//EN',
    'NAME:Auspex',
    'X-WR-CALNAME:Auspex',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(foldLine).join('\r\n')}\r\n`
}

/** Also removes what XML cannot contain. */
function escapeXml(text: string): string {
  return toXmlText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function toXmlText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
}

function toCalendarTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escapeCalendarText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r?\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** A line has at most 75 bytes; what is longer continues behind a space. No character is cut. */
function foldLine(line: string): string[] {
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current]
}
