import { isContextTerm } from '../contexts/context-terms.ts'
import { canEndName, canNameSubject, writtenForm } from '../meaning/name-groups.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import type { EventDocument, TitledStory } from './titled-stories.ts'
import { isNoun, withOwnCapital } from './weighed-stories.ts'

/** This part of the titles that name the topic, and this many, have the same word beside it; */
const minShare = 0.3
const minTitles = 3
/** which is this many times the part of the titles of other days, */
const minGrowth = 2
/** and a further word belongs to the name where most titles have it too. */
const minFurtherShare = 0.6

/** A title, with the place of the topic in it. */
interface NamedTopic {
  title: string
  words: readonly { text: string; start: number; end: number }[]
  /** Numbers of the first word of the topic, and of the first word after it. */
  from: number
  to: number
}

type Side = 'after' | 'before'

/**
 * The own name of what happened, where titles write it with the topic in it: *Hurricane Sandy* for hurricane, *Sandy Hook shooting*, *PlayStation 4*.
 * Null where titles of these days agree on none, or those of other days use it as well.
 */
export function eventName(
  stories: readonly TitledStory[],
  { before, queryWords }: { before: readonly TitledStory[]; queryWords: readonly string[] },
): string | null {
  const stems = queryWords.map(lightStem)
  const [named, usual] = [stories, before].map((some) => some.flatMap((story) => findTopic(story.whole, stems) ?? []))
  if (named === undefined || usual === undefined || stems.length === 0) return null
  const documents = stories.map(({ title }) => ({ title }))
  for (const side of ['after', 'before'] as const) {
    const word = sharedWord(named, { side, usual, documents, minPart: minShare })
    if (word === null) continue
    const holding = named.filter((one) => stemBeside(one, side) === word.stem).map((one) => widen(one, side))
    const further =
      side === 'after' ? sharedWord(holding, { side, usual: [], documents, minPart: minFurtherShare }) : null
    const topic = writtenTopic(named)
    return side === 'before'
      ? `${word.written} ${topic}`
      : `${topic} ${[word, further].flatMap((one) => one?.written ?? []).join(' ')}`
  }
  return null
}

function findTopic(title: string, stems: readonly string[]): NamedTopic | null {
  const words = tokenize(title)
  const from = words.findIndex((_, at) => stems.every((stem, next) => lightStem(words[at + next]?.text ?? '') === stem))
  return from < 0 ? null : { title, words, from, to: from + stems.length }
}

