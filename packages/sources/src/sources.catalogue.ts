import { alphaVantageFacts } from './alpha-vantage/alpha-vantage.prices.ts'
import { arxivFacts } from './arxiv/arxiv.source.ts'
import { binanceFacts } from './binance/binance.prices.ts'
import { blueskyFacts } from './bluesky/bluesky.source.ts'
import { clinicalTrialsFacts } from './clinical-trials/clinical-trials.source.ts'
import { coinbaseFacts } from './coinbase/coinbase.prices.ts'
import { coingeckoFacts } from './coingecko/coingecko.prices.ts'
import { gdeltFacts } from './gdelt/gdelt.source.ts'
import { gdeltArchiveFacts } from './gdelt-archive/gdelt-archive.source.ts'
import { googleNewsFacts } from './google-news/google-news.source.ts'
import { hackerNewsFacts } from './hacker-news/hacker-news.source.ts'
import { lemmyFacts } from './lemmy/lemmy.source.ts'
import { mastodonFacts } from './mastodon/mastodon.source.ts'
import { openfdaFacts } from './openfda/openfda.source.ts'
import { pubmedFacts } from './pubmed/pubmed.source.ts'
import { redditFacts } from './reddit/reddit.source.ts'
import { rssFacts } from './rss/rss.source.ts'
import { secEdgarFacts } from './sec-edgar/sec-edgar.source.ts'
import type { SourceFacts } from './source.types.ts'
import { stackExchangeFacts } from './stack-exchange/stack-exchange.source.ts'
import { wikipediaFacts } from './wikipedia/wikipedia.source.ts'
import { youtubeFacts } from './youtube/youtube.source.ts'

export interface CatalogueEntry extends SourceFacts {
  kind: 'documents' | 'series' | 'prices'
}

/** Every source that this version can ask, switched on or not, in the order in which reports list them. */
export const sourceCatalogue: readonly CatalogueEntry[] = [
  ...[
    gdeltArchiveFacts,
    gdeltFacts,
    googleNewsFacts,
    hackerNewsFacts,
    blueskyFacts,
    mastodonFacts,
    lemmyFacts,
    redditFacts,
    youtubeFacts,
    stackExchangeFacts,
    arxivFacts,
    pubmedFacts,
    clinicalTrialsFacts,
    openfdaFacts,
    secEdgarFacts,
    rssFacts,
  ].map((facts): CatalogueEntry => ({ ...facts, kind: 'documents' })),
  { ...wikipediaFacts, kind: 'series' },
  ...[binanceFacts, coinbaseFacts, coingeckoFacts, alphaVantageFacts].map((facts): CatalogueEntry => ({
    ...facts,
    kind: 'prices',
  })),
]
