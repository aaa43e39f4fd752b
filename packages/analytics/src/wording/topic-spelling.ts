import type { WordReader } from '../meaning/word-vectors.ts'

/** With fewer occurrences, or a smaller part of them, no spelling is usual. */
const minOccurrences = 3
const minShare = 0.6
/** Headlines leave articles out, so that fewer of the texts have one. */
const minArticleShare = 0.5
const minArticleShareOfNouns = 0.3
/** Above this part of capitals, a text is a headline in title case, which says nothing about the spelling of a word. */
const maxCapitals = 0.5
const plainWords = /^[\p{L}\p{N}'’-]+(?:\s+[\p{L}\p{N}'’-]+)*$/u
const operators = /\b(?:AND|OR|NOT|NEAR)\b/u
/** Documents may write one word of what is typed as two, or join them: "Node.js". */
const separator = String.raw`(?:\s+|[.-](?=\p{L}))`
const longWord = /[\p{L}\p{N}]{4,}/gu

/**
 * A topic as the texts about it write it inside a sentence: `SOPA`, `iPhone`, `Steve Jobs`, `salmon`, `the Supreme Court`; as typed where they do not
 * agree, or where the query has operators.
 */
export function spellTopic(
  typed: string,
  texts: readonly string[],
  reader: Pick<WordReader, 'isKnown'> | null = null,
): string {
  const unquoted = typed.replaceAll('"', '').trim()
  if (!plainWords.test(unquoted) || operators.test(typed)) return typed
  const words = unquoted.split(/\s+/u)
  const mentions = findMentions(words, texts)
  const { inSentences } = mentions
  if (inSentences.length < minOccurrences) {
    // a word that the library hardly knows is a name where headlines alone have it
    const isRare = reader !== null && words.some((word) => !reader.isKnown(word.toLowerCase()))
    const name = nameOf(mentions, isRare)
    if (name !== null) return name
  }
  if (inSentences.length === 0) return typed
  const written = spellWords(words, inSentences)
  const usage = countUsage(inSentences)
  return (
    pluralOfThings(written, { usage, texts, isPhrase: words.length > 1 }) ??
    peopleOf(written, { usage, texts }) ??
    withArticle(written, usage) ??
    oftenPlural(written, { texts, total: inSentences.length }) ??
    written
  )
}

/** The topic where one text has it inside a sentence. */
interface Mention {
  /** All of it as written, and its words, with the signs between them. */
  whole: string
  words: readonly string[]
  joints: string
  /** The word before it; empty where there is none. */
  before: string
  /** Whether it stands for itself: before a noun the article is that noun's, "the Kony video". */
  isWhole: boolean
  isBeforeName: boolean
  /** Whether it is a part of a name: "American Airlines" does not say how airlines are written. */
  isOfName: boolean
}

/** Where texts have the topic: inside sentences, in headlines in title case, and at the beginning of sentences. */
interface Mentions {
  inSentences: readonly Mention[]
  inHeadlines: readonly string[]
  atBegins: readonly string[]
}

function findMentions(words: readonly string[], texts: readonly string[]): Mentions {
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}./@#_])${words.map((word) => `(${word})`).join(`(${separator})`)}(?![\p{L}\p{N}/@_]|\.\p{L})`,
    'giu',
  )
  const [inSentences, inHeadlines, atBegins]: [Mention[], string[], string[]] = [[], [], []]
  const surroundings = new Set<string>()
  for (const text of texts) {
    const matches = [...text.matchAll(pattern)]
    // where every word has a capital, the first of the text says as much as the others
    const isHeadline = isTitleCase(text.replace(pattern, ''))
    const match = isHeadline ? matches[0] : matches.find(({ index }) => !beginsSentence(text, index))
    if (match === undefined) {
      if (matches[0] !== undefined) atBegins.push(onOneLine(matches[0][0]))
      continue
    }
    // versions of one text are one opinion on the spelling
    const around = text.slice(Math.max(0, match.index - maxWordBefore), match.index + match[0].length)
    if (surroundings.has(around)) continue
    if (isHeadline) {
      inHeadlines.push(onOneLine(match[0]))
      continue
    }
    surroundings.add(around)
    inSentences.push(readMention(text, match))
  }
  return { inSentences, inHeadlines, atBegins }
}

function readMention(text: string, match: RegExpExecArray): Mention {
  const [whole, ...groups] = match
  const [, before = ''] = wordBefore.exec(text.slice(Math.max(0, match.index - maxWordBefore), match.index)) ?? []
  const after = text.slice(match.index + whole.length)
  const isBeforeName = beginsName.test(after)
  return {
    whole: onOneLine(whole),
    words: groups.filter((_, at) => at % 2 === 0),
    joints: groups
      .filter((_, at) => at % 2 === 1)
      .map(onOneLine)
      .join(''),
    before,
    isWhole: endsName.test(after),
    isBeforeName,
    isOfName: isBeforeName || isNameBefore(text, match.index),
  }
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ')
}

