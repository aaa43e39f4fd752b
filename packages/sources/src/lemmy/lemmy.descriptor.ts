import type { SourceDescriptor } from '../source-descriptor.ts'
import { origin } from '../source-settings.ts'
import { lemmyDialect } from './lemmy.dialect.ts'
import { createLemmySource } from './lemmy.source.ts'

export const lemmy: SourceDescriptor = {
  key: 'lemmy',
  number: 11,
  kind: 'documents',
  label: 'Lemmy',
  licence: 'Posts belong to their authors; excerpts with a link, and what is deleted there is deleted here.',
  rate: 'One request a second; each instance has limits of its own.',
  homepage: 'https://join-lemmy.org/docs/contributors/04-api.html',
  reach: 'Posts and comments that one instance has, fresh to minutes.',
  setting: {
    name: 'LEMMY_URL',
    required: false,
    how: 'The address of an instance of your choice, such as your own; without it lemmy.world is asked.',
  },
  settings: {
    LEMMY_URL: origin('https://lemmy.world'),
  },
  dialect: lemmyDialect,
  create: ({ http, clock, settings }) => createLemmySource({ http, clock, baseUrl: settings['LEMMY_URL'] }),
}
