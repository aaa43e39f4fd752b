import type {
  Backtest,
  Digest,
  DigestScope,
  GlobalTrendsSubscription,
  MonitorPreview,
  MonitorRule,
  MonitorSubscription,
} from '@auspex/sdk'
import { countryName } from '../../lib/places/countries.ts'
import { formatCount, formatFactor, formatPlural, formatTone } from '../../lib/numbers/format.ts'
import { formatDay } from '../../lib/time/format.ts'

/** A rule in words. */
export const describeRule = (rule: MonitorRule): string => {
  switch (rule.kind) {
    case 'volume-above':
      return `More than ${formatPlural(rule.documents, 'document')} ${describeWindow(rule.windowDays)}`
    case 'volume-below':
      return `Fewer than ${formatPlural(rule.documents, 'document')} ${describeWindow(rule.windowDays)}`
    case 'volume-times-usual':
      return `More than ${formatFactor(rule.times)} times the usual ${describeWindow(rule.windowDays)}, with at least ${formatPlural(rule.minDocuments, 'piece')}`
    case 'momentum-above':
      return `Growth clearly above ${formatFactor(rule.ratio)} times, ${rule.windowDays} days against the ${rule.windowDays} before`
    case 'tone-below':
      return `Mean tone below ${formatTone(rule.tone)} ${describeWindow(rule.windowDays)}, over at least ${formatPlural(rule.minDocuments, 'document')}`
    case 'tone-above':
      return `Mean tone above ${formatTone(rule.tone)} ${describeWindow(rule.windowDays)}, over at least ${formatPlural(rule.minDocuments, 'document')}`
    case 'new-trials':
      return 'New trials at ClinicalTrials.gov'
    case 'trial-status':
      return 'Trials that change their status at ClinicalTrials.gov'
    case 'new-papers':
      return 'New papers in PubMed'
    case 'new-inflection':
    default:
      return rule.inflection === 'any' ? 'A new spike or change of level' : `A new ${rule.inflection}`
  }
}

const describeWindow = (days: number): string => (days === 1 ? 'on a day' : `in ${days} days`)

/** "Would have alerted you 7 times since 3 Jan 2025". */
export const describeFirings = ({ firings, evaluatedDays, firstDay }: Backtest): string => {
  if (evaluatedDays === 0 || firstDay === null) return 'Could not be tested on past data'
  if (firings === 0) return `Would not have alerted you since ${formatDay(firstDay)}`
  return `Would have alerted you ${describeTimes(firings)} since ${formatDay(firstDay)}`
}

const describeTimes = (count: number): string => {
  if (count === 1) return 'once'
  return count === 2 ? 'twice' : `${formatCount(count)} times`
}

/** The same as a complete sentence. */
export const describeBacktest = (backtest: Backtest): string =>
  backtest.evaluatedDays === 0
    ? 'It could not be tested on past data yet'
    : `Tested on past data, it ${lowerFirst(describeFirings(backtest))}`

const lowerFirst = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`

/** A measured value in the unit of a rule. */
export const formatMeasured = (unit: MonitorPreview['unit'], value: number): string => {
  if (unit === 'tone') return formatTone(value)
  return unit === 'ratio' ? `×${formatFactor(value)}` : formatCount(value)
}

/** The custom name of a monitor, or its topic. */
export const nameOf = ({ name, title }: MonitorSubscription): string => name ?? title

/** How many sources a warning names; the others are counted. */
const maxNames = 3

/** Which sources have ended, or since when the topic is not covered, and the consequence; null if there is nothing to warn about. */
export const describeEndedSources = ({ query, endedSources, uncoveredAfter }: MonitorSubscription): string | null => {
  if (endedSources.length === 0)
    return uncoveredAfter === null
      ? null
      : `Not covered after ${formatDay(uncoveredAfter)}. Too little has been collected since then from the sources that cover this topic. This monitor can’t alert you until more arrives.`
  const named = endedSources
    .slice(0, maxNames)
    .map(({ label, lastDay }) => `${label} (${lastDay === null ? 'none so far' : `last on ${formatDay(lastDay)}`})`)
  const more = endedSources.length - named.length
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const areAll = query.sources.length === 0 || endedSources.length === query.sources.length
  return `No new documents from ${list}. ${areAll ? 'This monitor can’t alert you until some arrive.' : 'Its other sources are up to date.'}`
}

/** "Trends in Food, Norway". */
export const describeTrends = (
  { country, category }: GlobalTrendsSubscription,
  categoryName: (id: string) => string,
): string =>
  `${category === null ? 'All trends' : `Trends in ${categoryName(category)}`}, ${country === null ? 'everywhere' : countryName(country)}`

const scopeNames: Readonly<Record<DigestScope['kind'], string>> = {
  portfolio: 'a portfolio',
  project: 'a project',
  monitors: 'your monitors',
  following: 'all that you follow',
}

/** What a digest summarizes: the title of its portfolio or project, if the person can see it. */
export const nameDigest = ({ scope, title }: Digest): string => title ?? scopeNames[scope.kind]
