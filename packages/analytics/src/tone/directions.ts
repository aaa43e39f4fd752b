import type { ToneWords } from './tone-words.ts'

const upWords =
  'rise rises rose risen rising increase increases increased increasing climb climbs climbed climbing grow grows grew grown growing ' +
  'jump jumps jumped surge surges surged soar soars soared double doubles doubled triple tripled widen widens widened accelerate ' +
  'accelerates accelerated improve improves improved recover recovers recovered rebound rebounds rebounded strengthened higher ' +
  'exceeded exceeds beat beats top tops topped up more'
const downWords =
  'fall falls fell fallen falling drop drops dropped dropping decline declines declined declining decrease decreases decreased ' +
  'shrink shrinks shrank shrunk narrow narrows narrowed slow slows slowed ease eases eased slide slides slid slip slips slipped ' +
  'sink sinks sank tumble tumbles tumbled plunge plunges plunged plummet plummets plummeted slump slumps slumped halve halves halved cut ' +
  'cuts lower weaken weakens weakened contract contracts contracted miss misses missed wiped smaller scrapped ended down fewer less'
const goodMeasures =
  'profit profits profitability earnings sales revenue revenues income turnover dividend dividends orders exports output margin margins ' +
  'jobs shares ebit ebitda demand productivity confidence wages deliveries backlog forecasts forecast estimates expectations consensus ' +
  'guidance hiring employment survival literacy attendance harvest'
const badMeasures =
  'loss losses cost costs debt debts deficit deficits unemployment jobless joblessness inflation crime crimes deaths expenses ' +
  'bankruptcies insolvencies infections emissions absences arrears homelessness poverty loans claims impairments complaints outages ' +
  'delays accidents injuries floods layoffs redundancies pollution waste smoking violence'

const risingWords = setOf(upWords)
const fallingWords = setOf(downWords)
const gains = setOf(goodMeasures)
const burdens = setOf(badMeasures)
/** Maximum distance in words between a direction and its measure, before or after it. */
const reach = { behind: 7, before: 2 }
/** Twice the strength of "fell" and "rose" in the market lexicon: here it is certain what they refer to. */
const strength = 1.8

/** Whether a word is a direction, whose tone depends on what moves. */
export function isDirection(word: string): boolean {
  return risingWords.has(word) || fallingWords.has(word)
}

/** All words for directions. */
export function listDirections(): string[] {
  return [...risingWords, ...fallingWords]
}

/**
 * Valences of direction words, by what moves: falling profits are bad news and falling costs are good. The measure itself has no tone then, and
 * neither has a direction without a measure. By position; empty where there is no measure. After Malo, Sinha, Korhonen, Wallenius & Takala (2014),
 * Good debt or bad debt, JASIST 65(4).
 */
export function directionValences({ lower, endsClause }: ToneWords): ReadonlyMap<number, number> {
  const valences = new Map<number, number>()
  for (let at = 0; at < lower.length; at++) {
    const word = lower[at] ?? ''
    const sign = gains.has(word) ? 1 : burdens.has(word) ? -1 : 0
    if (sign === 0) continue
    const direction = findDirection(at, lower, endsClause)
    if (direction === null || valences.has(direction)) continue
    valences.set(direction, (risingWords.has(lower[direction] ?? '') ? sign : -sign) * strength)
    valences.set(at, 0)
  }
  return valences
}

function findDirection(at: number, lower: readonly string[], endsClause: readonly boolean[]): number | null {
  for (let before = at - 1; before >= Math.max(0, at - reach.before) && endsClause[before] !== true; before--) {
    if (saysDirection(before, lower)) return before
  }
  for (let after = at; after < at + reach.behind && endsClause[after] !== true; after++) {
    if (saysDirection(after + 1, lower)) return after + 1
  }
  return null
}

/** "Up" and "more" occur with nearly everything: they count only before a figure or "from". */
function saysDirection(at: number, lower: readonly string[]): boolean {
  const word = lower[at]
  if (word === undefined || !isDirection(word)) return false
  return (word !== 'up' && word !== 'more') || /^(?:from|by|\d.*)$/.test(lower[at + 1] ?? '')
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
