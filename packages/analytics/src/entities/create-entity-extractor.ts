import model from 'wink-eng-lite-web-model'
import winkNlp, { type WinkMethods } from 'wink-nlp'
import { isContextTerm } from '../contexts/context-terms.ts'
import { type EntityKind, kindOfName, withoutTitle } from './known-names.ts'
import { nameSpans, type TaggedWord } from './name-spans.ts'

/** A name in a text, as written there, but without a title before a full name. */
export interface Entity {
  name: string
  kind: EntityKind
}

/** Longer texts are read up to here: the names of a story are at its beginning. In UTF-16 units. */
export const maxEntityCharacters = 4_000

/**
 * Creates an extractor of names from English text, using wink-nlp's part-of-speech tags. Loading the model takes about 0.2 s, once. Each name is
 * returned once per text, in order of first mention.
 *
 * In Titles Where Every Word Is Capital each noun looks like a name; from those only known names and acronyms are returned.
 */
export function createEntityExtractor(): (text: string) => Entity[] {
  const nlp = winkNlp(model, ['pos'])
  return (text) => {
    const read = text.slice(0, maxEntityCharacters)
    if (!mayHoldNames(read)) return []
    const isHeadline = isHeadlineCase(read)
    const found = new Map<string, Entity>()
    for (const written of nameSpans(tagWords(nlp, read))) {
      const kind = kindOfName(written)
      if (isHeadline && kind === 'other' && !isAcronym(written)) continue
      const name = withoutTitle(written)
      const key = name.toLowerCase()
      if (!found.has(key)) found.set(key, { name, kind })
    }
    return [...found.values()]
  }
}

// A capital after a letter, digit or comma and space, or two capitals in a row: anything but the first word of a sentence.
const innerCapital =
  /[\p{L}\p{N},;'’)] +["“(]?\p{Lu}|\p{Lu}\p{Lu}|^\P{L}*\p{Lu}[\p{Ll}]+ (?:says|said|to|will|is|and|shares|launches|announces)\b/u

function mayHoldNames(text: string): boolean {
  return innerCapital.test(text)
}

/** Whether capitals carry no information: at least four content words, none of them in lower case. */
function isHeadlineCase(text: string): boolean {
  const content = (text.match(/\p{L}{3,}/gu) ?? []).filter((word) => isContextTerm(word.toLowerCase()))
  return content.length >= 4 && content.every((word) => /\p{Lu}/u.test(word))
}

function isAcronym(name: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}.&]+$/u.test(name)
}

function tagWords(nlp: WinkMethods, text: string): TaggedWord[] {
  const words = nlp.readDoc(text).tokens()
  const texts = words.out<string>(nlp.its.value)
  const tags = words.out<string>(nlp.its.pos)
  const spaces = words.out<string>(nlp.its.precedingSpaces)
  return texts.map((word, index) => ({ text: word, tag: tags[index] ?? '', isSpaced: spaces[index] !== '' }))
}
