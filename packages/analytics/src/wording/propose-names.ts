import { isContextTerm } from '../contexts/context-terms.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { tokens } from '../text/tokenize.ts'
import { findSynonyms, toOtherNumber } from './other-wordings.ts'
import { isRegionalSpelling } from './slip-cost.ts'

/** How a name follows from the topic, which decides what else must speak for it. */
export type Relation =
  | 'synonym'
  | 'joined'
  | 'number'
  | 'regional'
  | 'initials'
  | 'abbreviation'
  | 'inside'
  | 'part'
  | 'apposition'
  | 'expansion'

/** A name that may be another of the topic. */
export interface Candidate {
  text: string
  relation: Relation
  /** Documents that say that it is a name of the topic: "National Security Agency (NSA)". */
  statements: number
  /** The name that must be accepted too: *NSA* for *N.S.A.*, *IPA* for *IPAs*. */
  base: string | null
}

/** Texts that have to state a name that has no form of the topic. */
export const minStatements = 2
/** Texts that are read before other work may run. */
export const textsPerTurn = 40

interface TopicWords {
  /** Folded words of the topic. */
  words: readonly string[]
  reader: WordReader
}

const smallWords = new Set(['of', 'the', 'and', 'on', 'in', 'for', 'a'])
/** Texts that hold an abbreviation. */
const minTexts = 2

interface Proposal {
  name: string
  relation: Relation
  base?: string
}

/** The names that the form of the topic and its texts propose, the strongest relations first; the first relation of a name counts. */
export function proposeNames(
  words: readonly string[],
  { counts, statements }: { counts: ReadonlyMap<string, number>; statements: ReadonlyMap<string, Statement> },
): Map<string, Candidate> {
  const topic = words.join(' ')
  const expansions = [...statements].filter(([, { isExpansion }]) => isExpansion).map(([name]) => name)
  const stated = [...statements].filter(([, { texts }]) => texts >= minStatements).map(([name]) => name)
  const appositions = stated.filter((name) => !name.split(' ').every((part) => words.includes(part)))
  const found = new Map<string, Candidate>()
  for (const { name, relation, base = null } of [
    ...proposeForms(words),
    ...propose('expansion', expansions),
    ...proposeWords(words, counts),
    ...propose('apposition', appositions),
  ]) {
    const text = tokens(name).join(' ')
    if (text === '' || text === topic || found.has(text)) continue
    found.set(text, { text, relation, base, statements: statements.get(text)?.texts ?? 0 })
  }
  return found
}

function propose(relation: Relation, names: readonly string[], base?: string): Proposal[] {
  return names.map((name) => ({ name, relation, ...(base !== undefined && { base }) }))
}

/** Names that follow from the topic alone. */
function proposeForms(words: readonly string[]): Proposal[] {
  const otherNumber = toOtherNumber(words.at(-1) ?? '')
  return [
    ...propose('synonym', findSynonyms(words.join(' '))),
    ...propose('number', otherNumber === null ? [] : [[...words.slice(0, -1), otherNumber].join(' ')]),
    ...(words.length > 1 ? proposeFormsOfPhrase(words) : []),
  ]
}

function proposeFormsOfPhrase(words: readonly string[]): Proposal[] {
  const allButLast = words.slice(0, -1)
  return [
    ...propose('joined', [words.join('')]),
    ...initialsOf(words).flatMap((initials) => [
      ...propose('initials', [initials]),
      ...propose('initials', [`${initials}s`, initials.split('').join('.')], initials),
    ]),
    ...propose(
      'part',
      words.filter((word) => isContextTerm(word) && word.length > 3),
    ),
    // "Asperger's" is folded to one word in the topic, and written as another without the apostrophe
    ...propose(
      'number',
      allButLast.map((word, at) => [`${word}s`, ...words.slice(at + 1)].join(' ')),
    ),
    ...propose(
      'abbreviation',
      allButLast.map((word) => `${word}s`),
    ),
    ...propose('joined', signForms(words)),
  ]
}

/** Words of the texts that have letters of the topic. */
function proposeWords(words: readonly string[], counts: ReadonlyMap<string, number>): Proposal[] {
  const joined = words.join('')
  return [...counts].flatMap(([name, texts]): Proposal[] => {
    if (texts < minTexts || words.includes(name) || name.length < 2 || name.length >= joined.length) return []
    if (!isContextTerm(name) && !/\d/.test(name)) return []
    const relation =
      letterRelation(name, joined) ?? (words.length === 1 && isRegionalSpelling(name, joined) ? 'regional' : null)
    return relation === null ? [] : [{ name, relation }]
  })
}

function letterRelation(word: string, joined: string): 'abbreviation' | 'inside' | null {
  const isShort = word.startsWith(joined.charAt(0)) && word.length <= maxAbbreviation
  if (isShort && isSubsequence(word, joined)) return 'abbreviation'
  // the end of a compound is its kind (*coin* of *bitcoin*)
  return word.length > 2 && joined.includes(word) && !joined.endsWith(word) ? 'inside' : null
}

