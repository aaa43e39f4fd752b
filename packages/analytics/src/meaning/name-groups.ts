import { isContextTerm } from '../contexts/context-terms.ts'
import { headlineStyle, withoutAsides } from '../events/headline-style.ts'
import { withoutBoilerplate } from '../narratives/outlet-boilerplate.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import { readLength, type ReadableDocument } from './train-word-vectors.ts'
import type { TopicWords } from './topic-words.ts'
import { beginsSentence, isTitleCase } from '../wording/topic-spelling.ts'

/** A term that sets a group apart, by its number in the topic, and how strongly. */
export interface GroupTerm {
  term: number
  /** f · ln(share of the group's texts with it / share of all) · content, with f the number of the group's texts that have it. */
  evidence: number
  /** Its evidence without its content. */
  raw: number
  /** Its evidence, doubled for a phrase. */
  weight: number
}

/** A phrase says more than a word: chosen as in `central-headline.ts`. */
const phraseGain = 2
/** A term of fewer texts of a group is chance; of a small group two can be shown, but prove nothing. */
const minTexts = 3
const minTextsOfSmall = 2
const smallGroup = 15
/** and one of a smaller part of them does not speak for it. */
const minPart = 0.05
/** Terms that are not much more frequent in the group than elsewhere do not set it apart. */
const minLift = 1.5

/**
 * The terms that set each group apart, strongest first: f · ln(share in the group / share in the topic), phrases doubled. `members` are the texts of
 * each group by number, `ofSmall` the texts that a term needs in a group of fewer than 15.
 */
export function groupTerms(
  words: TopicWords,
  members: readonly (readonly number[])[],
  { ofSmall = minTextsOfSmall }: { ofSmall?: number } = {},
): GroupTerm[][] {
  const total = words.texts.length
  return members.map((group) => {
    const counts = new Map<number, number>()
    for (const text of group)
      for (const term of new Set(words.terms[text])) counts.set(term, (counts.get(term) ?? 0) + 1)
    const needed = group.length < smallGroup ? ofSmall : Math.max(minTexts, minPart * group.length)
    const found: GroupTerm[] = []
    for (const [term, count] of counts) {
      if (count < needed) continue
      const lift = count / group.length / ((words.counts[term] ?? count) / total)
      const isPhrase = (words.stems[term]?.length ?? 0) > 1
      if (lift < minLift) continue
      const raw = count * Math.log(lift)
      const evidence = raw * (words.content[term] ?? 1)
      found.push({ term, raw, evidence, weight: evidence * (isPhrase ? phraseGain : 1) })
    }
    return found.toSorted((a, b) => b.weight - a.weight || a.term - b.term)
  })
}

/** Words with less content explain nothing, however typical they are (*someone, went, wanted*). */
const minContent = 0.5

/** The first terms that say something and share no stem with each other. */
export function distinctTerms(words: TopicWords, terms: readonly GroupTerm[], limit: number): GroupTerm[] {
  const used: string[] = []
  const chosen: GroupTerm[] = []
  for (const term of terms) {
    const stems = words.stems[term.term] ?? []
    if (chosen.length === limit) break
    // a number alone says nothing, and one before a word belongs to what is before it ("covid-19 recap")
    if (/^\d+$/.test(stems[0] ?? '') || (words.content[term.term] ?? 1) < minContent) continue
    if (stems.some((stem) => used.some((other) => isOneWord(stem, other)))) continue
    used.push(...stems)
    chosen.push(term)
  }
  return chosen
}

/** Whether two stems are forms of one word (*accept, accepting; America, American*), by their beginning. */
export function isOneWord(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  let common = 0
  while (common < shorter && one[common] === other[common]) common++
  return common >= 5 && common >= 0.65 * Math.max(one.length, other.length)
}

const substanceTerms = 10
const contentTerms = 15

/**
 * What a group says that the topic does not. `substance`: the sum over its ten strongest terms of share · ln(share in the group / share in the topic) ·
 * content; talk ("friend, ago, guy") has less than .8, a subject 1 to 6. `content`: the mean content of the words that set it apart, by their weight before
 * content counts; talk has .55 to .78, a subject .8 to 1.
 */
export function subjectOf(words: TopicWords, group: readonly number[]): { substance: number; content: number } {
  const [terms = []] = groupTerms(words, [group], { ofSmall: minTexts })
  const strongest = distinctTerms(words, terms, substanceTerms)
  const single = terms
    .filter(({ term }) => words.stems[term]?.length === 1)
    .map(({ term, raw }) => ({ raw, content: words.content[term] ?? 1 }))
    .toSorted((a, b) => b.raw - a.raw)
    .slice(0, contentTerms)
  const total = single.reduce((sum, { raw }) => sum + raw, 0)
  return {
    substance: strongest.reduce((sum, { evidence }) => sum + evidence, 0) / group.length,
    content: total === 0 ? 0 : single.reduce((sum, { raw, content }) => sum + raw * content, 0) / total,
  }
}

/** Candidates for the terms of a group. */
const maxCandidates = 14
/** Part of a term's rank that does not depend on the terms chosen before it. */
const aloneRank = 0.2

/**
 * The terms shown for each group: the strongest, then always the one that is strong and occurs with those chosen before (its mean normalised PMI with them
 * in the topic), so that together they speak of one thing.
 */
