import type { SourceDescriptor } from '../source-descriptor.ts'
import { wikipediaDialect } from './wikipedia.dialect.ts'
import { createWikipediaSource } from './wikipedia.source.ts'

export const wikipedia: SourceDescriptor = {
  key: 'wikipedia',
  number: 5,
  kind: 'series',
  label: 'Wikipedia page views',
  licence: 'Page view counts are CC0; titles are CC BY-SA.',
  rate: 'One request a second; anonymous use is limited since March 2026.',
  homepage: 'https://wikitech.wikimedia.org/wiki/Analytics/AQS/Pageviews',
  reach: 'Each day since 1 July 2015, a day late.',
  hosts: {
    'en.wikipedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
    'wikimedia.org': { intervalMs: 1000, burst: 2, concurrency: 1 },
  },
  dialect: wikipediaDialect,
  create: ({ http, clock }) => createWikipediaSource({ http, clock }),
}