const maxAbbreviation = 8
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const signs: readonly (readonly [RegExp, string])[] = [
  [/ plus(?= |$)/, '+'],
  [/ and /, ' & '],
]

/** The topic with a number or sign in letters, or the other way: *formula one*, *google+*. */
function signForms(words: readonly string[]): string[] {
  const topic = words.join(' ')
  const numbers = words.map((word) => {
    const number = numberWords.indexOf(word)
    if (number >= 0) return String(number)
    return /^\d+$/.test(word) ? (numberWords[Number(word)] ?? word) : word
  })
  return [numbers.join(' '), ...signs.map(([letters, sign]) => topic.replace(letters, sign))]
}

/** The first letters of the words, with and without small words; numbers whole: *hfcs*, *lotr*, *ps3* is an abbreviation. */
function initialsOf(words: readonly string[]): string[] {
  const initials = (some: readonly string[]) => some.map((word) => (/^\d/.test(word) ? word : word.charAt(0))).join('')
  return [...new Set([initials(words), initials(words.filter((word) => !smallWords.has(word)))])].filter(
    (text) => text.length > 1,
  )
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

/** What texts say to be the same. */
export interface Statement {
  texts: number
  /** Whether the topic is its initials. */
  isExpansion: boolean
}

const maxNameWords = 5
const nameWord = String.raw`[\p{L}\d][\p{L}\d'’.+-]*`
const aka = String.raw`(?:aka|a\.k\.a\.?|also (?:known|called)(?: as)?|otherwise known as|better known as|formerly(?: known as)?)`

/** Texts without one of these state no name. */
const statementHint = /[([]|known|called|aka|a\.k\.a|formerly/i

/** Names that texts put into brackets beside the topic, or say that it is also called: by Hearst's patterns (1992), and the initials of Schwartz & Hearst (2003). */
export async function readStatements(
  texts: readonly string[],
  { words, reader, pause }: TopicWords & { pause: () => Promise<void> },
): Promise<Map<string, Statement>> {
  const patterns = statementPatterns(words)
  const found = new Map<string, Statement>()
  for (const [at, text] of texts.entries()) {
    if (at % textsPerTurn === textsPerTurn - 1) await pause()
    if (!statementHint.test(text)) continue
    const stated = new Map([
      ...[...text.matchAll(patterns.after)].flatMap(readNameAfter),
      ...[...text.matchAll(patterns.before)].flatMap((match) => readNameBefore(match, { words, reader })),
    ])
    for (const [name, isExpansion] of stated) {
      const known = found.get(name) ?? { texts: 0, isExpansion: false }
      found.set(name, { texts: known.texts + 1, isExpansion: known.isExpansion || isExpansion })
    }
  }
  return found
}

/** "covid (sars-cov-2)", "covid, also known as corona", and the same with the name before the topic. */
function statementPatterns(words: readonly string[]): { after: RegExp; before: RegExp } {
  const escaped = words.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(String.raw`[\s-]*`)
  const topic = String.raw`(?<![\p{L}\d])${escaped}(?:['’]?s)?`
  const name = `${nameWord}(?: ${nameWord}){0,${maxNameWords - 1}}`
  return {
    after: new RegExp(
      String.raw`${topic}\s*[(\[]\s*(?:or |${aka} )?(${name})\s*[)\]]|${topic},?\s+${aka}\s+(?:the )?(${nameWord})`,
      'giu',
    ),
    before: new RegExp(
      String.raw`(${name})\s*[(\[]\s*(?:or |${aka} )?(?:the )?${topic}\s*[)\]]|(${nameWord}),?\s+${aka}\s+(?:the )?${topic}(?![\p{L}\d])`,
      'giu',
    ),
  }
}

type StatedName = readonly [name: string, isExpansion: boolean]

function readNameAfter([, inBrackets, called]: RegExpExecArray): StatedName[] {
  const folded = tokens(inBrackets ?? called ?? '')
  return folded.length === 0 ? [] : [[folded.join(' '), false]]
}

/** Where a name begins is not written: it is what the topic abbreviates, or else its last word, or the last two if they are a phrase. */
function readNameBefore([, inBrackets, called]: RegExpExecArray, { words, reader }: TopicWords): StatedName[] {
  const written = inBrackets ?? called ?? ''
  const folded = tokens(written)
  const expansion = words.length === 1 ? expansionOf(words[0] ?? '', folded) : null
  if (expansion !== null) return [[expansion, true]]
  const [last = '', second = ''] = folded.toReversed()
  // one without a capital is no name
  if (last === '' || !/\p{Lu}\S*$/u.test(written)) return []
  return [[second !== '' && reader.isPhrase(second, last) ? `${second} ${last}` : last, false]]
}

/** The last words whose first letters are the abbreviation, small words left out or not; null without. */
function expansionOf(short: string, before: readonly string[]): string | null {
  if (short.length < 2 || short.length > 6) return null
  for (let count = short.length - 1; count <= Math.min(before.length, short.length + 2); count += 1) {
    const name = before.slice(before.length - count)
    if (count > 1 && initialsOf(name).includes(short)) return name.join(' ')
  }
  return null
}
