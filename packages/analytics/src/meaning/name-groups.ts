import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'
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

/** A phrase says more than a word: chosen as in `choose-headline.ts`. */
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
  groups: readonly { terms: readonly GroupTerm[]; texts: readonly number[] }[],
  limit: number,
): GroupTerm[][] {
  const candidates = groups.map(({ terms, texts }) => {
    const distinct = distinctTerms(words, terms, maxCandidates)
    const nouns = findNouns(words, texts, distinct)
    // a term that is no noun is better than none
    return nouns.length < minNouns ? distinct : nouns
  })
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

/** Fewer nouns are no choice. */
const minNouns = 3
/** English words that stand before nouns, and those before verbs; what stands before a word of another language says nothing. */
const beforeNouns = new Set(
  'the a an of in on for with from by his her their its our my your this that these those new no any some all more about against into as'.split(
    ' ',
  ),
)
const beforeVerbs = new Set(
  'to will would can could should must may might not never i you we they he she who don t didn doesn won let please ll d'.split(
    ' ',
  ),
)
/** Where little is seen of a word, it is rather a noun: most terms are. */
const [nounPrior, priorWeight] = [0.6, 2]
const minNounShare = 0.5
const minSeenNouns = 2
/** Words that say when, are spoken to somebody, or belong to the page that a text stands on, are often typical and never a subject. */
const noSubject = new Set(
  'news daily latest post posted editor recap headline edition comment question answer response source link feedback subreddit thread page mod monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec tonight tomorrow yesterday morning afternoon ago recently currently hey hello thank please everyone anyone someone though maybe actually however'.split(
    ' ',
  ),
)

/** Words that measure, judge or compare, verbs of headlines, and the past of irregular verbs, say nothing alone, though they may be a part of a name (*Great Lakes, Labor Day*). */
const vagueAlone = new Set(
  'minute hour day week weekend month year night little small big large great bad real original usual common current actual possible able full whole single certain different several various similar specific main major important likely due couple came sent kept brought became began knew grew saw stood wrote slam unveil arrive persist accuse urge vow despite'.split(
    ' ',
  ),
)

/** The terms that are used as nouns in the texts: verbs, adverbs and words of time are typical of groups too, but name nothing (*vow, obviously, Wednesday*). */
function findNouns(words: TopicWords, texts: readonly number[], terms: readonly GroupTerm[]): GroupTerm[] {
  const uses = new Map<string, { noun: number; verb: number }>()
  for (const { term } of terms) for (const stem of words.stems[term] ?? []) uses.set(stem, { noun: 0, verb: 0 })
  const stems = new Map<string, string>()
  for (const text of texts) {
    const sequence = words.texts[text] ?? []
    for (let at = 1; at < sequence.length; at++) {
      const before = sequence[at - 1] ?? ''
      const isNoun = beforeNouns.has(before)
      if (!isNoun && !beforeVerbs.has(before)) continue
      const word = sequence[at] ?? ''
      const stem = stems.get(word) ?? lightStem(word)
      stems.set(word, stem)
      const use = uses.get(stem)
      if (use !== undefined) use[isNoun ? 'noun' : 'verb'] += 1
    }
  }
  const isNoun = (stem: string) => {
    const { noun, verb } = uses.get(stem) ?? { noun: 0, verb: 0 }
    return (noun + nounPrior * priorWeight) / (noun + verb + priorWeight) >= minNounShare
  }
  return terms.filter(({ term }) => {
    const parts = words.stems[term] ?? []
    if (!canNameSubject(parts)) return false
    // a phrase with a verb is a piece of a sentence ("carry Japanese", "review shows")
    if (parts.length > 1) return parts.every((stem) => isNoun(stem))
    const [stem = ''] = parts
    // what looks like a participle or an adverb needs to be seen as a noun: "the mining of", "in Italy", not "generated", "obviously"
    if (/(?:ed|ing|ly)$/u.test(stem) && (uses.get(stem)?.noun ?? 0) < minSeenNouns) return false
    return isNoun(stem)
  })
}

/** Whether words can name what texts are about: none says when, speaks to somebody or belongs to a page, none is a verb by its apostrophe (*I'll*), and not all are vague. */
export function canNameSubject(stems: readonly string[]): boolean {
  const isVague = stems.every((stem) => vagueAlone.has(stem))
  return !isVague && !stems.some(isOfPage)
}

function isOfPage(stem: string): boolean {
  return noSubject.has(stem) || /['’]/u.test(stem)
}

/** Whether a name can begin or end with a word: not with one that leads to a verb (*to, will, they*). */
export function canEndName(stem: string): boolean {
  return !beforeVerbs.has(stem) && !isOfPage(stem)
}

/** Candidates for a name. */
const namingCandidates = 24
/** Terms in a name at most, */
const maxNamingTerms = 3
/** the part of a group's texts that hold each after the first, */
const minHeldPart = 0.1
/** and the part that hold any: a name of less is that of a few texts. */
const minCovered = 0.35
/** What a term must add, where terms are chosen for how many texts they cover. */
const minAddedPart = 0.08
/** How much more frequent such a term must be in the group than in the topic: else it restates the topic. */
const minNamingLift = 2

/**
 * The terms that name a group, one to three: the strongest ones that a tenth of its texts hold. Where few texts hold any of them (what sets a group apart
 * most is often said by a few of its texts), the terms that together cover most of it instead. `covered` is the part of the texts with one of them: where
 * it stays small, there is no common subject to name.
 */
export function chooseNamingTerms(
  words: TopicWords,
  { strongest, all }: { strongest: readonly GroupTerm[]; all: readonly GroupTerm[] },
  texts: readonly number[],
): { terms: GroupTerm[]; covered: number } {
  const distinct = distinctTerms(words, all, namingCandidates)
  const nouns = findNouns(words, texts, distinct)
  const holders = new Map<number, Set<number>>([...strongest, ...nouns].map(({ term }) => [term, new Set()]))
  for (const text of texts) for (const term of words.terms[text] ?? []) holders.get(term)?.add(text)
  const heldBy = ({ term }: GroupTerm) => holders.get(term) ?? new Set<number>()
  const coverOf = (chosen: readonly GroupTerm[]) =>
    new Set(chosen.flatMap((term) => [...heldBy(term)])).size / texts.length
  const [first, ...others] = strongest
  const named =
    first === undefined
      ? []
      : [first, ...others.filter((term) => heldBy(term).size >= minHeldPart * texts.length)].slice(0, maxNamingTerms)
  if (coverOf(named) >= minCovered) return { terms: named, covered: coverOf(named) }
  const covering = coverMost(words, { candidates: nouns, heldBy, texts })
  const covered = coverOf(covering)
  return covered > coverOf(named) ? { terms: covering, covered } : { terms: named, covered: coverOf(named) }
}

/** Terms chosen one after the other for how many texts without those before hold them, times ln(share in the group / share in the topic) · content. */
function coverMost(
  words: TopicWords,
  {
    candidates,
    heldBy,
    texts,
  }: { candidates: readonly GroupTerm[]; heldBy: (term: GroupTerm) => ReadonlySet<number>; texts: readonly number[] },
): GroupTerm[] {
  const covered = new Set<number>()
  const chosen: GroupTerm[] = []
  const gainOf = (term: GroupTerm) => {
    const held = heldBy(term)
    const lift = held.size / texts.length / ((words.counts[term.term] ?? 1) / words.texts.length)
    let added = 0
    for (const text of held) if (!covered.has(text)) added++
    if (lift < minNamingLift || added < minAddedPart * texts.length) return 0
    return added * Math.log(lift) * (words.content[term.term] ?? 1)
  }
  while (chosen.length < maxNamingTerms) {
    const best = candidates
      .map((term) => ({ term, gain: gainOf(term) }))
      .toSorted((one, other) => other.gain - one.gain || one.term.term - other.term.term)[0]
    if (best === undefined || best.gain === 0) break
    chosen.push(best.term)
    for (const text of heldBy(best.term)) covered.add(text)
  }
  return chosen
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
          .replaceAll(/[\s_]+/gu, ' ')
          .replaceAll(' - ', '-')
        forms.set(form, (forms.get(form) ?? 0) + 1)
        if (!beginsSentence(text, start) && !isTitleCase(text)) inside.set(form, (inside.get(form) ?? 0) + 1)
        seen++
      }
    }
  }
  // COVID-19 is an abbreviation, whatever its number adds
  const isShouted = (form: string) =>
    form.replaceAll(/\P{L}/gu, '').length > 5 && form === form.toUpperCase() && form !== form.toLowerCase()
  const [best] = [...(inside.size > 0 ? inside : forms)].toSorted(
    ([a, n], [b, m]) => Number(isShouted(a)) - Number(isShouted(b)) || m - n || (a < b ? -1 : 1),
  )
  return best?.[0] ?? stems.join(' ')
}
