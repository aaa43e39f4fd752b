import type { DocumentKind } from '@auspex/sdk/types'
import { SourceKey } from '@auspex/sdk/values'

/** What the mock's library holds of a source. */
export interface WorldSource {
  label: string
  /** The kinds of its documents; none for sources of prices and page views. */
  kinds: readonly DocumentKind[]
  /** Its part of the documents of a topic, relative to the others. */
  weight: number
}

/** The sources that the world's documents come from, with the names that people see. */
const describedSources: Partial<Readonly<Record<SourceKey, WorldSource>>> = {
  imported: { label: 'Imported documents', kinds: ['article'], weight: 4 },
  hacker_news: { label: 'Hacker News', kinds: ['post', 'comment', 'comment'], weight: 22 },
  gdelt: { label: 'GDELT article list', kinds: ['article'], weight: 24 },
  gdelt_archive: { label: 'GDELT news', kinds: ['article'], weight: 3 },
  google_news: { label: 'Google News', kinds: ['article'], weight: 20 },
  rss: { label: 'Feeds', kinds: ['article'], weight: 4 },
  bluesky: { label: 'Bluesky', kinds: ['post'], weight: 6 },
  mastodon: { label: 'Mastodon', kinds: ['post'], weight: 4 },
  lemmy: { label: 'Lemmy', kinds: ['post', 'comment'], weight: 2 },
  stack_exchange: { label: 'Stack Exchange', kinds: ['question', 'answer'], weight: 2 },
  reddit: { label: 'Reddit', kinds: ['post', 'comment'], weight: 4 },
  youtube: { label: 'YouTube', kinds: ['video'], weight: 2 },
  arxiv: { label: 'arXiv', kinds: ['paper'], weight: 2 },
  pubmed: { label: 'PubMed', kinds: ['paper'], weight: 1 },
  clinical_trials: { label: 'ClinicalTrials.gov', kinds: ['trial'], weight: 1 },
  openfda: { label: 'openFDA recalls', kinds: ['filing'], weight: 1 },
  sec_edgar: { label: 'SEC EDGAR', kinds: ['filing'], weight: 1 },
  wikipedia: { label: 'Wikipedia page views', kinds: [], weight: 0 },
  binance: { label: 'Binance', kinds: [], weight: 0 },
  coinbase: { label: 'Coinbase Exchange', kinds: [], weight: 0 },
  coingecko: { label: 'CoinGecko', kinds: [], weight: 0 },
  alpha_vantage: { label: 'Alpha Vantage', kinds: [], weight: 0 },
  demo: { label: 'Demo documents', kinds: [], weight: 0 },
}

const describedKeys = Object.keys(describedSources) as SourceKey[] // `Object.keys` loses the type

/** Every source of the contract. New ones come last: the seeded world draws in this order. */
export const sourceKeys: readonly SourceKey[] = [...new Set([...describedKeys, ...Object.values(SourceKey)])]

/** What the world holds of a source. One that is not described above has no documents, so that a new source changes no count. */
export function describeSource(key: SourceKey): WorldSource {
  return describedSources[key] ?? { label: toLabel(key), kinds: [], weight: 0 }
}

/** `stack_exchange` as "Stack exchange". */
function toLabel(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const worldSources = Object.fromEntries(sourceKeys.map((key) => [key, describeSource(key)])) as Readonly<
  Record<SourceKey, WorldSource> // `Object.fromEntries` loses the keys
>

export function sourceLabel(source: SourceKey): string {
  return worldSources[source].label
}

/** Documents of any topic that the library receives from a source on a day: fewer on weekends. */
export function libraryTotal(source: SourceKey, day: string): number {
  return worldSources[source].weight * (isWeekend(day) ? 40 : 60)
}

/** Every report asks for the same days, once for each source. */
const weekends = new Map<string, boolean>()

function isWeekend(day: string): boolean {
  let known = weekends.get(day)
  if (known === undefined) weekends.set(day, (known = new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0))
  return known
}

/** A news outlet, and where it publishes. */
export interface Outlet {
  name: string
  country: string
}

export const newsOutlets: readonly Outlet[] = [
  { name: 'dailycourier.example', country: 'US' },
  { name: 'harborpost.example', country: 'US' },
  { name: 'capitalwire.example', country: 'US' },
  { name: 'plainsherald.example', country: 'US' },
  { name: 'thamesreport.example', country: 'GB' },
  { name: 'northernecho.example', country: 'GB' },
  { name: 'rheinkurier.example', country: 'DE' },
  { name: 'hafenblatt.example', country: 'DE' },
  { name: 'gazettedesalpes.example', country: 'FR' },
  { name: 'ganges-times.example', country: 'IN' },
  { name: 'southerncross.example', country: 'AU' },
  { name: 'maplereview.example', country: 'CA' },
  { name: 'fjordnytt.example', country: 'NO' },
  { name: 'lagunadiario.example', country: 'ES' },
  { name: 'kantojournal.example', country: 'JP' },
  { name: 'ipanema-noticias.example', country: 'BR' },
]

export const authors =
  'ada_k bramble cfischer dlopez elmtree fnord7 gwen_r hollis ines_m jbaker koji lumen mprice nadia oslo_dev pebble quill rhea sanjay tovek umber viola wren yarrow'.split(
    ' ',
  )
