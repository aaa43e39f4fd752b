import { attachmentMark } from '@auspex/contract/attached-words'

/** Simple particles, longest first. Compound ones ("에서는", "이라고") are split off one after the other: "고양이라고" must begin like "고양이". */
const particles: readonly (readonly [text: string, before: Before])[] = [
  ['으로서', 'consonant'],
  ['으로써', 'consonant'],
  ['에게서', 'any'],
  ['한테서', 'any'],
  ['으로', 'consonant'],
  ['로서', 'vowel or l'],
  ['로써', 'vowel or l'],
  ['에서', 'any'],
  ['에게', 'any'],
  ['께서', 'any'],
  ['한테', 'any'],
  ['까지', 'any'],
  ['부터', 'any'],
  ['보다', 'any'],
  ['처럼', 'any'],
  ['마다', 'any'],
  ['조차', 'any'],
  ['마저', 'any'],
  ['만큼', 'any'],
  ['밖에', 'any'],
  ['라고', 'vowel'],
  ['라는', 'vowel'],
  ['가', 'vowel'],
  ['는', 'vowel'],
  ['를', 'vowel'],
  ['와', 'vowel'],
  ['나', 'vowel'],
  ['라', 'vowel'],
  ['란', 'vowel'],
  ['랑', 'vowel'],
  ['로', 'vowel or l'],
  ['이', 'consonant'],
  ['은', 'consonant'],
  ['을', 'consonant'],
  ['과', 'consonant'],
  ['의', 'any'],
  ['에', 'any'],
  ['도', 'any'],
  ['만', 'any'],
]

const [firstSyllable, lastSyllable] = [0xac00, 0xd7a3]
const finals = 28
const finalL = 8
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const byLastSyllable = new Map<string, (readonly [text: string, before: Before])[]>()

for (const particle of particles) {
  const last = particle[0].slice(-1)
  byLastSyllable.set(last, [...(byLastSyllable.get(last) ?? []), particle])
}

/**
 * Text that is written together with a word without being part of it becomes a word of its own: the article in "l'inflation", the particle in "삼성이",
 * the case ending in "Ankara'da", the sign in "Disney+". The word alone is then found, and the original text is found as a phrase, in every engine.
 * `attachmentMark` marks the attached part on the side of its word, so that the article in "d'or" is not the D of "vitamin D". Folding leaves this
 * sign in no other word.
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

/** A folded word split into its parts; attached parts carry the mark, and the letters joined in this order are those of the word. */
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

/** Length of the elided article that a word begins with, including its apostrophe; 0 without one. */
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

/** Whether a run of word characters is an attached word as returned by `tokenize`: tokenising it again must change nothing. */
export function isAttachment(run: string): boolean {
  if (run.endsWith(attachmentMark)) {
    const before = run.slice(0, -1)
    return before === 'point' || articles.has(before)
  }
  if (!run.startsWith(attachmentMark)) return false
  const after = run.slice(1)
  return /^(?:plus(?:plus)?|tone[1-5])$/.test(after) || turkishEndings.has(after) || isParticle(after)
}

/** What a particle requires of the syllable before it. */
type Before = 'any' | 'consonant' | 'vowel' | 'vowel or l'

function isParticle(text: string): boolean {
  return particles.some(([particle]) => particle === text)
}

/**
 * Where the last particle of a folded word begins that ends at `end`, or -1. It must follow at least two syllables, the last of which has the sound
 * that the particle needs, or a word in other letters ("AI는"): in "국가" and "도로" the last syllable belongs to the word.
 */
function endingStart(word: string, end: number): number {
  for (const [particle, before] of byLastSyllable.get(word.charAt(end - 1)) ?? []) {
    const start = end - particle.length
    if (start > 0 && word.startsWith(particle, start) && canFollow(word, start, before)) return start
  }
  return -1
}

function canFollow(word: string, start: number, before: Before): boolean {
  const code = word.charCodeAt(start - 1)
  if (!isSyllable(code)) return /[\p{L}\p{N}]/u.test(word.charAt(start - 1)) && !hanOrKana.test(word.charAt(start - 1))
  if (start < 2 || before === 'any') return start >= 2
  const final = (code - firstSyllable) % finals
  if (before === 'consonant') return final !== 0
  return final === 0 || (before === 'vowel or l' && final === finalL)
}

function isSyllable(code: number): boolean {
  return code >= firstSyllable && code <= lastSyllable
}
