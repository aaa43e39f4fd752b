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
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}./@#_])${words.map((word) => `(${word})`).join(`(${separator})`)}(?![\p{L}\p{N}/@_]|\.\p{L})`,
    'giu',
  )
  const [counts, alone] = [0, 1].map(() => words.map(() => new Map<string, number>())) as [WordCounts, WordCounts] // one of each
  const joints = new Map<string, number>()
  let [total, totalAlone, withArticle, withoutArticle, counted, single, bare, beforeName] = [0, 0, 0, 0, 0, 0, 0, 0]
  const [inHeadlines, inSentences, atBegins]: [string[], string[], string[]] = [[], [], []]
  const surroundings = new Set<string>()
  for (const text of texts) {
    const matches = [...text.matchAll(pattern)]
    // where every word has a capital, the first of the text says as much as the others
    const isHeadline = isTitleCase(text.replace(pattern, ''))
    const [first] = isHeadline ? matches : matches.filter(({ index }) => !beginsSentence(text, index))
    if (first === undefined) {
      if (matches[0] !== undefined) atBegins.push(matches[0][0].replaceAll(/\s+/gu, ' '))
      continue
    }
    // versions of one text are one opinion on the spelling
    const around = text.slice(Math.max(0, first.index - maxWordBefore), first.index + first[0].length)
    if (surroundings.has(around)) continue
    if (isHeadline) {
      inHeadlines.push(first[0].replaceAll(/\s+/gu, ' '))
      continue
    }
    surroundings.add(around)
    total += 1
    const whole = first[0].replaceAll(/\s+/gu, ' ')
    inSentences.push(whole)
    const joint = first
      .filter((_, group) => group > 0 && group % 2 === 0)
      .map((one) => one.replace(/\s+/u, ' '))
      .join('')
    joints.set(joint, (joints.get(joint) ?? 0) + 1)
    const [, before = ''] = wordBefore.exec(text.slice(Math.max(0, first.index - maxWordBefore), first.index)) ?? []
    // before a noun the article is that noun's: "the Kony video"
    const after = text.slice(first.index + first[0].length)
    const isWhole = endsName.test(after)
    if (beginsName.test(after)) beforeName += 1
    if (isWhole && /^an?$/iu.test(before)) single += 1
    if (isWhole && beforeStuff.test(before)) bare += 1
    if (isWhole && before.toLowerCase() === 'the') withArticle += 1
    else if (isWhole && ofOne.test(before)) counted += 1
    else if (isWhole && !takesArticlePlace.test(before)) withoutArticle += 1
    // "American Airlines" does not say how airlines are written
    const isOfName = isNameBefore(text, first.index) || beginsName.test(after)
    if (!isOfName) totalAlone += 1
    for (const [at, word] of first.filter((_, group) => group % 2 === 1).entries())
      for (const some of isOfName ? [counts] : [counts, alone]) some[at]?.set(word, (some[at].get(word) ?? 0) + 1)
  }
  // a word that the library hardly knows is a name where headlines alone have it
  const isRare = reader !== null && words.some((word) => !reader.isKnown(word.toLowerCase()))
  const name = total < minOccurrences ? nameOf({ inSentences, inHeadlines, atBegins, isRare }) : null
  if (name !== null || total === 0) return name ?? typed
  const joint = usualSpelling(joints, total) ?? ''
  const [shown, of] = totalAlone >= minOccurrences ? [alone, totalAlone] : [counts, total]
  const written = words
    .map((word, at) => `${at === 0 ? '' : (joint[at - 1] ?? ' ')}${usualSpelling(shown[at] ?? new Map(), of) ?? word}`)
    .join('')
  const isThing =
    single >= Math.max(words.length > 1 ? 1 : minSingle, withArticle / maxTimesDefinite) &&
    bare <= maxBareShare * (counted + withArticle + bare)
  if (isThing && canBeCounted.test(written)) {
    // a form that nobody writes is not the plural
    const plural = pluralsOf(written).find((form) => {
      const word = new RegExp(String.raw`(?<![\p{L}\p{N}])${form}(?![\p{L}\p{N}])`, 'u')
      return texts.filter((text) => word.test(text)).length >= minPlurals
    })
    if (plural !== undefined) return plural
  }
  const isNamed = withoutArticle + beforeName > maxNamedShare * total
  if (!isNamed && adjective.test(written) && texts.filter((text) => text.includes(`${written}s`)).length >= minPlurals)
    return `${written}s`
  // "a" and "my" before a name say that it is the name of a thing, which has an article
  const determined = withArticle + (/\p{Lu}/u.test(written) && withArticle > 0 ? counted : 0)
  // common nouns of several words stand without it in many headlines
  const least = /^\p{Ll}+ /u.test(written) ? minArticleShareOfNouns : minArticleShare
  if (
    determined >= (least === minArticleShare && withoutArticle > 0 ? minOccurrences : minSingle) &&
    determined >= least * (determined + withoutArticle)
  )
    return `the ${written}`
  const isOftenWithArticle = withArticle >= minArticleShareOfNouns * (withArticle + withoutArticle)
  if (takesArticle.test(written) && isOftenWithArticle) return `the ${written}`
  return (canBeCounted.test(written) ? oftenPlural(written, { texts, total }) : undefined) ?? written
}

