import { directionValences } from './directions.ts'
import { namesSubject } from './subject-words.ts'
import type { ToneWords } from './tone-words.ts'
import {
  beforeVerbLike,
  boosterStep,
  capitalsStep,
  dampeningPairs,
  degrees,
  idioms,
  isInterjection,
  isNegation,
  negationFactor,
} from './vader-rules.ts'

/** Valence by lower-case word. */
export interface ToneLexicon extends Pick<ReadonlyMap<string, number>, 'get' | 'has'> {
  rules?: ToneRules
}

/** What texts of a style are read by beside VADER's rules. */
export interface ToneRules {
  /** Whether "like" carries tone also where it is no verb, as in the reference. */
  countsEveryLike: boolean
  /** Whether what rises and falls has its tone from what it is that does. */
  readsDirections: boolean
}

const noDirections: ReadonlyMap<number, number> = new Map()

/** The valence of each scored word after the rules of its context; null for words that carry no tone. */
export function wordValences(words: ToneWords, lexicon: ToneLexicon): (number | null)[] {
  const valences: (number | null)[] = []
  const directions = lexicon.rules?.readsDirections === true ? directionValences(words) : noDirections
  for (let at = 0; at < words.lower.length; at++) valences.push(valenceAt(at, { words, lexicon, directions }))
  weighBut(words.lower, valences)
  return valences
}

function valenceAt(
  at: number,
  context: { words: ToneWords; lexicon: ToneLexicon; directions: ReadonlyMap<number, number> },
): number | null {
  const { words, lexicon, directions } = context
  const { lower } = words
  const word = lower[at] ?? ''
  const base = directions.get(at) ?? lexicon.get(word)
  if (base === 0) return null
  if (base === undefined || degrees.has(word) || (word === 'kind' && lower[at + 1] === 'of')) return null
  if (word === 'like' && lexicon.rules?.countsEveryLike !== true && !isVerbLike(at, words)) return null
  if (namesSubject(at, words)) return null
  // "no" before a scored word negates it and says nothing of its own.
  if (word === 'no' && !words.endsClause[at] && lexicon.has(lower[at + 1] ?? '')) return 0
  const inClause = isInterjection(word) ? 0 : wordsOfClause(at, words)
  let valence = isNegatedByNo({ lower, at, inClause }) ? base * negationFactor : base
  if (words.mixesCapitals && words.isUpper[at]) valence += valence > 0 ? capitalsStep : -capitalsStep
  for (let distance = 1; distance <= 3; distance++) {
    const before = lower[at - distance]
    if (before === undefined || lexicon.has(before)) continue
    valence += degreeBefore(at - distance, valence, words) * (1 - 0.05 * (distance - 1))
    if (distance <= inClause) valence = negate(valence, { lower, at, distance })
    if (distance === 3) valence = applyIdioms(valence, lower, at)
  }
  return negateByLeast(valence, { lower, at, lexicon })
}

/** Elsewhere "like" compares or fills in ("looks like rain") and says nothing of tone; the reference counts it everywhere. */
function isVerbLike(at: number, { lower, followsI }: ToneWords): boolean {
  return followsI[at] === true || beforeVerbLike.has(lower[at - 1] ?? '') || lower[at + 1] === 'to'
}

/**
 * How many of the three words before a word stand in its clause. A negation reaches no further: "Nope. I hate it" is no
 * praise (Pang, Lee & Vaithyanathan 2002 end its scope at punctuation; the reference implementation does not).
 */
function wordsOfClause(at: number, { endsClause }: ToneWords): number {
  let count = 0
  while (count < 3 && at - count > 0 && endsClause[at - count - 1] !== true) count++
  return count
}

function isNegatedByNo({ lower, at, inClause }: { lower: readonly string[]; at: number; inClause: number }): boolean {
  // "no no no" insists
  if (lower[at] === 'no') return false
  const [before, second, third] = lower.slice(Math.max(0, at - inClause), at).toReversed()
  return before === 'no' || second === 'no' || (third === 'no' && (before === 'or' || before === 'nor'))
}

function degreeBefore(at: number, valence: number, { lower, isUpper, mixesCapitals }: ToneWords): number {
  const degree = degrees.get(lower[at] ?? '')
  if (degree === undefined) return 0
  const emphasis = mixesCapitals && isUpper[at] ? capitalsStep : 0
  return valence < 0 ? -degree - emphasis : degree + emphasis
}

function negate(valence: number, place: { lower: readonly string[]; at: number; distance: number }): number {
  const { lower, at, distance } = place
  const before = lower[at - distance] ?? ''
  const next = lower[at - 1]
  const nextIsEmphatic = distance > 1 && (next === 'so' || next === 'this')
  const second = lower[at - 2]
  if (distance === 2 && before === 'never' && nextIsEmphatic) return valence * 1.25
  if (distance === 3 && ((before === 'never' && (second === 'so' || second === 'this')) || nextIsEmphatic)) {
    return valence * 1.25
  }
  if (before === 'without' && distance > 1 && (next === 'doubt' || (distance === 3 && second === 'doubt')))
    return valence
  return isNegation(before) ? valence * negationFactor : valence
}

function applyIdioms(valence: number, lower: readonly string[], at: number): number {
  const phrase = (from: number, to: number): string => lower.slice(at + from, at + to + 1).join(' ')
  const before = [phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2)]
  let changed = valence
  const found = before.find((words) => idioms.has(words))
  if (found !== undefined) changed = idioms.get(found) ?? changed
  changed = idioms.get(phrase(0, 1)) ?? changed
  changed = idioms.get(phrase(0, 2)) ?? changed
  if (dampeningPairs.has(phrase(-3, -2)) || dampeningPairs.has(phrase(-2, -1))) changed -= boosterStep
  return changed
}

function negateByLeast(
  valence: number,
  { lower, at, lexicon }: { lower: readonly string[]; at: number; lexicon: ToneLexicon },
): number {
  if (lower[at - 1] !== 'least' || lexicon.has('least')) return valence
  const before = lower[at - 2]
  return before === 'at' || before === 'very' ? valence : valence * negationFactor
}

/** What follows "but" counts more than what stands before it. */
function weighBut(lower: readonly string[], valences: (number | null)[]): void {
  const but = lower.indexOf('but')
  if (but === -1) return
  for (let at = 0; at < valences.length; at++) {
    const valence = valences[at]
    if (typeof valence === 'number' && at !== but) valences[at] = valence * (at < but ? 0.5 : 1.5)
  }
}
