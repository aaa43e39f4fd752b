import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'

/** With fewer content words, a title is a section of a paper, a name or an exclamation. */
const minWords = 3
/** A longer headline is the text of a post. */
const maxLetters = 160
/** Titles of lists, which cover many things and so are close to every centre. */
const lists =
  /\b(?:round-?ups?|digests?|briefings?|headlines|megathread|(?:daily|weekly|open|discussion) (?:thread|discussion)|(?:[a-z]*news )?in brief|top stories|today in|this week in|links? (?:for|of)|live updates?)\b/iu
/** Separators between the parts of a list; the name of the site after the last bar is not a part. */
const separators = /\s[|•·/»]\s|;\s/gu
const maxSeparators = 1

/** The first title, ordered by centrality, that is the headline of one story; null when there is none. */
export function centralHeadline(titles: readonly string[]): string | null {
  return titles.find(isHeadline) ?? null
}

function isHeadline(title: string): boolean {
  if (title.length > maxLetters || lists.test(title)) return false
  if ((title.match(separators) ?? []).length > maxSeparators) return false
  return tokens(title).filter(isContextTerm).length >= minWords
}