/** Names whose last word says what they are have an article, also where many headlines leave it out. */
const takesArticle =
  /^\p{Lu}\S*(?: \S+)* (?:Act|Amendment|Coast|Court|Cup|Gulf|Ocean|Party|Peninsula|Republic|River|Sea|Union|War)$/u

/** A noun that headlines have without an article stands in the plural where this part of its texts, and this many, have that. */
const [minPluralShare, minOftenPlural] = [0.15, 4]
/** What stands before a plural and not before a verb: "many works", but "it works" and "the climate changes". */
const beforePlural = String.raw`(?<![\p{L}\p{N}])(?:these|those|some|any|many|more|most|few|fewer|all|several|other|two|three|four|five|\d+|of|for|with|without|about|on|in|from|between|against|by|than|like|are)\s+`

function oftenPlural(noun: string, { texts, total }: { texts: readonly string[]; total: number }): string | undefined {
  return pluralsOf(noun).find((form) => {
    const word = new RegExp(String.raw`${beforePlural}${form}(?![\p{L}\p{N}])`, 'iu')
    return texts.filter((text) => word.test(text)).length >= Math.max(minOftenPlural, minPluralShare * total)
  })
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

/** How often each word of a topic is spelled in each way. */
type WordCounts = Map<string, number>[]

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
function nameOf({
  inSentences,
  inHeadlines,
  atBegins,
  isRare,
}: Record<'inSentences' | 'inHeadlines' | 'atBegins', readonly string[]> & { isRare: boolean }): string | null {
  const [first] = inSentences
  const isEnough = inSentences.length > 1 || /\s\p{Lu}/u.test(first ?? '')
  if (first !== undefined && isEnough && /\p{Lu}/u.test(first) && inSentences.every((one) => one === first))
    return first
  const spellings = [...inSentences, ...inHeadlines, ...atBegins]
  const [name] = spellings
  const isName = name !== undefined && (isRare ? /^\p{Lu}/u : /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u).test(name)
  const isKnown = spellings.length > inHeadlines.length || inHeadlines.length > 1 || isRare
  return isName && isKnown && spellings.every((one) => one === name) ? name : null
}

/** The spelling that most of the texts agree on, or the most usual of those with capitals where most have some (PlayStation, Playstation); null where they do not agree. */
function usualSpelling(counts: ReadonlyMap<string, number>, total: number): string | null {
  const ordered = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const least = Math.max(minOccurrences, minShare * total)
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
