import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'

export const periods = ['7', '30', '120'] as const
export type PeriodChoice = (typeof periods)[number]
export const origins = ['import', 'research_api', 'mastodon', 'bluesky', 'demo'] as const
export const videoOrders = ['views', 'engagement', 'typical', 'newest'] as const
export const creatorOrders = ['views', 'videos', 'engagement'] as const

/** The page sizes of a table. */
export const rowChoices = ['10', '25', '50'] as const

/** The maximum number of hashtags beside the first one. */
export const maxCompared = 2
const tag = z.string().check(z.regex(/^[^#\s/,]{1,100}$/))
const country = orElse(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined)
const period = orElse(z.optional(z.enum(periods)), undefined)
const page = orElse(z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))), undefined)

/** The search parameters of the list of hashtags. An invalid value is dropped. */
export const hashtagsSearchSchema = z.object({
  /** The prefix of the hashtags. */
  q: orElse(z.optional(tag), undefined),
  geo: country,
  period,
  page,
})
export type HashtagsSearch = z.output<typeof hashtagsSearchSchema>

/** The search parameters of one hashtag. */
export const hashtagSearchSchema = z.object({
  geo: country,
  period,
  origin: orElse(z.optional(z.enum(origins)), undefined),
  /** Hashtags to compare with it, separated by commas. */
  beside: orElse(z.optional(z.string().check(z.regex(/^[^#\s/,]{1,100}(,[^#\s/,]{1,100})?$/))), undefined),
  videos: orElse(z.optional(z.enum(videoOrders)), undefined),
  videosPage: page,
  creators: orElse(z.optional(z.enum(creatorOrders)), undefined),
  creatorsPage: page,
  rows: orElse(z.optional(z.enum(rowChoices)), undefined),
})
export type HashtagSearch = z.output<typeof hashtagSearchSchema>

/** A normalized hashtag: typed ones may contain # and capitals. */
export const toTag = (typed: string): string | null => {
  const cleaned = typed.trim().replace(/^#+/, '').toLowerCase()
  return /^[^#\s/,]{1,100}$/.test(cleaned) ? cleaned : null
}

export const comparedTags = ({ beside }: HashtagSearch, main: string): string[] =>
  [...new Set(beside?.split(',') ?? [])].filter((besideTag) => besideTag !== main).slice(0, maxCompared)

export const periodOf = ({ period: chosen }: { period?: PeriodChoice | undefined }): 7 | 30 | 120 =>
  chosen === '7' ? 7 : chosen === '120' ? 120 : 30

export const rowsOf = ({ rows }: HashtagSearch): number => Number(rows ?? '10')