export function chooseTerms(
  words: TopicWords,
  groups: readonly (readonly GroupTerm[])[],
  limit: number,
): GroupTerm[][] {
  const candidates = groups.map((terms) => distinctTerms(words, terms, maxCandidates))
  const holders = new Map<number, Set<number>>(candidates.flat().map(({ term }) => [term, new Set()]))
  words.terms.forEach((terms, text) => {
    for (const term of terms) holders.get(term)?.add(text)
  })
  const together = (one: GroupTerm, other: GroupTerm) =>
    Math.max(0, npmi(holders.get(one.term) ?? new Set(), holders.get(other.term) ?? new Set(), words.texts.length))
  return candidates.map((terms) => {
    const rest = [...terms]
    const chosen = rest.splice(0, 1)
    while (chosen.length < limit && rest.length > 0) {
      const ranks = rest.map((term) => {
        const likeness = chosen.reduce((sum, other) => sum + together(term, other), 0) / chosen.length
        return Math.sqrt(term.weight) * (aloneRank + likeness)
      })
      chosen.push(...rest.splice(ranks.indexOf(Math.max(...ranks)), 1))
    }
    return chosen
  })
}

/** Normalised PMI of two terms by the texts that hold them: Bouma (2009), in [-1, 1]. */
function npmi(one: ReadonlySet<number>, other: ReadonlySet<number>, texts: number): number {
  let both = 0
  for (const text of one) if (other.has(text)) both++
  if (both === 0) return -1
  return both === texts ? 1 : Math.log((both * texts) / (one.size * other.size)) / -Math.log(both / texts)
}

/** Occurrences that are looked at to know how a term is written. */
const maxForms = 30

/**
 * How most of the texts write a term: "North Korean", "NSA", "gun control". Those inside a sentence decide where there are any: a capital elsewhere may be
 * of the headline.
 */
export function writtenForm(stems: readonly string[], documents: readonly ReadableDocument[]): string {
  const [forms, inside] = [new Map<string, number>(), new Map<string, number>()]
  let seen = 0
  for (const { title, body } of documents) {
    if (seen >= maxForms) break
    for (const text of [title, (body ?? '').slice(0, readLength)]) {
      // a quick look first; the stem of a plural may end otherwise, and an accent hides a word from it
      if (!text.toLowerCase().includes(stems[0]?.slice(0, 3) ?? '')) continue
      const words = tokenize(text)
      for (let at = 0; at + stems.length <= words.length; at++) {
        if (!stems.every((stem, offset) => lightStem(words[at + offset]?.text ?? '') === stem)) continue
        const start = words[at]?.start ?? 0
        const form = text
          .slice(start, words[at + stems.length - 1]?.end)
          .replaceAll(/\s+/gu, ' ')
          .replaceAll(' - ', '-')
        forms.set(form, (forms.get(form) ?? 0) + 1)
        if (!beginsSentence(text, start) && !isTitleCase(text)) inside.set(form, (inside.get(form) ?? 0) + 1)
        seen++
      }
    }
  }
  const isShouted = (form: string) => form.length > 5 && form === form.toUpperCase() && form !== form.toLowerCase()
  const [best] = [...(inside.size > 0 ? inside : forms)].toSorted(
    ([a, n], [b, m]) => Number(isShouted(a)) - Number(isShouted(b)) || m - n || (a < b ? -1 : 1),
  )
  return best?.[0] ?? stems.join(' ')
}

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
/** Terms that a name should have. */
const namingTerms = 8

/** A headline that could name a group. */
export interface NameCandidate {
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
export function chooseName(
  candidates: readonly NameCandidate[],
  {
    words,
    terms,
    taken,
    isKnown,
  }: {
    words: TopicWords
    terms: readonly GroupTerm[]
    taken: readonly ReadonlySet<string>[]
    /** Whether the library knows a folded word: a headline in another language than the library's is a poor name. */
    isKnown: (word: string) => boolean
  },
): { text: number; name: string; stems: ReadonlySet<string>; said: number } | null {
  const naming = new Map(terms.slice(0, namingTerms).map(({ term, weight }) => [term, weight]))
  const total = [...naming.values()].reduce((sum, weight) => sum + weight, 0)
  let best: { text: number; name: string; stems: ReadonlySet<string>; score: number; said: number } | null = null
  for (const { text, likeness, isForeign, headline: name } of candidates) {
    const content = tokens(name).filter(isContextTerm)
    const stems = new Set(content.map(lightStem))
    if (name.length > maxLetters || stems.size < minContentWords) continue
    if (taken.some((other) => isLike(other, stems, words.own))) continue
    let said = 0
    const inTitle = new Set(stems)
    for (const [term, weight] of naming)
      if ((words.stems[term] ?? []).every((stem) => inTitle.has(stem))) said += weight
    // squared: a question or a first person is a name only where all else is far from the centre
    const style = (headlineStyle(name) * (speaksToReader.test(name) ? 0.75 : 1)) ** 2
    const known = content.filter(isKnown).length / content.length
    const score =
      style *
      (isForeign || known < minKnown ? foreignStyle : 1) *
      ((1 - termPart) * likeness + termPart * Math.sqrt(total === 0 ? 0 : said / total))
    if (best === null || score > best.score) best = { text, name, stems, score, said: total === 0 ? 0 : said / total }
  }
  return best
}

function isLike(one: ReadonlySet<string>, other: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  const [few, many] = [one, other].map((stems) => new Set([...stems].filter((stem) => !own.has(stem))))
  if (few === undefined || many === undefined || few.size === 0 || many.size === 0) return false
  return [...few].filter((stem) => many.has(stem)).length >= 0.5 * Math.min(few.size, many.size)
}