/** Each word as most of the texts spell it, with the sign that most of them have between two. */
function spellWords(words: readonly string[], mentions: readonly Mention[]): string {
  const alone = mentions.filter(({ isOfName }) => !isOfName)
  const shown = alone.length >= minOccurrences ? alone : mentions
  const joints = usualSpelling(mentions.map((mention) => mention.joints)) ?? ''
  return words
    .map((word, at) => {
      const joint = at === 0 ? '' : (joints[at - 1] ?? ' ')
      return `${joint}${usualSpelling(shown.map((mention) => mention.words[at] ?? '')) ?? word}`
    })
    .join('')
}

/** How many sentences have what before the topic, where it stands for itself. */
interface Usage {
  sentences: number
  /** "a" or "an". */
  single: number
  /** "a", "my", "this". */
  determined: number
  the: number
  /** No article, and nothing that stands where one would. */
  none: number
  /** A word after which a noun of things would have an article. */
  bare: number
  /** Sentences that have another name after it. */
  beforeName: number
}

function countUsage(mentions: readonly Mention[]): Usage {
  const before = mentions.filter(({ isWhole }) => isWhole).map((mention) => mention.before)
  const countOf = (words: RegExp) => before.filter((word) => words.test(word)).length
  return {
    sentences: mentions.length,
    single: countOf(/^an?$/iu),
    determined: countOf(ofOne),
    the: countOf(/^the$/iu),
    none: before.filter((word) => !/^the$/iu.test(word) && !ofOne.test(word) && !takesArticlePlace.test(word)).length,
    bare: countOf(beforeStuff),
    beforeName: mentions.filter(({ isBeforeName }) => isBeforeName).length,
  }
}

/** The plural of what can be counted: "meteors"; null for a stuff, for one thing that all know, and where nobody writes it. */
function pluralOfThings(
  written: string,
  { usage, texts, isPhrase }: { usage: Usage; texts: readonly string[]; isPhrase: boolean },
): string | null {
  const { single, determined, the, bare } = usage
  const isOneOfMany = single >= Math.max(isPhrase ? 1 : minSingle, the / maxTimesDefinite)
  const isStuff = bare > maxBareShare * (determined + the + bare)
  if (!isOneOfMany || isStuff || !canBeCounted.test(written)) return null
  const plural = pluralsOf(written).find((form) => {
    const word = new RegExp(String.raw`(?<![\p{L}\p{N}])${form}(?![\p{L}\p{N}])`, 'u')
    return texts.filter((text) => word.test(text)).length >= minPlurals
  })
  return plural ?? null
}

/** The people that an adjective is of: "South Koreans"; null where nobody writes of them, and for a first name. */
function peopleOf(written: string, { usage, texts }: { usage: Usage; texts: readonly string[] }): string | null {
  const isFirstName = usage.none + usage.beforeName > maxNamedShare * usage.sentences
  const people = `${written}s`
  if (isFirstName || !adjective.test(written)) return null
  return texts.filter((text) => text.includes(people)).length >= minPlurals ? people : null
}

/** With "the", where most sentences have it; null elsewhere. */
function withArticle(written: string, { the, determined, none }: Usage): string | null {
  // "a" and "my" before a name say that it is the name of a thing, which has an article
  const articles = the + (/\p{Lu}/u.test(written) && the > 0 ? determined : 0)
  // common nouns of several words stand without it in many headlines
  const isPhraseOfNouns = /^\p{Ll}+ /u.test(written)
  const share = isPhraseOfNouns ? minArticleShareOfNouns : minArticleShare
  const least = !isPhraseOfNouns && none > 0 ? minOccurrences : minSingle
  const isUsual = articles >= least && articles >= share * (articles + none)
  const isOften = takesArticle.test(written) && the >= minArticleShareOfNouns * (the + none)
  return isUsual || isOften ? `the ${written}` : null
}

/** Names whose last word says what they are have an article, also where many headlines leave it out. */
const takesArticle =
  /^\p{Lu}\S*(?: \S+)* (?:Act|Amendment|Coast|Court|Cup|Gulf|Ocean|Party|Peninsula|Republic|River|Sea|Union|War)$/u

/** A noun that headlines have without an article stands in the plural where this part of its texts, and this many, have that. */
const [minPluralShare, minOftenPlural] = [0.15, 4]
/** What stands before a plural and not before a verb: "many works", but "it works" and "the climate changes". */
const beforePlural = String.raw`(?<![\p{L}\p{N}])(?:these|those|some|any|many|more|most|few|fewer|all|several|other|two|three|four|five|\d+|of|for|with|without|about|on|in|from|between|against|by|than|like|are)\s+`

function oftenPlural(noun: string, { texts, total }: { texts: readonly string[]; total: number }): string | null {
  if (!canBeCounted.test(noun)) return null
  const plural = pluralsOf(noun).find((form) => {
    const word = new RegExp(String.raw`${beforePlural}${form}(?![\p{L}\p{N}])`, 'iu')
    return texts.filter((text) => word.test(text)).length >= Math.max(minOftenPlural, minPluralShare * total)
  })
  return plural ?? null
}

