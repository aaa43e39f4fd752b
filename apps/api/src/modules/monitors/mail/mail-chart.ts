import { formatDay } from '@auspex/analytics'
import sharp from 'sharp'
import type { MailPicture } from '../../../adapters/mail/mailer.port.ts'
import type { RecentDays } from '../monitors/recent-days.ts'

const [width, height] = [504, 96]
const gap = 1

/**
 * The last days that a monitor measured, with those on which its rule was met in purple. It has no letters, because a server need not have fonts; the
 * alternative text says what it shows. Null where fewer than a week is known.
 */
export async function drawRecentDays({ firstDay, values, firedDays }: RecentDays): Promise<MailPicture | null> {
  const known = values.filter((value) => value !== null)
  if (firstDay === null || known.length < 7) return null
  const top = Math.max(...known.map(Math.abs), 1e-9)
  const step = width / values.length
  const fired = new Set(firedDays.map((day) => (Date.parse(day) - Date.parse(firstDay)) / 86_400_000))
  const bars = values.map((value, index) => {
    if (value === null) return ''
    const size = Math.max(1, (Math.abs(value) / top) * (height - 2))
    const x = (index * step).toFixed(2)
    return `<rect x="${x}" y="${(height - size).toFixed(2)}" width="${Math.max(1, step - gap).toFixed(2)}" height="${size.toFixed(2)}" fill="${fired.has(index) ? '#7c4dff' : '#a9a3bf'}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${2 * width}" height="${2 * height}">${bars.join('')}</svg>`
  const last = new Date(Date.parse(firstDay) + (values.length - 1) * 86_400_000).toISOString().slice(0, 10)
  return {
    cid: 'chart@auspex',
    content: await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer(),
    alt: `Bars of each day from ${formatDay(firstDay)} to ${formatDay(last)}, the days of alerts in purple.`,
    width,
    height,
  }
}
