import type { SourceDescriptor } from '../source-descriptor.ts'
import { secret } from '../source-settings.ts'
import { youtubeDialect } from './youtube.dialect.ts'
import { createYoutubeSource } from './youtube.source.ts'

export const youtube: SourceDescriptor = {
  key: 'youtube',
  number: 14,
  kind: 'documents',
  label: 'YouTube',
  licence:
    'Titles and descriptions belong to their channels; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'Two pages a search at most: a key has 100 searches a day.',
  homepage: 'https://developers.google.com/youtube/v3',
  attribution: 'Videos from YouTube',
  reach: 'Videos since 2005 as its search chooses them, fresh to minutes.',
  setting: {
    name: 'YOUTUBE_API_KEY',
    required: true,
    how: 'Free: make a project at console.cloud.google.com, switch on YouTube Data API v3 and create an API key. It has 100 searches a day.',
  },
  settings: {
    YOUTUBE_API_KEY: secret('0a1b2c3d4e5f'),
  },
  hosts: {
    'www.googleapis.com': { intervalMs: 500, burst: 4, concurrency: 2 },
  },
  dialect: youtubeDialect,
  create: ({ http, clock, settings }) => {
    const { YOUTUBE_API_KEY: apiKey } = settings
    return apiKey === undefined ? null : createYoutubeSource({ http, clock, apiKey })
  },
}
