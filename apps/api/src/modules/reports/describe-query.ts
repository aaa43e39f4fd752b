import {
  type DescribableQuery,
  describeQuery as describe,
  describeQueryParts as describeParts,
  type QueryDescription,
  spellTopic,
  type WordReader,
} from '@auspex/analytics'
import type { QueryEcho } from '@auspex/sdk/types'
import { sourceLabel } from '@auspex/sources'

/** What was counted, with the names of this server's sources: "bitcoin from China". */
export function describeQuery(query: DescribableQuery): string {
  return describe(query, sourceLabel)
}

/** The same, in parts that sentences put in different places. */
export function describeQueryParts(query: DescribableQuery): QueryDescription {
  return describeParts(query, sourceLabel)
}

/** A query named as the texts about it write its topic. */
export interface SpelledQuery {
  /** With the title that screens show; what was typed stays in its terms. */
  echo: QueryEcho
  /** The topic inside a sentence: with the article that the texts give it. */
  topic: string
}

/** `words` are those that the library knows; null where that is unknown. */
export function spellQuery(typed: QueryEcho, texts: readonly string[], words: WordReader | null = null): SpelledQuery {
  const { query_term: term, x_term: x, y_term: y, isCompound } = typed
  const topic =
    x === null || y === null
      ? spellTopic(term ?? typed.title, texts, words)
      : `${spellTopic(x, texts, words)} ${isCompound ? 'and' : 'or'} ${spellTopic(y, texts, words)}`
  return { echo: entitle(typed, topic.replace(/^the (?=\p{Lu})/u, '')), topic }
}

/** The query with another title. */
export function entitle(query: QueryEcho, title: string): QueryEcho {
  return { ...query, title, subject: describeQuery({ ...query, title }).slice(0, maxSubjectLength) }
}

/** Maximum length of the subject in words; the same as for a title. */
export const maxSubjectLength = 600
