import { formatDay, type RecentDays } from '@auspex/analytics'
import type { MailPicture } from '../../../adapters/mail/mailer.port.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { MonitorsRepository } from './monitors.repository.ts'

/** The size at which it is shown; it has twice as many pixels, for high-density screens. */
const [width, height] = [504, 96]
const scale = 2
const channels = 4
const minKnownDays = 7
const usualColor = [0xa9, 0xa3, 0xbf, 0xff] as const
const firedColor = [0x7c, 0x4d, 0xff, 0xff] as const

/** Emails have the ground of the reader's theme; services such as Telegram turn transparency into black. */
export type Ground = 'transparent' | 'white'

/**
 * The last days that a monitor measured as bars, with those on which its rule was met in purple. It has no letters, because a
 * server need not have fonts; the alternative text says what it shows. Null where fewer than a week is known.
 */
async function drawRecentDays(
  { firstDay, values, firedDays }: RecentDays,
  ground: Ground,
): Promise<MailPicture | null> {
  const knownValues = values.filter((value) => value !== null)
  if (firstDay === null || knownValues.length < minKnownDays) return null
  const top = Math.max(...knownValues.map(Math.abs), 1e-9)
  const fired = new Set(firedDays.map((day) => (Date.parse(day) - Date.parse(firstDay)) / 86_400_000))
  const [columns, rows] = [width * scale, height * scale]
  const pixels = new Uint8Array(columns * rows * channels)
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const left = Math.floor((index * columns) / values.length)
    const right = Math.max(left + 1, Math.floor(((index + 1) * columns) / values.length) - scale)
    const size = Math.max(scale, Math.round((Math.abs(value) / top) * rows))
    const color = fired.has(index) ? firedColor : usualColor
    for (let y = rows - size; y < rows; y += 1)
      for (let x = left; x < right; x += 1) pixels.set(color, (y * columns + x) * channels)
  }
  // its 20 MB are loaded with the first picture, as for pictures of people
  const { default: sharp } = await import('sharp')
  const bars = sharp(pixels, { raw: { width: columns, height: rows, channels } })
  const [margin, edge] = ground === 'white' ? [16, 16 * scale] : [0, 0]
  const edges = { top: edge, bottom: edge, left: edge, right: edge, background: '#ffffff' }
  const picture = ground === 'white' ? bars.flatten({ background: '#ffffff' }).extend(edges) : bars
  const last = new Date(Date.parse(firstDay) + (values.length - 1) * 86_400_000).toISOString().slice(0, 10)
  return {
    cid: 'chart@auspex',
    content: await picture.png({ palette: true }).toBuffer(),
    alt: `Bars of each day from ${formatDay(firstDay)} to ${formatDay(last)}, the days of alerts in purple.`,
    width: width + 2 * margin,
    height: height + 2 * margin,
  }
}

/** The last days of the monitor that sent an alert; null where they cannot be drawn. A message without its picture is better than none. */
export async function drawAlert(
  { userId, monitorId, ground }: { userId: string; monitorId: string; ground: Ground },
  { monitors, log }: { monitors: MonitorsRepository; log: Logger },
): Promise<MailPicture | null> {
  try {
    const recent = (await monitors.find(userId, monitorId))?.recent
    return recent ? await drawRecentDays(recent, ground) : null
  } catch (error) {
    log.warn({ err: error }, 'the picture of an alert could not be drawn')
    return null
  }
}
