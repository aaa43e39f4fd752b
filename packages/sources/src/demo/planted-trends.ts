/** A country of the demo world, ISO 3166-1 alpha-2. */
export type DemoCountry = 'US' | 'GB' | 'CA' | 'AU' | 'IN' | 'IE' | 'DE' | 'AT' | 'ES' | 'MX' | 'FR'

/** The trend planted in the demo corpus for a topic. Days count back from the end of the corpus; day 1 is the last. */
export type PlantedTrend =
  /** The same level throughout. */
  | { shape: 'steady' }
  /** Grows evenly to `times` its previous level, from `daysAgo` until the end. */
  | { shape: 'rising'; daysAgo: number; times: number }
  /** A hill `times` as high as the surrounding level, at `daysAgo`, with this standard deviation. */
  | { shape: 'peak'; daysAgo: number; widthDays: number; times: number }
  /** Shrinks evenly to one `times`-th of its initial level, over the whole corpus. */
  | { shape: 'decline'; times: number }
  /** Busy until `daysAgo`, then almost silent. */
  | { shape: 'dormant'; daysAgo: number }
  /** A hill every year around this day of the year (1 to 365). */
  | { shape: 'seasonal'; dayOfYear: number; widthDays: number; times: number }
  /** `times` the usual level for some days, in which the documents name the cause. */
  | { shape: 'spike'; daysAgo: number; lengthDays: number; times: number; cause: string }
  /** The shares of positive and negative documents change on a day; half of them name the cause afterwards. */
  | { shape: 'tone_shift'; daysAgo: number; before: ToneMix; after: ToneMix; cause: string }
  /** Moves evenly from one mix of countries to another, from `daysAgo` until the end. */
  | { shape: 'regional_shift'; daysAgo: number; from: CountryMix; to: CountryMix }
  /** Only this many documents in the whole corpus: fewer than a report needs. */
  | { shape: 'sparse'; documents: number }

export interface ToneMix {
  positive: number
  negative: number
}

export type CountryMix = Partial<Record<DemoCountry, number>>

/**
 * The answers to the demo corpus, by topic: what a correct analysis must find. Topics that are not listed are steady.
 * Everything is invented; the causes name people, firms and studies that do not exist.
 */
export const plantedTrends: Readonly<Record<string, PlantedTrend>> = {
  'heat pumps': { shape: 'rising', daysAgo: 365, times: 5 },
  matcha: { shape: 'rising', daysAgo: 150, times: 4 },
  'small language models': { shape: 'rising', daysAgo: 200, times: 12 },
  'sleep tracking': { shape: 'rising', daysAgo: 700, times: 3 },
  'oat milk': { shape: 'peak', daysAgo: 300, widthDays: 70, times: 5 },
  'smart glasses': { shape: 'peak', daysAgo: 25, widthDays: 30, times: 5 },
  'digital collectibles': { shape: 'decline', times: 8 },
  'lab-grown meat': { shape: 'decline', times: 4 },
  'audio chat rooms': { shape: 'dormant', daysAgo: 600 },
  sunscreen: { shape: 'seasonal', dayOfYear: 182, widthDays: 40, times: 5 },
  'pumpkin spice': { shape: 'seasonal', dayOfYear: 283, widthDays: 25, times: 8 },
  'flu vaccines': { shape: 'seasonal', dayOfYear: 320, widthDays: 35, times: 5 },
  bitcoin: { shape: 'spike', daysAgo: 75, lengthDays: 5, times: 10, cause: 'the Northgate exchange outage' },
  microplastics: { shape: 'spike', daysAgo: 160, lengthDays: 6, times: 14, cause: 'the Lindqvist water study' },
  salmon: { shape: 'spike', daysAgo: 410, lengthDays: 4, times: 12, cause: 'the Skarvoy pen collapse' },
  'electric cars': {
    shape: 'tone_shift',
    daysAgo: 150,
    before: { positive: 0.6, negative: 0.1 },
    after: { positive: 0.12, negative: 0.62 },
    cause: 'the Voltway charging fee',
  },
  'remote work': {
    shape: 'tone_shift',
    daysAgo: 240,
    before: { positive: 0.15, negative: 0.55 },
    after: { positive: 0.55, negative: 0.12 },
    cause: 'the Harrow flexibility act',
  },
  padel: {
    shape: 'regional_shift',
    daysAgo: 400,
    from: { ES: 70, MX: 20, FR: 10 },
    to: { GB: 45, US: 30, DE: 15, ES: 10 },
  },
  'moss lawns': { shape: 'sparse', documents: 6 },
}