/** A common noun, of one word or more: "meteor", "TED talk". With "a" before it, and seldom without an article, it stands in the plural. */
const canBeCounted = /^(?:[\p{L}-]{3,} )*\p{Ll}{3,}(?<!s|ing)$/u
/** What is said of a people, or of what is theirs, is written of the people in the plural: "South Koreans". */
const adjective = /(?<!\p{L})(?=\p{L}{5,}$)\p{Lu}\p{L}*(?:[ie]an|rican)$/u
/** What stands alone, or before another name, in a larger part of its sentences is a first name: Adrian, Sebastian. */
const maxNamedShare = 0.3
const beginsName = /^\s\p{Lu}\p{Ll}/u
/** A noun with "the" more often than this many times as with "a" is one thing that all know: "the financial crisis", "the civil war". */
const maxTimesDefinite = 2
/** With fewer texts that have "a" before it, a noun may be a stuff. */
const minSingle = 2
/** Fewer texts may have the form as a name, or by mistake. */
const minPlurals = 2
/** A noun that stands without an article in a larger part of its sentences is a stuff: "of wealth", "on vacation". */
const maxBareShare = 0.2
/** What stands before a noun that has no article. */
const beforeStuff = /^(?:of|and|or|with|for|in|on|to|about|is|as|from|by|at|than|into|without|like|via|through)$/iu

/** The forms that the plural of a noun may have. */
export function pluralsOf(noun: string): string[] {
  if (/[^aeiou]y$/u.test(noun)) return [noun.replace(/y$/u, 'ies')]
  if (/(?:[sxz]|[cs]h)$/u.test(noun)) return [`${noun}es`]
  return /[^aeiou]o$/u.test(noun) ? [`${noun}es`, `${noun}s`] : [`${noun}s`]
}

/** Whether a word with a capital of its own stands before: "American Airlines". */
function isNameBefore(text: string, index: number): boolean {
  const from = Math.max(0, index - maxWordBefore)
  const [whole = '', before = ''] = wordBefore.exec(text.slice(from, index)) ?? []
  return /^\p{Lu}\p{Ll}/u.test(before) && !beginsSentence(text, index - whole.length)
}

/**
 * Names of which few sentences tell: as all of these write them, if they have a capital. Else headlines in title case agree with texts that begin with the
 * name, and each of several words has a capital.
 */
function nameOf({ inSentences, inHeadlines, atBegins }: Mentions, isRare: boolean): string | null {
  const sentences = inSentences.map(({ whole }) => whole)
  const [first] = sentences
  const isEnough = sentences.length > 1 || /\s\p{Lu}/u.test(first ?? '')
  if (first !== undefined && isEnough && /\p{Lu}/u.test(first) && sentences.every((one) => one === first)) return first
  const spellings = [...sentences, ...inHeadlines, ...atBegins]
  const [name] = spellings
  const isName = name !== undefined && (isRare ? /^\p{Lu}/u : /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u).test(name)
  const isKnown = spellings.length > inHeadlines.length || inHeadlines.length > 1 || isRare
  return isName && isKnown && spellings.every((one) => one === name) ? name : null
}

/** The spelling that most of the texts agree on, or the most usual of those with capitals where most have some (PlayStation, Playstation); null where they do not agree. */
function usualSpelling(spellings: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1)
  const ordered = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const least = Math.max(minOccurrences, minShare * spellings.length)
  const [usual] = ordered
  if (usual !== undefined && usual[1] >= least) return usual[0]
  const names = ordered.filter(([spelling]) => /\p{Lu}/u.test(spelling))
  return names.reduce((sum, [, count]) => sum + count, 0) >= least ? (names[0]?.[0] ?? null) : null
}

const wordBefore = /([^\s]+)\s+$/u
const maxWordBefore = 24
/** What follows a name that stands for itself. */
const endsName =
  /^(?:\s*(?:[.,:;!?)"”’—–-]|$)|\s+(?:and|or|but|is|was|are|were|has|have|had|will|would|can|could|to|in|on|at|of|for|from|with|by|as|that|which|who|after|before|not|should|may|does|did)\b)/iu
/** Before one of several. */
const ofOne = /^(?:a|an|my|your|his|her|our|their|this)$/iu
/** What stands where an article would: "US Supreme Court", "2014 World Cup", "Florida's", "a", "this". */
const takesArticlePlace = /^[\p{Lu}\d]|['’]s$|^(?:a|an|this|that|our|my|his|her|their|its|your|no|any|every)$/u
/** Characters before a word that show whether a sentence begins with it: reading all that comes before took as long as everything else. */
const contextLength = 4

/** A capital at the beginning of a sentence may be of the sentence. */
export function beginsSentence(text: string, index: number): boolean {
  return index === 0 || /[.!?:;–—|"“‘(\n-]\s*$/u.test(text.slice(Math.max(0, index - contextLength), index))
}

/** Whether a text writes most words with a capital, as headlines do. */
export function isTitleCase(text: string): boolean {
  const [, ...others] = text.match(longWord) ?? []
  return others.length > 0 && others.filter((word) => /^\p{Lu}/u.test(word)).length > maxCapitals * others.length
}
