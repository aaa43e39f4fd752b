import type { SourceDescriptor } from '../source-descriptor.ts'
import { z } from 'zod'
import { redditDialect } from './reddit.dialect.ts'
import { createRedditSource } from './reddit.source.ts'

export const reddit: SourceDescriptor = {
  key: 'reddit',
  number: 13,
  kind: 'documents',
  label: 'Reddit',
  licence:
    'Posts belong to their authors; excerpts with a link, deleted here when deleted there, and no model is trained on them.',
  rate: 'One request a second; an application has 100 a minute.',
  homepage: 'https://www.reddit.com/dev/api/',
  attribution: 'Posts from Reddit',
  reach: 'About the 1,000 newest posts of a search, fresh to minutes.',
  setting: {
    name: 'REDDIT_CREDENTIALS',
    required: true,
    how: 'Reddit has to approve an application first (its Responsible Builder Policy); then write its client id and secret, joined by a colon.',
  },
  settings: {
    REDDIT_CREDENTIALS: {
      example: 'client-id:0a1b2c3d',
      schema: z.string().regex(/^[^\s:]+:[^\s:]+$/, 'must be a client id and its key, joined by a colon'),
    },
  },
  hosts: {
    'oauth.reddit.com': { intervalMs: 1000, burst: 3, concurrency: 1 },
    'www.reddit.com': { intervalMs: 1000, burst: 2, concurrency: 1 },
  },
  dialect: redditDialect,
  create: ({ http, clock, settings }) => {
    const { REDDIT_CREDENTIALS: credentials } = settings
    return credentials === undefined ? null : createRedditSource({ http, clock, credentials })
  },
}
