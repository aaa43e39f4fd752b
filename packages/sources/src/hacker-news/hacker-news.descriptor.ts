import type { SourceDescriptor } from '../source-descriptor.ts'
import { hackerNewsDialect } from './hacker-news.dialect.ts'
import { createHackerNewsSource } from './hacker-news.source.ts'

export const hackerNews: SourceDescriptor = {
  key: 'hacker_news',
  number: 2,
  kind: 'documents',
  label: 'Hacker News',
  licence: 'Posts belong to their authors; shown as excerpts with a link.',
  rate: 'One request a second; the service allows about 10,000 an hour.',
  homepage: 'https://news.ycombinator.com',
  reach: 'Everything since 2006, fresh to minutes.',
  hosts: {
    'hn.algolia.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
    'hacker-news.firebaseio.com': { intervalMs: 50, burst: 20, concurrency: 8 },
  },
  dialect: hackerNewsDialect,
  create: ({ http, clock }) => createHackerNewsSource({ http, clock }),
}
