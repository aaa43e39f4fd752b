import { wordsAndPhrases } from '../query/common-syntax.ts'
import type { Dialect } from '../query/dialect.types.ts'

/** The syntax of full-text search, which an instance offers only to its members. */
export const mastodonDialect: Dialect = {
  key: 'mastodon',
  name: 'Mastodon',
  ...wordsAndPhrases,
  not: (part) => `-${part}`,
  fields: { lang: ({ value }) => `language:${value}` },
  maxLength: 400,
  maxRequests: 4,
}

/** The syntax of hashtag timelines, which are public: `#heatpump #grant -#oil`, one timeline each. */
export const mastodonTagDialect: Dialect = {
  ...mastodonDialect,
  phrase: (words) => words.replaceAll(/[^\p{L}\p{N}\p{M}_]/gu, ''),
  fields: {},
}
