import type { SourceDescriptor } from '../source-descriptor.ts'
import { onOrOff } from '../source-settings.ts'
import { blueskyDialect } from './bluesky.dialect.ts'
import { createBlueskySource } from './bluesky.source.ts'

export const bluesky: SourceDescriptor = {
  key: 'bluesky',
  number: 9,
  kind: 'documents',
  label: 'Bluesky',
  licence: 'Posts belong to their authors; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'Four requests a second; the service allows 3,000 in five minutes.',
  homepage: 'https://docs.bsky.app',
  reach: 'Posts since 2023, fresh to seconds; what its search finds of them.',
  setting: {
    name: 'AUSPEX_BLUESKY_STREAM',
    required: false,
    how: 'Set it to on to read posts as they are written, for what monitors watch, and to hear at once what is deleted. Every post of the network is then received, and what nobody watches is dropped.',
  },
  settings: {
    AUSPEX_BLUESKY_STREAM: onOrOff,
  },
  hosts: {
    'api.bsky.app': { intervalMs: 250, burst: 4, concurrency: 2 },
  },
  dialect: blueskyDialect,
  create: ({ http, clock }) => createBlueskySource({ http, clock }),
}
