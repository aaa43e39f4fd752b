import { otherNumber } from './inflect.ts'
import { synonymsOf } from './synonyms.ts'

export interface OtherWording {
  text: string
  kind: 'synonym' | 'inflection'
}

/** Longer phrases are sentences, and their words have one order. */
const mostWords = 4

/**
 * Ways to word the same thing: synonyms (also of the other number), each word in its other number, two words the other way
 * round, and two words written as one. `words` are folded. Each is a guess that has to be counted, for some are no words.
 */
export function otherWordings(words: readonly string[]): OtherWording[] {
  const found = new Map<string, OtherWording>()
  const asked = words.join(' ')
  const add = (text: string, kind: OtherWording['kind']) => {
    if (text !== asked && !found.has(text)) found.set(text, { text, kind })
  }
  if (words.length === 0 || words.length > mostWords) return []
  const inflected = inflections(words)
  for (const wording of [asked, ...inflected]) {
    for (const synonym of synonymsOf(wording)) {
      add(synonym, 'synonym')
      for (const other of inflections(synonym.split(' '))) add(other, 'synonym')
    }
  }
  for (const text of inflected) add(text, 'inflection')
  const [first, second] = words
  if (words.length === 2 && first !== undefined && second !== undefined) {
    add(`${second} ${first}`, 'inflection')
    add(`${first}${second}`, 'inflection')
  }
  return [...found.values()]
}

/** The phrase with its last word, and with its first word, in the other number. */
function inflections(words: readonly string[]): string[] {
  const last = words.length - 1
  return [...new Set([last, 0])].flatMap((index) => {
    const other = otherNumber(words[index] ?? '')
    return other === null ? [] : [words.with(index, other).join(' ')]
  })
}
