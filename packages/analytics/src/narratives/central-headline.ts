import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'

/** Fewer words that say something are a section of a paper, a name or an outcry. */
const leastWords = 3
/** A headline that is longer is the text of a post. */
const mostLetters = 160
/** Titles of lists, which tell of many things and so lie near every centre. */
const lists =
  /\b(?:round-?ups?|digests?|briefings?|headlines|megathread|(?:daily|weekly|open|discussion) (?:thread|discussion)|(?:[a-z]*news )?in brief|top stories|today in|this week in|links? (?:for|of)|live updates?)\b/iu
/** What stands between the parts of a list; the name of the site behind the last bar is none. */
const separators = /\s[|•·/»]\s|;\s/gu
const mostSeparators = 1

/** The first title, most central first, that is the headline of one story; null when none is. */
export function centralHeadline(titles: readonly string[]): string | null {
  return titles.find(isHeadline) ?? null
}

function isHeadline(title: string): boolean {
  if (title.length > mostLetters || lists.test(title)) return false
  if ((title.match(separators) ?? []).length > mostSeparators) return false
  return tokens(title).filter(isContextTerm).length >= leastWords
}
