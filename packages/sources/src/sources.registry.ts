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
import type { SourceDescriptor } from './source-descriptor.ts'

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
