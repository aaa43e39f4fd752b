import type { SourceDescriptor } from '../source-descriptor.ts'
import { origin, secret } from '../source-settings.ts'
import { mastodonDialect } from './mastodon.dialect.ts'
import { createMastodonSource } from './mastodon.source.ts'

export const mastodon: SourceDescriptor = {
  key: 'mastodon',
  number: 10,
  kind: 'documents',
  label: 'Mastodon',
  licence: 'Posts belong to their authors; public ones only, of authors who let themselves be found.',
  rate: 'One request a second; instances allow 300 in five minutes.',
  homepage: 'https://docs.joinmastodon.org/api/',
  reach: 'What one instance has seen under a hashtag; with a token, what its members may search.',
  setting: {
    name: 'MASTODON_TOKEN',
    required: false,
    how: 'Make one on your instance under Preferences, Development, with read:search; name the instance in MASTODON_URL. It searches texts instead of hashtags.',
  },
  settings: {
    MASTODON_URL: origin('https://mastodon.social'),
    MASTODON_TOKEN: secret('0a1b2c3d4e5f'),
  },
  dialect: mastodonDialect,
  create: ({ http, clock, settings }) =>
    createMastodonSource({ http, clock, baseUrl: settings['MASTODON_URL'], token: settings['MASTODON_TOKEN'] }),
}
