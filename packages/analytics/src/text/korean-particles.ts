/** What a particle asks of the syllable before it. */
type Before = 'any' | 'consonant' | 'vowel' | 'vowel or l'

/**
 * Particles of one piece, longest first. Those that are made of others ("에서는", "이라고") come apart one after the other: "고양이라고" must begin
 * as "고양이" does.
 */
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

/** Whether a text is one of the particles. */
export function isParticle(text: string): boolean {
  return particles.some(([particle]) => particle === text)
}

/**
 * Where the last particle of a folded word begins that ends at `end`, or -1. Before it stand at least two syllables, of which the last has
 * the sound that the particle needs, or a word in other letters ("AI는"): in "국가" and "도로" the last syllable belongs to the word.
 */
export function endingStart(word: string, end: number): number {
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
