import { isContextTerm } from '../contexts/context-terms.ts'
import { cosineOf, likenessOf, meanVector } from '../meaning/similar-texts.ts'
import type { ReadableDocument } from '../meaning/train-word-vectors.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import { findSynonyms, toOtherNumber } from './other-wordings.ts'
import { isRegionalSpelling } from './slip-cost.ts'

export interface OtherNamesInput {
  /** Folded words of the topic. */
  words: readonly string[]
  /** Documents of the topic, some hundred. */
  documents: readonly ReadableDocument[]
  /** How many it has. */
  topicDocuments: number
  reader: WordReader
  /** How many documents hold each text, and how many of them do not hold the topic. */
  count: (texts: readonly string[]) => Promise<readonly { documents: number; others: number }[]>
  /** Beginnings of documents that hold the text and not the topic. */
  readOthers: (text: string) => Promise<readonly string[]>
  /** Lets other work run; called between parts that take a few milliseconds each. */
  pause: () => Promise<void>
}

/** Another name of a topic. */
export interface OtherName {
  /** As most documents of the topic write it, or folded. */
  name: string
  /** Documents that hold it and not the topic. */
  adds: number
}

/** How a name follows from the topic, which decides what else must speak for it. */
type Relation =
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

interface Candidate {
  text: string
  relation: Relation
  /** Documents that say that it is a name of the topic: "National Security Agency (NSA)". */
  statements: number
  /** The name that must be accepted too: *NSA* for *N.S.A.*, *IPA* for *IPAs*. */
  base: string | null
}

const maxNames = 6
const maxCounted = 20
const minDocuments = 5
const minAdded = 3

/**
 * Other names of a topic, those that add most documents first: its other spellings, plural, initials and abbreviations, its words alone, what texts put
 * into brackets beside it or call it, and known synonyms. Each needs a relation of form or a statement, and must be used in texts about the same (cosine
 * of its vector and the topic's documents) or with the topic far above chance: names near in meaning (*flu* for *covid*) have the second without the
 * first. Precision goes before recall.
 */
export async function findOtherNames(input: OtherNamesInput): Promise<OtherName[]> {
  const { words, reader, documents, pause } = input
  const own = new Set(words)
  const texts = documents.map(({ title, body }) => `${title}\n${(body ?? '').slice(0, readLength)}`)
  const read: string[][] = []
  for (const text of texts) {
    if (read.length % textsPerTurn === textsPerTurn - 1) await pause()
    read.push(tokens(text))
  }
  const statements = await readStatements(texts, input)
  const candidates = proposeNames(words, { counts: countWords(read), statements })
  await pause()
  const topic = meanVector(read.slice(0, maxCompared), reader, own)
  const likely = [...candidates.values()]
    .map((candidate) => ({ ...candidate, likeness: likenessOf(topic, reader, candidate.text) }))
    .filter(
      ({ likeness, relation, statements: said }) =>
        likeness === null || likeness >= minLikeness || said >= minStatements || relation === 'synonym',
    )
    .slice(0, maxCounted)
  const counts = await input.count(likely.map(({ text }) => text))
  const accepted = new Map<string, number>()
  const sizes = new Map<string, number>()
  for (const [at, candidate] of likely.entries()) {
    const { documents: all = 0, others = 0 } = counts[at] ?? {}
    if (all < minDocuments || others < minAdded) continue
    if (candidate.base !== null && all < minBasePart * (sizes.get(candidate.base) ?? Infinity)) continue
    const together = all - others
    const expected = (all * input.topicDocuments) / reader.vectors.documents
    const facts = { ...candidate, together, lift: together / expected, share: together / all }
    if (!isName(facts)) continue
    if (candidate.relation === 'part') {
      const around = (await input.readOthers(candidate.text)).map(tokens)
      const parts = new Set([...own, ...candidate.text.split(' ')])
      if (isPartOfOthers(candidate.text, { words, reader, others })) continue
      if (cosineOf(topic, meanVector(around, reader, parts)) < minPartLikeness) continue
    }
    accepted.set(candidate.text, others)
    sizes.set(candidate.text, all)
  }
  return [...accepted]
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxNames)
    .map(([text, adds]) => ({ name: writtenName(text, texts), adds }))
}

/** UTF-16 units that are read of a text. */
const readLength = 1_500
const textsPerTurn = 40
/** Documents whose mean says what the topic is about. */
const maxCompared = 150
/** Names that are less near are not counted, unless texts state them. */
const minLikeness = 0.1
const minStatements = 2
const minPartLikeness = 0.4
/** *N.S.A.* and *NSAs* are worth offering where they are in this part of the documents of *NSA*. */
const minBasePart = 0.05

