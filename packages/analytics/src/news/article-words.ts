import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'
import { conceptOf } from './concepts.ts'

/** A word of an article: how often it is said, with the title counted more, and whether it is a name. */
export interface ArticleWord {
  /** As it is written where it stands first, in small letters: the stem of "movies" is no word. */
  written: string
  count: number
  isName: boolean
  inTitle: boolean
  /** It has a capital in a title that does not write every word with one: a name, or the first word. */
  isTitleName: boolean
  /** It is said as where something is: after "in" or "near". */
  isPlace: boolean
}

/** More of a body would drown the title. */
const comparedWords = 120
const titleWeight = 2
/** A list of countries is no deal between any two of them. */
const mostPaired = 3
/** A date in a headline says when it was printed, not what it tells. May and March are words as well. */
const datesOfNews: ReadonlySet<string> = new Set(
  'january february april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
)
const whereWords: ReadonlySet<string> = new Set(['in', 'near', 'at', 'off', 'outside', 'around', 'across'])

/**
 * The words of an article that can tell its story: stems without stop words, numbers of two digits and more, and the concepts that words of
 * news stand for, so that "buys" and "acquires" meet. A name is a word with a capital where the sentence does not begin; in a headline
 * That Capitalises Everything nobody can tell.
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

/** Of a headline with few countries each two: who deals with whom tells more than that either is named. */
function pairsOfCountries(words: ReadonlyMap<string, ArticleWord>): string[] {
  const countries = [...words.keys()].filter((word) => word.startsWith('@')).toSorted()
  if (countries.length > mostPaired) return []
  return countries.flatMap((one, at) => countries.slice(at + 1).map((other) => `${one}+${other}`))
}

function addWords(words: Map<string, ArticleWord>, text: string, weight: number, inTitle: boolean): void {
  const all = tokenize(text).slice(0, comparedWords)
  const tellsNames = all.some(
    ({ text: word, start }) => isStoryWord(word, inTitle) && /^\p{Ll}/u.test(text.slice(start, start + 2)),
  )
  let isWhere = false
  all.forEach(({ text: word, start }, at) => {
    // "in Red Sea": every capital of what follows
    const isPlace = isWhere && isCapital(text, start)
    isWhere = isPlace || whereWords.has(word)
    if (!isStoryWord(word, inTitle)) return
    const stem = lightStem(word)
    const isName = tellsNames && at > 0 && isCapital(text, start) && !beginsSentence(text, start)
    const isTitleName = inTitle && tellsNames && isCapital(text, start) && (at > 0 || conceptOf(stem) === null)
    const concept = conceptOf(stem)
    // a country is one term, whatever it is called
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

/** A capital after a full stop says nothing. */
function beginsSentence(text: string, at: number): boolean {
  return /[.!?:”"»]\s*["“«‘']?$/.test(text.slice(Math.max(0, at - 4), at))
}
