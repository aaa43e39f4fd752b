import { hashtagSettings } from './hashtags/create-hashtag-sources.ts'
import type { HostPolicy } from './http/host-gate.ts'
import type { Dialect } from './query/dialect.ts'
import type { SearchableDescriptor, SettingField, SourceDependencies, SourceDescriptor } from './source-descriptor.ts'
import type { DocumentSource, SeriesSource, SourceFacts, SourceKey, SourcesMode } from './source.types.ts'
import type { PriceProvider } from './prices/price-results.ts'
import { alphaVantage } from './alpha-vantage/alpha-vantage.prices.ts'
import { arxiv } from './arxiv/arxiv.source.ts'
import { binance } from './binance/binance.prices.ts'
import { bluesky } from './bluesky/bluesky.source.ts'
import { clinicalTrials } from './clinical-trials/clinical-trials.source.ts'
import { coinbase } from './coinbase/coinbase.prices.ts'
import { coingecko } from './coingecko/coingecko.prices.ts'
import { demo } from './demo/generate-demo-documents.ts'
import { gdelt } from './gdelt/gdelt.source.ts'
import { gdeltArchive } from './gdelt-archive/gdelt-archive.source.ts'
import { googleNews } from './google-news/google-news.source.ts'
import { hackerNews } from './hacker-news/hacker-news.source.ts'
import { imported } from './imported/imported.parse.ts'
import { lemmy } from './lemmy/lemmy.source.ts'
import { mastodon } from './mastodon/mastodon.source.ts'
import { openfda } from './openfda/openfda.source.ts'
import { pubmed } from './pubmed/pubmed.source.ts'
import { reddit } from './reddit/reddit.source.ts'
import { rss } from './rss/rss.source.ts'
import { secEdgar } from './sec-edgar/sec-edgar.source.ts'
import { stackExchange } from './stack-exchange/stack-exchange.source.ts'
import { wikipedia } from './wikipedia/wikipedia.source.ts'
import { youtube } from './youtube/youtube.source.ts'

/** The number of the next source, which then raises it: numbers of sources that were removed stay in stored documents. */
export const nextSourceNumber = 24

/** Every source that this version knows, in the order in which reports list them: the only place to register a new source. */
export const sourceRegistry: readonly SourceDescriptor[] = [
  imported,
  gdeltArchive,
  gdelt,
  googleNews,
  hackerNews,
  bluesky,
  mastodon,
  lemmy,
  reddit,
  youtube,
  stackExchange,
  arxiv,
  pubmed,
  clinicalTrials,
  openfda,
  secEdgar,
  rss,
  wikipedia,
  binance,
  coinbase,
  coingecko,
  alphaVantage,
  demo,
]

export interface CatalogueEntry extends SourceFacts {
  kind: SearchableDescriptor['kind']
}

const searchableSources = sourceRegistry.filter((source) => source.kind !== 'library')

/** The facts of a source, without its factory. */
function toFacts(source: SearchableDescriptor): SourceFacts {
  const { key, label, licence, rate, homepage, attribution, reach, setting } = source
  return {
    key,
    label,
    licence,
    rate,
    homepage,
    ...(attribution !== undefined && { attribution }),
    ...(reach !== undefined && { reach }),
    ...(setting !== undefined && { setting }),
  }
}

/** Every source that this version can query, enabled or not, in the order in which reports list them. */
export const sourceCatalogue: readonly CatalogueEntry[] = searchableSources.map((source) => ({
  ...toFacts(source),
  kind: source.kind,
}))

/** How every source is stored: its number, its key, and whether all of its documents are in the library. */
export const sourceRows: readonly { number: number; key: SourceKey; holdsAll: boolean }[] = sourceRegistry.map(
  ({ number, key, holdsAll = false }) => ({ number, key, holdsAll }),
)

// Cast: a test compares the registry with the keys of the contract
const labels = Object.fromEntries(sourceRegistry.map(({ key, label }) => [key, label])) as Record<SourceKey, string>

/** The display name of a source. */
export function sourceLabel(key: SourceKey): string {
  return labels[key]
}

/** The rate limit of each host, for `createHttp`. */
export const sourceHosts: Readonly<Record<string, HostPolicy>> = Object.assign(
  {},
  ...searchableSources.map(({ hosts }) => hosts),
)

/** The settings that sources read, by their names in the configuration. */
export const sourceSettings: Readonly<Record<string, SettingField>> = Object.assign(
  { ...hashtagSettings },
  ...searchableSources.map(({ settings }) => settings),
)

/** The dialect of each source that is searched by words. */
export const sourceDialects: Partial<Record<SourceKey, Dialect>> = Object.fromEntries(
  searchableSources.flatMap(({ key, dialect }) => (dialect === undefined ? [] : [[key, dialect]])),
)

export interface CreateSourcesOptions extends SourceDependencies {
  mode: SourcesMode
}

export interface Sources {
  documents: readonly DocumentSource[]
  series: readonly SeriesSource[]
  /** In the order in which they are tried: the next one only when one does not respond or does not know the symbol. */
  prices: readonly PriceProvider[]
}

/**
 * All sources that can be queried here, in the order in which reports list them; those that need a setting only when it
 * is given. In `demo` there are none: the caller stores `generateDemoDocuments` instead, and never beside real
 * documents. Whether `auto` falls back to the demo corpus is also the caller's decision, based on `anySourceAnswers`.
 */
export function createSources({ mode, ...options }: CreateSourcesOptions): Sources {
  const documents: DocumentSource[] = []
  const series: SeriesSource[] = []
  const prices: PriceProvider[] = []
  for (const source of mode === 'demo' ? [] : sourceRegistry)
    switch (source.kind) {
      case 'documents': {
        const client = source.create(options)
        if (client !== null) documents.push({ ...toFacts(source), kind: 'documents', ...client })
        break
      }
      case 'series': {
        const client = source.create(options)
        if (client !== null) series.push({ ...toFacts(source), kind: 'series', ...client })
        break
      }
      case 'prices': {
        const client = source.create(options)
        if (client !== null) prices.push({ ...toFacts(source), ...client })
        break
      }
      case 'library':
        break
    }
  return { documents, series, prices }
}

/** Whether any public source responds. Feeds are left out: they are the user's own. */
export async function anySourceAnswers({ documents, series }: Sources, signal: AbortSignal): Promise<boolean> {
  const probed = [...documents, ...series].filter(({ key }) => key !== 'rss')
  const answers = await Promise.all(probed.map((source) => source.probe(signal)))
  return answers.some(({ status }) => status === 'ok')
}
