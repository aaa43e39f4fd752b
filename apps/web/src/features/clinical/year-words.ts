import type { PubmedTimeSeries } from '@auspex/sdk'
import { formatCount, formatTimes } from '../../lib/format.ts'

/** Change of a share that is worth a word: what is smaller is called steady. */
const notable = 1.1

/** What the years say, in a sentence: whole years alone, and the share, because PubMed itself grows. */
export const tellYears = ({ condition, years, lastYearIsPartial }: PubmedTimeSeries): string => {
  const whole = lastYearIsPartial ? years.slice(0, -1) : years
  const known = whole.filter(({ articles }) => articles !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || first === last) {
    const only = last ?? years.at(-1)
    return only?.articles === null || only === undefined
      ? `Articles about ${condition}`
      : `${formatCount(only.articles)} articles about ${condition} in ${only.year}`
  }
  const lead = `${formatCount(last.articles)} articles about ${condition} in ${last.year}`
  const peak = peakOf(known)
  if (
    peak !== null &&
    peak.perMillion > (last.perMillion ?? 0) * notable &&
    peak.perMillion > (first.perMillion ?? 0) * notable
  )
    return `${lead}: ${formatTimes((last.perMillion ?? 0) / peak.perMillion)} times the share of ${peak.year}, when it was highest`
  if (first.perMillion === null || last.perMillion === null || first.perMillion === 0)
    return `${lead}, ${formatCount(first.articles)} in ${first.year}`
  const times = last.perMillion / first.perMillion
  if (times >= notable) return `${lead}: ${formatTimes(times)} times the share of ${first.year}`
  if (times <= 1 / notable) return `${lead}: the share fell to ${formatTimes(times)} times that of ${first.year}`
  return `${lead}: about the share of ${first.year}`
}

/** The year with the largest share; null when no share is known. */
const peakOf = (years: PubmedTimeSeries['years']): { year: number; perMillion: number } | null =>
  years.reduce<{ year: number; perMillion: number } | null>(
    (best, { year, perMillion }) =>
      perMillion !== null && perMillion > (best?.perMillion ?? 0) ? { year, perMillion } : best,
    null,
  )
