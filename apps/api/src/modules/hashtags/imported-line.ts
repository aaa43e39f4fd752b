import { foldHashtag, type TaggedVideo } from '@auspex/sources'
import { createHash } from 'node:crypto'
import { z } from 'zod'

export interface LineRefusal {
  field: string | null
  reason: string
}

function number(most: number, what: string) {
  return z
    .number(`must be a number: ${what}`)
    .int('must be a whole number')
    .min(0, 'must not be negative; leave it out when it is unknown')
    .max(most, `must be at most ${most}`)
    .nullish()
}

function text(most: number, least = 0) {
  return z.string('must be text').min(least, 'must not be empty').max(most, `must have at most ${most} characters`)
}

const moment = z
  .string('must be text')
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    'must be a moment with an offset, such as 2026-11-17T18:40:00Z',
  )
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a day and a time that exist')

/** One line of an imported file. Other fields are ignored: files have what their tools write. */
const line = z.object({
  id: text(60, 1).nullish(),
  time: moment,
  text: text(5000),
  hashtags: z
    .array(text(101, 1), 'must be a list of hashtags')
    .min(1, 'must name at least one')
    .max(100, 'must name at most 100'),
  author: text(101, 1),
  authorName: text(200).nullish(),
  followers: number(1e10, 'followers of the author'),
  country: z
    .string('must be text')
    .regex(/^[a-z]{2}$/i, 'must be a country of two letters, such as NO')
    .nullish(),
  url: text(2000)
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http or https address')
    .nullish(),
  durationSeconds: number(100_000, 'seconds'),
  plays: number(1e12, 'plays'),
  likes: number(1e12, 'likes'),
  comments: number(1e12, 'comments'),
  shares: number(1e12, 'shares'),
})

/** Clocks of those who write files may be a little ahead. */
const skewMs = 300_000
const earliestMs = Date.UTC(2005, 0, 1)

/** Reads a line as a video, or says what is wrong with it. */
export function readImportedLine(written: string, now: Date): TaggedVideo | LineRefusal {
  const parsed = parseLine(written)
  if (parsed === undefined) return { field: null, reason: 'is no JSON object' }
  const read = line.safeParse(parsed)
  if (!read.success) {
    const [issue] = read.error.issues
    const [field] = issue?.path ?? []
    const isMissing = typeof field === 'string' && !(field in parsed)
    return {
      field: field === undefined ? null : String(field),
      reason: isMissing ? 'is missing' : (issue?.message ?? 'is wrong'),
    }
  }
  const { id, time, author, country, plays, ...video } = read.data
  const at = Date.parse(time)
  if (at > now.getTime() + skewMs) return { field: 'time', reason: 'must not be in the future' }
  if (at < earliestMs) return { field: 'time', reason: 'must not be before 2005' }
  const hashtags = [...new Set(video.hashtags.map(foldHashtag))]
  const wrong = hashtags.find((tag) => !/^[^#\s/]{1,100}$/.test(tag))
  if (wrong !== undefined) return { field: 'hashtags', reason: 'must be single words without # inside, spaces or /' }
  const creator = author.replace(/^@/, '').trim()
  if (creator === '') return { field: 'author', reason: 'must not be empty' }
  const publishedAt = `${new Date(at).toISOString().slice(0, 19)}Z`
  return {
    nativeId: id ?? madeId([publishedAt, creator, video.text]),
    publishedAt,
    text: video.text,
    hashtags,
    creator,
    creatorName: video.authorName ?? null,
    followers: video.followers ?? null,
    country: country?.toUpperCase() ?? null,
    url: video.url ?? null,
    durationSeconds: video.durationSeconds ?? null,
    views: plays ?? null,
    likes: video.likes ?? null,
    comments: video.comments ?? null,
    shares: video.shares ?? null,
  }
}

/** The object of a line, its texts cleaned of what no database stores; undefined for anything else. */
function parseLine(written: string): object | undefined {
  try {
    const value: unknown = JSON.parse(written, (_, part: unknown) =>
      typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function madeId(parts: readonly string[]): string {
  return `line-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)}`
}
