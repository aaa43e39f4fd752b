import type { ToneWords } from './tone-words.ts'
import { isNegation } from './vader-rules.ts'

/** Nouns for which "killer" is praise; otherwise it means someone who kills. */
const praisedThings = setOf(
  'feature features app apps application applications deal deals price prices offer offers bargain combo combination product products update ' +
    'release track tracks album song songs tune riff hook soundtrack playlist performance show set look looks outfit workout lineup line-up ' +
    'hardware camera graphics design demo content recipe view views idea ideas argument pitch tip tips hack hacks setup',
)
/** Words that may be in between: "killer new feature". */
const between = setOf('new little must-have mobile web iphone android black early live debut')
const praise = 1.9

/** The valence of "killer" where it praises a product or a show; undefined elsewhere. */
export function killerPraise(
  at: number,
  { lower, endsClause }: Pick<ToneWords, 'lower' | 'endsClause'>,
): number | undefined {
  if (lower[at] !== 'killer' || endsClause[at] === true) return undefined
  const next = lower[at + 1] ?? ''
  const isPraise = praisedThings.has(next) || (between.has(next) && praisedThings.has(lower[at + 2] ?? ''))
  return isPraise ? praise : undefined
}

const determiners = setOf('the my our your his her their its')
/** Words that may be between a negation and "the worst". */
const qualifiers = setOf('quite exactly really even actually necessarily always being')
const denials = setOf('no hardly scarcely')

/**
 * Whether a superlative is negated: "not the worst phone", "hardly the ugliest", "far from the most terrible". What is not at the end of a scale may
 * be anywhere else on it, so it has no tone.
 */
export function isDeniedSuperlative(
  at: number,
  { lower, endsClause }: Pick<ToneWords, 'lower' | 'endsClause'>,
): boolean {
  const word = lower[at] ?? ''
  const hasMost = lower[at - 1] === 'most'
  if (!hasMost && word !== 'worst' && !/^.{3,}est$/.test(word)) return false
  let place = hasMost ? at - 2 : at - 1
  if (!determiners.has(lower[place] ?? '')) return false
  place -= 1
  if (qualifiers.has(lower[place] ?? '')) place -= 1
  const before = lower[place]
  if (before === undefined || endsClause.slice(place, at).includes(true)) return false
  return isNegation(before) || denials.has(before) || (before === 'from' && lower[place - 1] === 'far')
}

const fewWords = setOf('hardly scarcely barely rarely')
const anyWords = setOf('anyone anybody anything')

/** "Hardly anyone": almost nobody does what follows. */
export function isHardlyAnyone(at: number, lower: readonly string[]): boolean {
  return anyWords.has(lower[at] ?? '') && fewWords.has(lower[at - 1] ?? '')
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
