import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'

/** A word is boilerplate of an outlet when at least this share of its titles contain it, */
const habitPart = 2 / 3

/** and at least this share of all titles with the word are its own. */
const ownedPart = 0.8

/** With fewer titles, no pattern can be recognised. */
const minTitles = 5

/** Separators that sites put between a heading and the headline. */
const separator = /\s[-–—|»:]\s/u

/** A title and the outlet that printed it. */
interface PrintedTitle {
  title: string
  outlet: string
}

/**
 * The words that an outlet prints in most of its titles, whatever their subject, and no other outlet does ("Worldnews in Brief"). Empty for an outlet
 * with more than half of the titles: its words are those of the topic. Folded words, by outlet.
 */
export function outletBoilerplate(titles: readonly PrintedTitle[]): ReadonlyMap<string, ReadonlySet<string>> {
  const everywhere = new Map<string, number>()
  const byOutlet = Map.groupBy(titles, ({ outlet }) => outlet)
  const isCandidate = ({ length }: { length: number }) => length >= minTitles && length * 2 <= titles.length
  // reading all words takes long, and most topics have no such outlet
  if (![...byOutlet.values()].some(isCandidate)) return new Map()
  const words = new Map([...byOutlet].map(([outlet, outletTitles]) => [outlet, countWords(outletTitles)]))
  for (const counts of words.values())
    for (const [word, n] of counts) everywhere.set(word, (everywhere.get(word) ?? 0) + n)
  const found = new Map<string, ReadonlySet<string>>()
  for (const [outlet, printed] of byOutlet) {
    if (!isCandidate(printed)) continue
    const { length } = printed
    const habitualWords = [...(words.get(outlet) ?? [])].filter(
      ([word, n]) => n >= habitPart * length && n >= ownedPart * (everywhere.get(word) ?? n),
    )
    if (habitualWords.length > 0) found.set(outlet, new Set(habitualWords.map(([word]) => word)))
  }
  return found
}

/** A title without leading and trailing parts that consist only of boilerplate. The title itself where nothing would remain. */
export function withoutBoilerplate(title: string, boilerplate: ReadonlySet<string> | undefined): string {
  if (boilerplate === undefined) return title
  const isBoilerplate = (part: string) => {
    const contentWords = tokens(part).filter(isContextTerm)
    return contentWords.every((word) => boilerplate.has(word))
  }
  let rest = title
  for (
    let separatorMatch = separator.exec(rest);
    separatorMatch !== null && isBoilerplate(rest.slice(0, separatorMatch.index));
    separatorMatch = separator.exec(rest)
  )
    rest = rest.slice(separatorMatch.index + separatorMatch[0].length)
  return rest.trim() === '' || isBoilerplate(rest) ? title : rest
}

function countWords(titles: readonly PrintedTitle[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { title } of titles)
    for (const word of new Set(tokens(title).filter(isContextTerm))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
