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

/** A word is a label when at least this part of the titles with it have it in one, */
const labelPart = 2 / 3
/** in at least this many titles; */
const minLabelled = 3
/** and one that stands before headlines is of one outlet in at least this part of them: others name who speaks or what it is about ("Elon Musk: …"). */
const leadingPart = 0.8
/** The beginning of a title up to a colon or a dash, and its end from a dash or a bar. */
const leading = /^(?:.{1,40}?\s[-–—|]\s|.{1,40}?:\s)+/u
const trailing = /\s[-–—|»]\s[^-–—|»]{2,40}$/u

/**
 * The words that stand mostly in labels around headlines and not in them: sections, series and names of sites ("Worldnews in Brief - …", "… - News").
 * Folded.
 */
export function findLabelWords(titles: readonly PrintedTitle[]): ReadonlySet<string> {
  const found = new Map<string, { all: number; before: number; after: number; outlets: Map<string, number> }>()
  for (const { title, outlet } of new Map(titles.map((one) => [one.title, one])).values()) {
    const before = new Set(tokens(leading.exec(title)?.[0] ?? ''))
    const after = new Set(tokens(trailing.exec(title)?.[0] ?? ''))
    for (const word of new Set(tokens(title))) {
      const counts = found.get(word) ?? { all: 0, before: 0, after: 0, outlets: new Map<string, number>() }
      found.set(word, counts)
      counts.all++
      if (after.has(word)) counts.after++
      else if (before.has(word)) {
        counts.before++
        counts.outlets.set(outlet, (counts.outlets.get(outlet) ?? 0) + 1)
      }
    }
  }
  const isLabel = ({
    all,
    before,
    after,
    outlets,
  }: {
    all: number
    before: number
    after: number
    outlets: Map<string, number>
  }) => {
    const ofOne = Math.max(0, ...outlets.values())
    const labelled = after + (ofOne >= leadingPart * before ? before : 0)
    return labelled >= minLabelled && labelled >= labelPart * all
  }
  return new Set([...found].flatMap(([word, counts]) => (isLabel(counts) ? [word] : [])))
}
