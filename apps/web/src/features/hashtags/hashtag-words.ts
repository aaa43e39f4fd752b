import type { HashtagConcentration, HashtagCoverage, HashtagTrends, HashtagVideoPage, NumbersOrigin } from '@auspex/sdk'
import { formatCount, formatPlural, formatRatio, formatShare, formatTimes } from '../../lib/numbers/format.ts'

export const periodWords = { '7': '7 days', '30': '30 days', '120': '4 months' } as const

export const originWords: Record<NumbersOrigin, string> = {
  import: 'Imported videos',
  research_api: 'Research interface',
  youtube_shorts: 'YouTube Shorts',
  mastodon: 'Mastodon, a substitute',
  bluesky: 'Bluesky, a substitute',
  demo: 'Demo videos',
}

export const statusWords: Record<HashtagCoverage['status'], string> = {
  ok: 'answered',
  empty: 'does not have it',
  rate_limited: 'was queried too often',
  blocked: 'refused',
  bad_query: 'did not understand the query',
  auth: 'did not accept the key',
  upstream_down: 'did not answer',
  schema_changed: 'answered in an unknown shape',
  not_configured: 'is not set up',
  not_asked: 'was not queried',
}

/** "videos" or "posts": those of a substitute are never called videos. */
export const unitOf = ({ source }: HashtagTrends, count = 2): string => (count === 1 ? source.unit : `${source.unit}s`)

/** The page's first sentence: its growth, or why that is unknown. */
export const describeTrend = (trend: HashtagTrends): string => {
  const { tag, growth, growthReason, videos, source } = trend
  if (videos === 0) return `No ${source.unit} with #${tag} in this period`
  if (growth === null) return `#${tag}: its growth is unknown. ${growthReason ?? ''}`.trim()
  const bounds = `${formatTimes(growth.low)}–${formatTimes(growth.high)}`
  if (growth.low > 1) return `#${tag} grew: ${formatRatio(growth.value)} of the half before (${bounds})`
  if (growth.high < 1) return `#${tag} shrank: ${formatRatio(growth.value)} of the half before (${bounds})`
  return `#${tag} did not clearly grow or shrink (${bounds} of the half before)`
}

export const describeTypical = ({ typical, typicalReason, page }: HashtagVideoPage, unit: string): string => {
  if (typical === null) return `${formatPlural(page.total, unit)}. ${typicalReason ?? ''}`.trim()
  const { viewsMedian, viewsLow, viewsHigh, topShare, hasHit } = typical
  const bounds = viewsLow === null || viewsHigh === null ? '' : ` (${formatCount(viewsLow)}–${formatCount(viewsHigh)})`
  const hit = hasHit && topShare !== null ? ` One ${unit} alone has ${formatShare(topShare)} of all views.` : ''
  return `Half of the ${unit}s were seen ${formatCount(Math.round(viewsMedian))} times or more${bounds}.${hit}`
}

export const describeConcentration = (found: HashtagConcentration | null, unit: string): string => {
  if (found === null) return 'Nobody used it in this period.'
  const { basis, creators, topShare, topTenShare, effectiveCreators, low, high, verdict } = found
  if (creators === 1) return 'One voice: all of them are from one creator.'
  const noun = basis === 'views' ? 'views' : `${unit}s`
  if (verdict === 'unknown') return `${formatPlural(creators, 'creator')}: too few to tell whether it is in few hands.`
  if (verdict === 'one_voice')
    return `One voice: a single creator has ${formatShare(topShare)} of the ${noun} of ${formatCount(creators)} creators.`
  const bounds =
    low === null || high === null ? '' : ` (${formatCount(Math.round(low))}–${formatCount(Math.round(high))})`
  const equals = `as concentrated as ${formatCount(Math.round(effectiveCreators))} creators of equal size${bounds}`
  // of at most ten creators, the ten largest have everything
  const ten = creators > 10 ? `, the ten largest have ${formatShare(topTenShare)}` : ''
  return verdict === 'few_voices'
    ? `Few voices: the largest of ${formatCount(creators)} creators has ${formatShare(topShare)} of the ${noun}${ten}, ${equals}.`
    : `Many voices: ${formatCount(creators)} creators, the ten largest with ${formatShare(topTenShare)} of the ${noun}, ${equals}.`
}
