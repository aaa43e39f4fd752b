import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'
import type { TitledStory } from './titled-stories.ts'
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
