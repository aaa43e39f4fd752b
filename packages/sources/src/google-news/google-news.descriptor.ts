import type { SourceDescriptor } from '../source-descriptor.ts'
import { onOrOff } from '../source-settings.ts'
import { googleNewsDialect } from './google-news.dialect.ts'
import { createGoogleNewsSource } from './google-news.source.ts'

export const googleNews: SourceDescriptor = {
  key: 'google_news',
  number: 8,
  kind: 'documents',
  label: 'Google News',
  licence: 'Undocumented and without a licence for reuse: headlines and links only.',
  rate: 'One request a minute; more leads to a consent page or a block.',
  homepage: 'https://news.google.com',
  attribution: 'Headlines found through Google News',
  reach: 'At most the 100 newest headlines of a search.',
  setting: {
    name: 'AUSPEX_GOOGLE_NEWS',
    required: true,
    how: 'Set it to on. The feed has no terms for reuse, so it is asked only where somebody decides so.',
  },
  settings: {
    AUSPEX_GOOGLE_NEWS: onOrOff,
  },
  hosts: {
    'news.google.com': { intervalMs: 60_000, burst: 2, concurrency: 1 },
  },
  dialect: googleNewsDialect,
  create: ({ http, clock, settings }) =>
    settings['AUSPEX_GOOGLE_NEWS'] === undefined ? null : createGoogleNewsSource({ http, clock }),
}
