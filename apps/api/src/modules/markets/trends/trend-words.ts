import type { Trend } from '@auspex/sdk/types'

const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** "1,234". */
export function count(value: number): string {
  return wholeNumber.format(value)
}

/** "1 document", "2 documents". */
export function plural(value: number, noun: string, nouns = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : nouns}`
}

/** A ratio for use in "… times as many", with fewer decimals the larger it is. */
export function factor(value: number): string {
  if (value < 0.01) return value.toLocaleString('en', { maximumSignificantDigits: 1, maximumFractionDigits: 6 })
  return value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })
}

export interface StoryTellers {
  /** Independent tellers: `countTellers`. */
  tellers: number
  /** Outlets that carry it, including the tellers. */
  outlets: number
  documents: string
}

/** Who tells a story: copies of one text count as one teller. `documents` is their number in words. */
export function describeTellers({ tellers, outlets, documents }: StoryTellers): string {
  if (outlets === 1) return `1 outlet tells it in ${documents}`
  if (tellers === 1) return `One text, carried by ${plural(outlets, 'outlet')} in ${documents}`
  if (tellers === outlets) return `${plural(outlets, 'outlet')} tell it in ${documents}`
  return `${plural(tellers, 'independent outlet')} tell it, and ${plural(outlets - tellers, 'more carries a copy', 'more carry copies')}, in ${documents}`
}

/** Part of a window that must be covered to name the whole window; the growth excludes missing days either way. */
const enoughCovered = 0.9

/** How the stories of a term changed between the windows. */
export interface MeasuredChange {
  stories: number
  previousStories: number
  change: Trend['change']
  isUpNow?: Trend['isUpNow']
  isRatioTold: boolean
  momentum: Trend['momentum']
}

/** Why a trend is shown, in one sentence of its own numbers. */
export function describeTrend(
  { stories, previousStories, change, isUpNow, isRatioTold, momentum }: MeasuredChange,
  { windowDays, covered }: { windowDays: number; covered: { current: number; previous: number } },
): string {
  const now = `${stories === 0 ? 'Nothing' : plural(stories, 'piece', 'pieces')} ${
    covered.current < enoughCovered * windowDays
      ? `on the ${covered.current} covered days of the last ${windowDays}`
      : `in the last ${windowDays} days`
  }`
  const before = `${previousStories === 0 ? 'none' : count(previousStories)} ${
    covered.previous < enoughCovered * windowDays
      ? `on the ${covered.previous} covered days of the ${windowDays} before`
      : `in the ${windowDays} days before`
  }`
  const over = isUpNow === false ? '; it is not up any more' : ''
  return `${now}, ${before}: ${describeChange({ stories, previousStories, change, isRatioTold, momentum })}${over}.`
}

function describeChange({ change, isRatioTold, momentum, ...stories }: MeasuredChange): string {
  const { value, low, high } = momentum
  if (change === 'too-few') return 'too few to tell'
  if (change === 'burst') return 'far more than chance explains, but on too few days to say how much of it will last'
  if (change === 'unclear') return isRatioTold && value > 1 ? 'its share may have grown, or not' : 'no clear change'
  const description = describeStories(change, stories)
  if (!isRatioTold)
    return `its share of what was collected clearly ${change}${description}${description === '' ? ', but' : ';'} by how much is unclear`
  return change === 'grew'
    ? `${factor(value)} times as large a share of what was collected, at least ${factor(low)} times${description}`
    : `${factor(value)} times the share of what was collected, at most ${factor(high)} times${description}`
}

/** A share also changes when more or less of other things was collected. */
function describeStories(
  change: 'grew' | 'fell',
  { stories, previousStories }: { stories: number; previousStories: number },
): string {
  if (change === 'grew') return stories <= previousStories ? ', though there were no more pieces' : ''
  return stories >= previousStories ? ', though there were no fewer pieces' : ''
}