/** The word beside the topic, if nothing but a space is between them. */
function wordBeside({ title, words, from, to }: NamedTopic, side: Side) {
  const [word, first, second] =
    side === 'after' ? [words[to], words[to - 1], words[to]] : [words[from - 1], words[from - 1], words[from]]
  if (word === undefined || first === undefined || second === undefined) return null
  // "Paris McDonald's": the word does not end there
  if (/^['’]\p{L}/u.test(title.slice(word.end))) return null
  return title.slice(first.end, second.start).trim() === '' ? word : null
}

function stemBeside(named: NamedTopic, side: Side): string | null {
  const word = wordBeside(named, side)
  return word === null ? null : lightStem(word.text)
}

function widen(named: NamedTopic, side: Side): NamedTopic {
  return side === 'after' ? { ...named, to: named.to + 1 } : { ...named, from: named.from - 1 }
}

/** The word that most of the titles have beside the topic, as they write it; null where they share none, or it is no name or noun. */
function sharedWord(
  named: readonly NamedTopic[],
  {
    side,
    usual,
    documents,
    minPart,
  }: { side: Side; usual: readonly NamedTopic[]; documents: readonly { title: string }[]; minPart: number },
): { stem: string; written: string } | null {
  const { stem, count } = commonest(named.flatMap((one) => stemBeside(one, side) ?? []))
  const part = count / Math.max(1, named.length)
  if (stem === '' || count < minTitles || part < minPart) return null
  const usualPart = usual.filter((one) => stemBeside(one, side) === stem).length / Math.max(1, usual.length)
  if (part < minGrowth * usualPart) return null
  if (/^\d+$/u.test(stem)) return side === 'after' ? { stem, written: stem } : null
  if (!isContextTerm(stem)) return null
  const spellings = named.flatMap((one) => {
    const word = wordBeside(one, side)
    return word !== null && lightStem(word.text) === stem ? one.title.slice(word.start, word.end) : []
  })
  // "teachers" and "Teachers" are one form, "teacher" is another
  const form = commonest(spellings.map((spelling) => spelling.toLowerCase())).stem
  const forms = spellings.filter((spelling) => spelling.toLowerCase() === form)
  const written = withOwnCapital(commonest(forms).stem, documents)
  const isName = /\p{Lu}/u.test(written)
  // a lower-case word before a topic describes it; one that ends like a verb may be one
  if (!isName && (side === 'before' || /(?:s|ed)$/u.test(written) || !isNoun(written, documents))) return null
  return { stem, written }
}

function commonest(values: readonly string[]): { stem: string; count: number } {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let found = { stem: '', count: 0 }
  for (const [stem, count] of counts) if (count > found.count) found = { stem, count }
  return found
}

function writtenTopic(named: readonly NamedTopic[]): string {
  return commonest(
    named.map(({ title, words, from, to }) =>
      title.slice(words[from]?.start, words[to - 1]?.end).replaceAll(/\s+/gu, ' '),
    ),
  ).stem
}

/** What many titles of a topic name. */
export interface NamedSubject {
  /** A name, or a noun, as its titles write it. */
  name: string
  /** Different titles that hold it, and all. */
  titles: number
  of: number
}

/** A subject is in this part of the titles, in this many, and from this many outlets: one has its own words. */
const minSubject = { part: 0.03, titles: 4, outlets: 2 }
const maxSubjects = 12
/** Words with less content name nothing. */
const minContent = 0.8
/** A phrase stands for a word of it that this part of the titles have only in it. */
const minPhrasePart = 0.6
const maxPhraseWords = 3

/** The names and nouns that most titles of a topic hold beside its own words, the most frequent first. */
export function findNamedSubjects(
  documents: readonly EventDocument[],
  { queryWords, reader }: { queryWords: readonly string[]; reader: WordReader | null },
): NamedSubject[] {
  const query = new Set(queryWords.map(lightStem))
  const titles = [...new Map(documents.map((one) => [tokens(one.title).join(' '), one])).values()]
  const holders = new Map<string, EventDocument[]>()
  for (const document of titles) {
    const words = tokens(document.title)
    for (const phrase of new Set(phrasesOf(words, query))) {
      const known = holders.get(phrase)
      if (known === undefined) holders.set(phrase, [document])
      else known.push(document)
    }
  }
  const least = Math.max(minSubject.titles, minSubject.part * titles.length)
  const frequent = [...holders]
    .filter(
      ([, having]) => having.length >= least && new Set(having.map(({ outlet }) => outlet)).size >= minSubject.outlets,
    )
    .toSorted(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
  const phrases = frequent.filter(([phrase]) => phrase.includes(' '))
  const isInPhrase = ([word, having]: [string, EventDocument[]]) =>
    phrases.some(
      ([phrase, ofPhrase]) =>
        phrase !== word &&
        ` ${phrase} `.includes(` ${word} `) &&
        (word.includes(' ') || ofPhrase.length >= minPhrasePart * having.length),
    )
  return frequent
    .filter((one) => !isInPhrase(one))
    .flatMap(([phrase, having]) => {
      const stems = phrase.split(' ')
      const name = withOwnCapital(
        writtenForm(
          stems,
          having.map(({ title }) => ({ title, body: null })),
        ),
        having,
      )
      const isName = /\p{Lu}/u.test(name)
      if (stems.length > 1 && !isName) return []
      // the beginning of other words ("anti-…") is none
      if (having.every(({ title }) => title.toLowerCase().includes(`${name.toLowerCase()}-`))) return []
      if (!isName && (/(?:ed|ing|ly)$/u.test(name) || !isNoun(name, having))) return []
      if (!isName && (reader?.contentOf(name) ?? 1) < minContent) return []
      return [{ name, titles: having.length, of: titles.length }]
    })
    .slice(0, maxSubjects)
}

/** The stems of the words and phrases of a title that can name a subject and hold no word of the topic. */
function phrasesOf(words: readonly string[], query: ReadonlySet<string>): string[] {
  const stems = words.map(lightStem)
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxPhraseWords, words.length - from) }, (__, more) => {
      const [own, phrase] = [words.slice(from, from + more + 1), stems.slice(from, from + more + 1)]
      const ends = [own[0] ?? '', own.at(-1) ?? '']
      const canName =
        !phrase.some((stem) => query.has(stem)) &&
        ends.every((end) => end.length > 2 && isContextTerm(end) && canEndName(lightStem(end))) &&
        canNameSubject(phrase) &&
        !/^\d+$/u.test(phrase[0] ?? '')
      return canName ? phrase.join(' ') : ''
    }).filter((phrase) => phrase !== ''),
  )
}
