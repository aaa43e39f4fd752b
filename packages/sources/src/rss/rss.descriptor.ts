import type { SourceDescriptor } from '../source-descriptor.ts'
import { createRssSource } from './rss.source.ts'

export const rss: SourceDescriptor = {
  key: 'rss',
  number: 4,
  kind: 'documents',
  label: 'Feeds',
  licence: 'Entries belong to their publishers; shown as excerpts with a link.',
  rate: 'Each feed is read once per search.',
  homepage: 'https://www.rssboard.org/rss-specification',
  reach: 'The latest entries of each feed.',
  create: ({ guardedHttp, clock }) => createRssSource({ http: guardedHttp, clock }),
}