interface Facts extends Candidate {
  /** Cosine of its vector and the topic's documents; null without a vector. */
  likeness: number | null
  /** Documents with both, over what chance gives. */
  together: number
  lift: number
  /** Part of its documents that hold the topic. */
  share: number
}

/** Whether enough speaks for a name. All bounds were chosen on labelled names and on names that are near but another thing. */
function isName({ relation, statements, likeness, together, lift, share, base }: Facts): boolean {
  const isNear = (least: number, unknown = true) => (likeness === null ? unknown : likeness >= least)
  switch (relation) {
    case 'synonym':
      return true
    case 'joined':
      return isNear(0.25)
    case 'number':
    case 'regional':
      return isNear(0.4)
    case 'initials':
      if (base !== null) return isNear(0.4)
      return statements >= minStatements || (together >= 2 && lift >= 10 && isNear(0.4, lift >= 50))
    case 'expansion':
      return statements >= 1
    case 'abbreviation':
      return together >= 3 && lift >= 40 && isNear(0.45, false)
    case 'inside':
      return together >= 2 && lift >= 100 && isNear(0.6, false)
    case 'part':
      return share >= 0.4 && share <= 0.93 && isNear(0.5, false)
    case 'apposition':
      return statements >= minStatements && lift >= 5 && isNear(0.45, false)
    default:
      throw new TypeError(`No rule for the relation ${String(relation satisfies never)}`)
  }
}

/** A word that is in another phrase in this part of its other documents is a part of several names: *united*. */
const maxOtherPhrases = 0.4

function isPartOfOthers(
  part: string,
  { words, reader, others }: { words: readonly string[]; reader: WordReader; others: number },
): boolean {
  const { terms, counts } = reader.vectors
  const isFirst = words[0] === part
  let documents = 0
  terms.forEach((term, row) => {
    if (isFirst ? !term.startsWith(`${part} `) : !term.endsWith(` ${part}`)) return
    if (!words.includes(term.split(' ')[isFirst ? 1 : 0] ?? '')) documents += counts[row] ?? 0
  })
  return documents > maxOtherPhrases * others
}

/** In how many texts each word is. */
function countWords(read: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of read) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const small = new Set(['of', 'the', 'and', 'on', 'in', 'for', 'a'])
/** Texts that hold an abbreviation. */
const minTexts = 2

/** The names that the form of the topic and its texts propose, the strongest relations first; the first relation of a name counts. */
function proposeNames(
  words: readonly string[],
  { counts, statements }: { counts: ReadonlyMap<string, number>; statements: ReadonlyMap<string, Statement> },
): Map<string, Candidate> {
  const topic = words.join(' ')
  const joined = words.join('')
  const found = new Map<string, Candidate>()
  const add = (name: string, relation: Relation, base: string | null = null) => {
    const text = tokens(name).join(' ')
    if (text === '' || text === topic || found.has(text)) return
    found.set(text, { text, relation, base, statements: statements.get(text)?.texts ?? 0 })
  }
  for (const synonym of findSynonyms(topic)) add(synonym, 'synonym')
  const last = words.at(-1) ?? ''
  const other = toOtherNumber(last)
  if (other !== null) add([...words.slice(0, -1), other].join(' '), 'number')
  if (words.length > 1) {
    add(joined, 'joined')
    for (const initials of initialsOf(words)) {
      add(initials, 'initials')
      add(`${initials}s`, 'initials', initials)
      add(initials.split('').join('.'), 'initials', initials)
    }
    for (const word of words) if (isContextTerm(word) && word.length > 3) add(word, 'part')
    // "Asperger's" is folded to one word in the topic, and written as another without the apostrophe
    words.slice(0, -1).forEach((word, at) => add([`${word}s`, ...words.slice(at + 1)].join(' '), 'number'))
    for (const word of words.slice(0, -1)) add(`${word}s`, 'abbreviation')
    for (const text of signForms(words)) add(text, 'joined')
  }
  for (const [text, { isExpansion }] of statements) if (isExpansion) add(text, 'expansion')
  const [first = ''] = joined
  for (const [word, texts] of counts) {
    if (texts < minTexts || words.includes(word) || word.length < 2 || word.length >= joined.length) continue
    if (!isContextTerm(word) && !/\d/.test(word)) continue
    if (word.startsWith(first) && word.length <= maxAbbreviation && isSubsequence(word, joined))
      add(word, 'abbreviation')
    // the end of a compound is its kind (*coin* of *bitcoin*)
    else if (word.length > 2 && joined.includes(word) && !joined.endsWith(word)) add(word, 'inside')
    else if (words.length === 1 && isRegionalSpelling(word, joined)) add(word, 'regional')
  }
  for (const [text, { texts }] of statements)
    if (texts >= minStatements && !text.split(' ').every((part) => words.includes(part))) add(text, 'apposition')
  return found
}

