import { attachmentMark } from '@auspex/contract/attached-words'
import { endingStart, isParticle } from './korean-particles.ts'

/**
 * What is written together with a word without being part of it becomes a word of its own: the article in "l'inflation", the particle in
 * "삼성이", the case ending in "Ankara'da", the sign in "Disney+". The word alone is then found, and what was written is found as a phrase, in
 * every engine. `attachmentMark` marks the attached part on the side of its word, so that the article in "d'or" is not the D of "vitamin D".
 * Folding leaves this sign in no other word.
 */
const articles = new Set(
  (
    'l d j m t s n c qu jusqu lorsqu puisqu quoiqu quelqu presqu entr ' +
    'un dell all dall nell sull coll pell quell quest bell sant gl degl agl dagl negl sugl tutt mezz cent o b'
  ).split(' '),
)
/** These also begin names before a consonant: D'Souza, L'Wren, O'Brien. */
const namePrefixes = new Set(['l', 'd', 'o'])
const vowelOrH = /^[aeiouyh]/u
const englishContractions = new Set(["o'clock", "d'you", "d'ya", "s'all"])

/** Endings that Turkish writes after the apostrophe of a name, folded. */
const turkishEndings = new Set(
  (
    'da de ta te dan den tan ten daki deki taki teki a e ya ye na ne i u yi yu ni nu in un nin nun yla yle la le ' +
    'dir dur tir tur li lu lik luk'
  ).split(' '),
)

const articleRun = /^(\p{L}{1,6})'(?=\p{L})/u
const endingRun = /^(.*\p{L}{2})'(\p{L}{1,4})$/su

/** A folded word taken apart; attached parts bear the mark, and joined in this order the letters are those of the word. */
export interface SplitWord {
  articles: string[]
  stem: string
  endings: string[]
}

export function splitAttached(word: string): SplitWord {
  const split: SplitWord = { articles: [], stem: word, endings: [] }
  for (let length = articleLength(split.stem); length > 0; length = articleLength(split.stem)) {
    split.articles.push(split.stem.slice(0, length - 1) + attachmentMark)
    split.stem = split.stem.slice(length)
  }
  for (let ending = lastEnding(split.stem); ending !== null; ending = lastEnding(split.stem)) {
    split.endings.unshift(attachmentMark + ending.text)
    split.stem = split.stem.slice(0, ending.start)
  }
  return split
}

/** Length of the elided article that a word begins with, its apostrophe included; 0 without one. */
function articleLength(word: string): number {
  const found = articleRun.exec(word)
  const article = found?.[1]
  if (found === null || article === undefined || !articles.has(article)) return 0
  const rest = word.slice(found[0].length)
  const isBeforeVowel = vowelOrH.test(rest)
  if (englishContractions.has(word) || (rest.length < 2 && !isBeforeVowel)) return 0
  return isBeforeVowel || namePrefixes.has(article) ? found[0].length : 0
}

function lastEnding(word: string): { start: number; text: string } | null {
  const turkish = endingRun.exec(word)
  if (turkish !== null && turkishEndings.has(turkish[2] ?? '')) {
    return { start: turkish[1]?.length ?? 0, text: turkish[2] ?? '' }
  }
  const start = endingStart(word, word.length)
  return start === -1 ? null : { start, text: word.slice(start) }
}

/** Whether a run of word characters is an attached word in the form that `tokenize` gives it: reading it again must change nothing. */
export function isAttachment(run: string): boolean {
  if (run.endsWith(attachmentMark)) {
    const before = run.slice(0, -1)
    return before === 'point' || articles.has(before)
  }
  if (!run.startsWith(attachmentMark)) return false
  const after = run.slice(1)
  return /^(?:plus(?:plus)?|tone[1-5])$/.test(after) || turkishEndings.has(after) || isParticle(after)
}
