import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'
import { conceptOf } from './concepts.ts'

/** A word of an article: how often it occurs, with extra weight for the title, and whether it is a name. */
export interface ArticleWord {
  /** Its first spelling in the text, in lower case: the stem of "movies" is not a word. */
  written: string
  count: number
  isName: boolean
  inTitle: boolean
  /** It is capitalised in a title that does not capitalise every word: a name, or the first word. */
  isTitleName: boolean
  /** It is used as a place: after "in" or "near". */
  isPlace: boolean
}

/** Number of words of the body used: more would outweigh the title. */
const comparedWords = 120
const titleWeight = 2
/** Maximum number of countries to pair: a longer list does not mean that any two of them deal with each other. */
const maxPaired = 3
/** A date in a headline is its printing date, not its subject. May and March are also ordinary words. */
const datesOfNews: ReadonlySet<string> = new Set(
  'january february april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
)
const whereWords: ReadonlySet<string> = new Set(['in', 'near', 'at', 'off', 'outside', 'around', 'across'])

/**
 * The words of an article that can identify its story: stems without stop words, numbers of two or more digits, and the concepts of its news words,
 * so that "buys" and "acquires" match. A name is a capitalised word that does not begin a sentence; a headline That Capitalises Everything does not
 * show names.
 */
export function readArticleWords(title: string, lead: string | null): Map<string, ArticleWord> {
  const words = new Map<string, ArticleWord>()
  addWords(words, title, titleWeight, true)
  for (const pair of pairsOfCountries(words))
    add(words, pair, {
      written: pair,
      count: titleWeight,
      isName: false,
      inTitle: false,
      isTitleName: false,
      isPlace: false,
    })
  if (lead !== null) addWords(words, lead, 1, false)
  return words
}

/** All pairs of countries in a headline with few countries: who deals with whom is more specific than either name. */
function pairsOfCountries(words: ReadonlyMap<string, ArticleWord>): string[] {
  const countries = [...words.keys()].filter((word) => word.startsWith('@')).toSorted()
  if (countries.length > maxPaired) return []
  return countries.flatMap((one, at) => countries.slice(at + 1).map((other) => `${one}+${other}`))
}

function addWords(words: Map<string, ArticleWord>, text: string, weight: number, inTitle: boolean): void {
  const all = tokenize(text).slice(0, comparedWords)
  const tellsNames = all.some(
    ({ text: word, start }) => isStoryWord(word, inTitle) && /^\p{Ll}/u.test(text.slice(start, start + 2)),
  )
  let isWhere = false
  all.forEach(({ text: word, start }, at) => {
    // "in Red Sea": every capitalised word that follows
    const isPlace = isWhere && isCapital(text, start)
    isWhere = isPlace || whereWords.has(word)
    if (!isStoryWord(word, inTitle)) return
    const stem = lightStem(word)
    const isName = tellsNames && at > 0 && isCapital(text, start) && !beginsSentence(text, start)
    const isTitleName = inTitle && tellsNames && isCapital(text, start) && (at > 0 || conceptOf(stem) === null)
    const concept = conceptOf(stem)
    // a country is one term, whichever name it has
    if (!concept?.startsWith('@'))
      add(words, stem, { written: word, count: weight, isName, inTitle, isTitleName, isPlace })
    if (concept !== null)
      add(words, concept, {
        written: concept,
        count: weight,
        isName: false,
        inTitle: inTitle && concept.startsWith('@'),
        isTitleName: false,
        isPlace: concept.startsWith('@'),
      })
  })
}

function add(
  words: Map<string, ArticleWord>,
  word: string,
  { written, count, isName, inTitle, isTitleName, isPlace }: ArticleWord,
): void {
  const known = words.get(word)
  if (known === undefined) {
    words.set(word, { written, count, isName, inTitle, isTitleName, isPlace })
    return
  }
  known.count += count
  known.isName ||= isName
  known.inTitle ||= inTitle
  known.isTitleName ||= isTitleName
  known.isPlace ||= isPlace
}

function isStoryWord(word: string, inTitle: boolean): boolean {
  return (isContextTerm(word) && !(inTitle && datesOfNews.has(word))) || /^\d{2,}$/.test(word)
}

function isCapital(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 ? code >= 65 && code <= 90 : /^\p{Lu}/u.test(text.slice(at, at + 2))
}

/** A capital after a full stop does not indicate a name. */
function beginsSentence(text: string, at: number): boolean {
  return /[.!?:”"»]\s*["“«‘']?$/.test(text.slice(Math.max(0, at - 4), at))
}
