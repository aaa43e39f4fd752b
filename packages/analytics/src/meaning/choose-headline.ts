import { isContextTerm } from '../contexts/context-terms.ts'
import { headlineStyle, withoutAsides } from '../events/headline-style.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { withoutBoilerplate } from '../narratives/outlet-boilerplate.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import type { GroupTerm } from './name-groups.ts'
import type { TopicWords } from './topic-words.ts'

/** What stands before or after a headline and says where it is from or of which kind it is. */
const kickers =
  /^(?:(?:the latest|latest|breaking(?: news)?|update(?: \d+)?(?:-[a-z\d]+)?|updated|opinion|editorial|op-ed|column|commentary|analysis|exclusive|watch|video|photos?|gallery|letters?(?: to the editor)?|feature|interview|review|podcast|news|press release|just in|ask hn|show hn|til|psa|eli5|ama|iama|(?:ama|iama) request|request)\b(?: that)?\s*[:|–—-]\s*|(?:til|psa)\b(?: that)?\s+)/iu
const siteName = /\s+[|»–—-]\s+[^|»–—]{2,40}$/u
const siteWords =
  /\b(?:news|times|post|herald|journal|tribune|gazette|press|chronicle|star|sun|globe|guardian|reuters|ap|bbc|cnn|abc|nbc|cbs|npr|wire|today|daily|weekly|online|blog|magazine|\w+\.(?:com|net|org|co))\b/iu

/** A headline without what stands around it: "The Latest:", "[video]", " | Seattle Times", and the `boilerplate` of its outlet at its ends. */
export function bareHeadline(title: string, boilerplate?: ReadonlySet<string>): string {
  let text = withoutAsides(withoutBoilerplate(title, boilerplate)).replaceAll(/\s+/gu, ' ').trim()
  if (boilerplate !== undefined) {
    const last = tokenize(text).findLast((word) => !boilerplate.has(word.text))
    if (last !== undefined) text = text.slice(0, last.end) + (/^[.!?]/u.exec(text.slice(last.end))?.[0] ?? '')
  }
  for (let kicker = kickers.exec(text); kicker !== null; kicker = kickers.exec(text))
    text = text.slice(kicker[0].length)
  const site = siteName.exec(text)
  if (site !== null && (/\s[|»]\s/u.test(site[0]) || siteWords.test(site[0]))) text = text.slice(0, site.index)
  text = text.trim()
  return text === '' ? title : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** A request, a question or advice: it says what somebody wants from the reader, not what happened. English only. */
const speaksToReader =
  /^(?:please|help|looking|need|needs|wanted|anyone|any|what|how|why|who|where|when|which|is|are|was|do|does|did|can|could|should|would|will|so|just|thanks|hey|hi|hello|dear|guys|reminder|questions?|suggestions?|thoughts|advice|best|top|\d+)\b|\?|(?<![\p{L}\p{N}])(?:you|your|you['’]re|lol|wtf|omg)(?![\p{L}\p{N}])/iu

/** A longer headline is the text of a post. */
const maxLetters = 140
const minContentWords = 3
/** Part of a name's score for what it says of the group's terms; the rest is how near to the centre it is. */
const termPart = 0.5
/** A headline of which the library knows a smaller part of the words is in another language or full of rare names. */
const minKnown = 0.6
const foreignStyle = 0.6
/** Terms that a headline should have, */
const namingTerms = 8
/** and the part of their weight without which it does not speak for the group. */
const minSaid = 0.25

/** Several headlines in one line. */
const isRoundup = /;[^;]*;/u
/** A word of a headline is shared when this part of the group's texts have it; a rare name or detail belongs to one text. */
const minSharedPart = 0.04
/** What a headline keeps of its score whose words are all its own. */
const ownPart = 0.4

/** In how many texts of a group each stem is. */
function countStems({ terms, stems }: TopicWords, texts: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const stem of new Set((terms[text] ?? []).flatMap((term) => stems[term] ?? [])))
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return counts
}

/** A headline that could stand for a group. */
export interface HeadlineCandidate {
  /** The number of its text. */
  text: number
  /** Cosine to the centre of the group. */
  likeness: number
  /** Its headline without what stands around it. */
  headline: string
  /** Whether it is in another language than most of the topic. */
  isForeign: boolean
}

/**
 * The headline that says most for a group: near its centre, with the terms that set it apart, whole, no question and not about its author. Null where no
 * candidate is a headline. `taken` are the stems of names of other groups: a name that shares half of its words with one of them is not chosen.
 */
export function chooseHeadline(
  candidates: readonly HeadlineCandidate[],
  {
    words,
    terms,
    texts,
    taken,
    isKnown,
  }: {
    words: TopicWords
    terms: readonly GroupTerm[]
    /** The texts of the group. */
    texts: readonly number[]
    taken: readonly ReadonlySet<string>[]
    /** Whether the library knows a folded word: a headline in another language than the library's is a poor name. */
    isKnown: (word: string) => boolean
  },
): { text: number; name: string; stems: ReadonlySet<string> } | null {
  const naming = new Map(terms.slice(0, namingTerms).map(({ term, weight }) => [term, weight]))
  const total = [...naming.values()].reduce((sum, weight) => sum + weight, 0)
  const holders = countStems(words, texts)
  const minHolders = Math.max(2, minSharedPart * texts.length)
  let best: { text: number; name: string; stems: ReadonlySet<string>; score: number } | null = null
  for (const { text, likeness, isForeign, headline: name } of candidates) {
    const content = tokens(name).filter(isContextTerm)
    const stems = new Set(content.map(lightStem))
    if (name.length > maxLetters || stems.size < minContentWords || isRoundup.test(name)) continue
    if (taken.some((other) => isLike(other, stems, words.own))) continue
    let said = 0
    const inTitle = new Set(stems)
    for (const [term, weight] of naming)
      if ((words.stems[term] ?? []).every((stem) => inTitle.has(stem))) said += weight
    if (total > 0 && said < minSaid * total) continue
    // squared: a question or a first person is a name only where all else is far from the centre
    const style = (headlineStyle(name) * (speaksToReader.test(name) ? 0.75 : 1)) ** 2
    const known = content.filter(isKnown).length / content.length
    const shared = [...stems].filter((stem) => words.own.has(stem) || (holders.get(stem) ?? 0) >= minHolders).length
    const score =
      style *
      (isForeign || known < minKnown ? foreignStyle : 1) *
      (ownPart + (1 - ownPart) * (shared / stems.size)) *
      ((1 - termPart) * likeness + termPart * Math.sqrt(total === 0 ? 0 : said / total))
    if (best === null || score > best.score) best = { text, name, stems, score }
  }
  return best
}

function isLike(one: ReadonlySet<string>, other: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  const [few, many] = [one, other].map((stems) => new Set([...stems].filter((stem) => !own.has(stem))))
  if (few === undefined || many === undefined || few.size === 0 || many.size === 0) return false
  return [...few].filter((stem) => many.has(stem)).length >= 0.5 * Math.min(few.size, many.size)
}

/** With fewer content words, a title is a section of a paper, a name or an exclamation. */
const minCentralWords = 3
/** A longer headline is the text of a post. */
const maxCentralLetters = 160
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
  if (title.length > maxCentralLetters || lists.test(title)) return false
  if ((title.match(separators) ?? []).length > maxSeparators) return false
  return tokens(title).filter(isContextTerm).length >= minCentralWords
}
