import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** What full-text search takes, which an instance gives to its members only. */
export const mastodonDialect: Dialect = {
  key: 'mastodon',
  name: 'Mastodon',
  ...wordsAndPhrases,
  not: (part) => `-${part}`,
  fields: { lang: ({ value }) => `language:${value}` },
  maxLength: 400,
  maxRequests: 4,
}

/** What the timelines of hashtags take, which are open to everybody: `#heatpump #grant -#oil`, one timeline each. */
export const mastodonTagDialect: Dialect = {
  ...mastodonDialect,
  phrase: (words) => words.replaceAll(/[^\p{L}\p{N}\p{M}_]/gu, ''),
  fields: {},
}
