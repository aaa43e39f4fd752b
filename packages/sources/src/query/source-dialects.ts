import { arxivDialect } from '../arxiv/arxiv.dialect.ts'
import { blueskyDialect } from '../bluesky/bluesky.dialect.ts'
import { clinicalTrialsDialect } from '../clinical-trials/clinical-trials.dialect.ts'
import { gdeltDialect } from '../gdelt/gdelt.dialect.ts'
import { googleNewsDialect } from '../google-news/google-news.dialect.ts'
import { hackerNewsDialect } from '../hacker-news/hacker-news.dialect.ts'
import { lemmyDialect } from '../lemmy/lemmy.dialect.ts'
import { mastodonDialect } from '../mastodon/mastodon.dialect.ts'
import { openfdaDialect } from '../openfda/openfda.dialect.ts'
import { pubmedDialect } from '../pubmed/pubmed.dialect.ts'
import { redditDialect } from '../reddit/reddit.dialect.ts'
import { secEdgarDialect } from '../sec-edgar/sec-edgar.dialect.ts'
import type { SourceKey } from '../source.types.ts'
import { stackExchangeDialect } from '../stack-exchange/stack-exchange.dialect.ts'
import { wikipediaDialect } from '../wikipedia/wikipedia.dialect.ts'
import { youtubeDialect } from '../youtube/youtube.dialect.ts'
import type { Dialect } from './dialect.types.ts'

const dialects = [
  gdeltDialect,
  googleNewsDialect,
  hackerNewsDialect,
  blueskyDialect,
  mastodonDialect,
  lemmyDialect,
  redditDialect,
  youtubeDialect,
  stackExchangeDialect,
  arxivDialect,
  pubmedDialect,
  clinicalTrialsDialect,
  openfdaDialect,
  secEdgarDialect,
  wikipediaDialect,
]

/** The dialect of each source that is asked by words. */
export const sourceDialects: Partial<Record<SourceKey, Dialect>> = Object.fromEntries(
  dialects.map((dialect) => [dialect.key, dialect]),
)
