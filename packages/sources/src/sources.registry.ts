import { alphaVantage } from './alpha-vantage/alpha-vantage.descriptor.ts'
import { arxiv } from './arxiv/arxiv.descriptor.ts'
import { binance } from './binance/binance.descriptor.ts'
import { bluesky } from './bluesky/bluesky.descriptor.ts'
import { clinicalTrials } from './clinical-trials/clinical-trials.descriptor.ts'
import { coinbase } from './coinbase/coinbase.descriptor.ts'
import { coingecko } from './coingecko/coingecko.descriptor.ts'
import { demo } from './demo/demo.descriptor.ts'
import { gdelt } from './gdelt/gdelt.descriptor.ts'
import { gdeltArchive } from './gdelt-archive/gdelt-archive.descriptor.ts'
import { googleNews } from './google-news/google-news.descriptor.ts'
import { hackerNews } from './hacker-news/hacker-news.descriptor.ts'
import { imported } from './imported/imported.descriptor.ts'
import { lemmy } from './lemmy/lemmy.descriptor.ts'
import { mastodon } from './mastodon/mastodon.descriptor.ts'
import { openfda } from './openfda/openfda.descriptor.ts'
import { pubmed } from './pubmed/pubmed.descriptor.ts'
import { reddit } from './reddit/reddit.descriptor.ts'
import { rss } from './rss/rss.descriptor.ts'
import { secEdgar } from './sec-edgar/sec-edgar.descriptor.ts'
import { stackExchange } from './stack-exchange/stack-exchange.descriptor.ts'
import { wikipedia } from './wikipedia/wikipedia.descriptor.ts'
import { youtube } from './youtube/youtube.descriptor.ts'
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