const maxAbbreviation = 8
const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const signs: readonly (readonly [RegExp, string])[] = [
  [/ plus(?= |$)/, '+'],
  [/ and /, ' & '],
]

/** The topic with a number or sign in letters, or the other way: *formula one*, *google+*. */
function signForms(words: readonly string[]): string[] {
  const topic = words.join(' ')
  const numbers = words.map((word) => {
    const number = digits.indexOf(word)
    return number >= 0 ? String(number) : /^\d+$/.test(word) ? (digits[Number(word)] ?? word) : word
  })
  return [numbers.join(' '), ...signs.map(([letters, sign]) => topic.replace(letters, sign))]
}

/** The first letters of the words, with and without small words; numbers whole: *hfcs*, *lotr*, *ps3* is an abbreviation. */
function initialsOf(words: readonly string[]): string[] {
  const initials = (some: readonly string[]) => some.map((word) => (/^\d/.test(word) ? word : word.charAt(0))).join('')
  return [...new Set([initials(words), initials(words.filter((word) => !small.has(word)))])].filter(
    (text) => text.length > 1,
  )
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

/** What texts say to be the same. */
interface Statement {
  texts: number
  /** Whether the topic is its initials. */
  isExpansion: boolean
}

const maxNameWords = 5
const nameWord = String.raw`[\p{L}\d][\p{L}\d'’.+-]*`
const aka = String.raw`(?:aka|a\.k\.a\.?|also (?:known|called)(?: as)?|otherwise known as|better known as|formerly(?: known as)?)`

/** Names that texts put into brackets beside the topic, or say that it is also called: by Hearst's patterns (1992), and the initials of Schwartz & Hearst (2003). */
async function readStatements(
  texts: readonly string[],
  { words, reader, pause }: OtherNamesInput,
): Promise<Map<string, Statement>> {
  const escaped = words.map((one) => one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(String.raw`[\s-]*`)
  const topic = String.raw`(?<![\p{L}\d])${escaped}(?:['’]?s)?`
  const name = `${nameWord}(?: ${nameWord}){0,${maxNameWords - 1}}`
  const after = new RegExp(
    String.raw`${topic}\s*[(\[]\s*(?:or |${aka} )?(${name})\s*[)\]]|${topic},?\s+${aka}\s+(?:the )?(${nameWord})`,
    'giu',
  )
  const before = new RegExp(
    String.raw`(${name})\s*[(\[]\s*(?:or |${aka} )?(?:the )?${topic}\s*[)\]]|(${nameWord}),?\s+${aka}\s+(?:the )?${topic}(?![\p{L}\d])`,
    'giu',
  )
  const found = new Map<string, Statement>()
  const hint = /[([]|known|called|aka|a\.k\.a|formerly/i
  for (const [at, text] of texts.entries()) {
    if (at % textsPerTurn === textsPerTurn - 1) await pause()
    if (!hint.test(text)) continue
    const said = new Map<string, boolean>()
    for (const match of text.matchAll(after)) {
      const folded = tokens(match[1] ?? match[2] ?? '')
      if (folded.length > 0) said.set(folded.join(' '), false)
    }
    for (const match of text.matchAll(before)) {
      const raw = match[1] ?? match[2] ?? ''
      const folded = tokens(raw)
      const expansion = words.length === 1 ? expansionOf(words[0] ?? '', folded) : null
      if (expansion !== null) said.set(expansion, true)
      // where a name begins is not written: its last word, or the last two if they are a phrase; one without a capital is no name
      const [second = '', first = ''] = folded.toReversed()
      if (expansion !== null || second === '' || !/\p{Lu}\S*$/u.test(raw)) continue
      said.set(first !== '' && reader.isPhrase(first, second) ? `${first} ${second}` : second, false)
    }
    for (const [other, isExpansion] of said) {
      const known = found.get(other) ?? { texts: 0, isExpansion: false }
      found.set(other, { texts: known.texts + 1, isExpansion: known.isExpansion || isExpansion })
    }
  }
  return found
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

/** How most texts write a name. */
function writtenName(text: string, texts: readonly string[]): string {
  const words = text.split(' ')
  const forms = new Map<string, number>()
  for (const one of texts) {
    if (!one.toLowerCase().includes(words[0] ?? '')) continue
    const found = tokenize(one)
    for (let at = 0; at + words.length <= found.length; at += 1) {
      if (!words.every((wanted, offset) => found[at + offset]?.text === wanted)) continue
      const form = one.slice(found[at]?.start, found[at + words.length - 1]?.end).replaceAll(/\s+/gu, ' ')
      forms.set(form, (forms.get(form) ?? 0) + 1)
    }
  }
  const [best] = [...forms].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return (
    best?.[0] ?? (words.length > 1 && words.every((word) => word.length === 1) ? words.join('.').toUpperCase() : text)
  )
}
