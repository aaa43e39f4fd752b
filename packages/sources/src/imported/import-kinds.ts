import type { DocumentKind } from '../source.types.ts'

/** The words for kinds that files use, and the kinds they map to. */
const kinds: ReadonlyMap<string, DocumentKind> = new Map<string, DocumentKind>([
  ['article', 'article'],
  ['news', 'article'],
  ['blog_post', 'article'],
  ['post', 'post'],
  ['forum_post', 'post'],
  ['social_post', 'post'],
  ['comment', 'comment'],
  ['forum_comment', 'comment'],
  ['review', 'comment'],
  ['question', 'question'],
  ['forum_question', 'question'],
  ['answer', 'answer'],
  ['forum_answer', 'answer'],
  ['video', 'video'],
  ['paper', 'paper'],
  ['trial', 'trial'],
  ['filing', 'filing'],
])

/** Returns the kind for a word of the import format; undefined when the word is not known. */
export function toDocumentKind(word: string): DocumentKind | undefined {
  return kinds.get(word) ?? kinds.get(word.trim().toLowerCase())
}

/** The words that `toDocumentKind` knows, for messages. */
export const kindWords: readonly string[] = [...kinds.keys()]
