import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'

/** A title and who printed it. */
interface PrintedTitle {
  title: string
  outlet: string
}

/** A word is boilerplate of an outlet when so much of its titles hold it, */
const habitPart = 2 / 3
/** and so much of all titles that hold the word are its own. */
const ownedPart = 0.8
/** Fewer titles are no habit. */
const leastTitles = 5
/** What sites put between a heading and the headline. */
const separator = /\s[-–—|»:]\s/u

/**
 * The words that an outlet prints over most of its titles, whatever they tell, and nobody else does ("Worldnews in Brief"). None of an
 * outlet that holds more than half of the titles: its words are those of the topic. Folded words, by outlet.
 */
export function outletBoilerplate(titles: readonly PrintedTitle[]): ReadonlyMap<string, ReadonlySet<string>> {
  const everywhere = new Map<string, number>()
  const byOutlet = Map.groupBy(titles, ({ outlet }) => outlet)
  const words = new Map([...byOutlet].map(([outlet, own]) => [outlet, countWords(own)]))
  for (const counts of words.values())
    for (const [word, n] of counts) everywhere.set(word, (everywhere.get(word) ?? 0) + n)
  const found = new Map<string, ReadonlySet<string>>()
  for (const [outlet, { length }] of byOutlet) {
    if (length < leastTitles || length * 2 > titles.length) continue
    const own = [...(words.get(outlet) ?? [])].filter(
      ([word, n]) => n >= habitPart * length && n >= ownedPart * (everywhere.get(word) ?? n),
    )
    if (own.length > 0) found.set(outlet, new Set(own.map(([word]) => word)))
  }
  return found
}

/** A title without the parts before and behind the headline that are boilerplate alone. The title itself where nothing would be left. */
export function withoutBoilerplate(title: string, boilerplate: ReadonlySet<string> | undefined): string {
  if (boilerplate === undefined) return title
  const isBoilerplate = (part: string) => {
    const telling = tokens(part).filter(isContextTerm)
    return telling.every((word) => boilerplate.has(word))
  }
  let rest = title
  for (
    let cut = separator.exec(rest);
    cut !== null && isBoilerplate(rest.slice(0, cut.index));
    cut = separator.exec(rest)
  )
    rest = rest.slice(cut.index + cut[0].length)
  return rest.trim() === '' || isBoilerplate(rest) ? title : rest
}

function countWords(titles: readonly PrintedTitle[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { title } of titles)
    for (const word of new Set(tokens(title).filter(isContextTerm))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
