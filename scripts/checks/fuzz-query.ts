/**
 * Usage: node scripts/checks/fuzz-query.ts [INPUTS [SEED]]. Parses random inputs with the query language. Fails if one throws, does not round-trip or
 * takes longer than 50 ms, or if too few of them are valid for that to say anything.
 */
import { isDeepStrictEqual } from 'node:util'
import { canonicalQuery, formatQuery, maxQueryLength, parseQuery, toTsquery } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'

const [inputs = 100_000, seed = 20_261_121] = process.argv.slice(2).map(Number)
if (!Number.isInteger(inputs) || inputs < 1) throw new Error('INPUTS must be a whole number above 0')
const slowestAllowedMs = 50
/** Minimum share of inputs that are valid queries: only those are written, parsed again and timed in full. */
const minValidShare = 0.35
const { below, pick } = createRandom(seed)

function repeat(max: number, make: () => string): string {
  return Array.from({ length: below(max + 1) }, make).join('')
}

const operators = 'AND OR NOT - -- ( ) (( )) " “ » * near/3 NEAR/16 near/0 near/ near/999999999'.split(' ')
const fields = [
  'outlet:"a b"',
  ...'source:hacker_news source: author:x tone:negative since:2026 until:2026-13 score:>=1 score:1..9 SCORE:< lang:en country:de kind:post foo:bar'.split(
    ' ',
  ),
]
const words = [
  '\u0000',
  '\uD800',
  '\u200D',
  ..."tea te* don't covid-19 東京都 สวัสดี ﷺ ½* Ünï 🎉 l'or d’un* C++ .NET r&d tv+ 👩🏽‍💻 정부에서는 ʼ가 Ankara'da oʼ a*".split(
    ' ',
  ),
]

const terms = ['tea', 'te*', '"cold milk"', 'covid-19', '東京都', 'oat near/3 milk', "l'or"]
const filters = [
  'source:hacker_news',
  'tone:negative',
  'since:2026',
  'score:1..9',
  'lang:en',
  'country:de',
  'kind:post',
]

function validQuery(depth: number): string {
  if (depth === 0) return pick(terms)
  const [left, right] = [validQuery(depth - 1), validQuery(depth - 1)]
  return pick([
    `(${left} OR ${right})`,
    `(${left} ${pick(filters)})`,
    `(${left} AND NOT ${right})`,
    `(${left} -${pick(terms)})`,
  ])
}

/** Kinds of input, from noise to valid. */
const makers = [
  () => repeat(80, () => String.fromCodePoint(below(256))),
  () => repeat(80, () => String.fromCodePoint(pick([below(0xd8_00), 0x1_00_00 + below(0x10_00_00)]))),
  () => repeat(40, () => pick(operators)),
  () => repeat(30, () => `${pick([pick(operators), pick(words), pick(fields)])} `),
  () => repeat(20, () => `${pick(words)} ${pick(operators)} ${pick(fields)} `),
  () => pick(['(', '-', '"', '(-', 'NOT ', 'tea (', 'a OR (', "'", 'near/3 ']).repeat(below(maxQueryLength)),
  () => `${'('.repeat(below(40))}${repeat(20, () => `${pick(words)} ${pick(operators)} `)}${')'.repeat(below(40))}`,
  () => `${pick(words)} `.repeat(below(400)),
  () => pick(['東', 'ก', 'က', 'ሀ', '\u0301', 'ﷺ', '-a', 'a near/16 b OR ', '(a)']).repeat(below(700)),
  () => validQuery(below(4)),
]

let [slowestMs, slowest, failures, valid] = [0, '', 0, 0]
for (let count = 0; count < inputs; count++) {
  // some exceed the limit: a query that is too long is refused
  const text = pick(makers)().slice(0, below(50) === 0 ? undefined : maxQueryLength)
  const problem = findProblem(text)
  if (problem === null) {
    if (parseQuery(text).ok) valid += 1
    const tookMs = measureMs(text)
    if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, text]
  } else if (++failures <= 10) console.error(`${JSON.stringify(text.slice(0, 200))} ${problem}`)
}
console.log(
  `${inputs - failures} of ${inputs} inputs parsed or refused, ${valid} of them valid, slowest ${slowestMs.toFixed(1)} ms`,
)
if (slowestMs > slowestAllowedMs)
  console.error(`Slower than ${slowestAllowedMs} ms: ${JSON.stringify(slowest.slice(0, 200))}`)
if (valid < inputs * minValidShare) console.error(`Only ${valid} inputs are valid queries`)
process.exitCode = failures > 0 || slowestMs > slowestAllowedMs || valid < inputs * minValidShare ? 1 : 0

function findProblem(text: string): string | null {
  try {
    const parsed = parseQuery(text)
    if (!parsed.ok)
      return parsed.column < 1 || parsed.column > text.length + 1
        ? `reports column ${parsed.column}, which is outside the query`
        : null
    canonicalQuery(parsed.query)
    toTsquery(parsed.query)
    const queryText = formatQuery(parsed.query)
    // quotation marks and parentheses can make it longer than a query may be
    if (queryText.length > maxQueryLength || isDeepStrictEqual(parseQuery(queryText), parsed)) return null
    return `is written as ${JSON.stringify(queryText.slice(0, 200))}, which parses to another query`
  } catch (error) {
    return `throws ${String(error)}`
  }
}

/**
 * Processor time, because wall time would include other processes on a busy machine. A slow run is repeated up to twice and the best one counts,
 * because it may have included a garbage collection.
 */
function measureMs(text: string): number {
  let best = Infinity
  for (let round = 0; round < 3 && best > slowestAllowedMs / 2; round++) {
    const before = process.threadCpuUsage()
    const parsed = parseQuery(text)
    if (parsed.ok) {
      canonicalQuery(parsed.query)
      toTsquery(parsed.query)
    }
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
