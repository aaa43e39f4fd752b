/**
 * Usage: node scripts/checks/fuzz-query.ts [INPUTS [SEED]]. Parses random inputs with the query language; fails on a throw, on a query that does not
 * round-trip, or on one that takes longer than 50 ms.
 */
import { isDeepStrictEqual } from 'node:util'
import { canonicalQuery, formatQuery, maxQueryLength, parseQuery, toTsquery } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'

const [inputs = 100_000, seed = 20_261_121] = process.argv.slice(2).map(Number)
const slowestAllowedMs = 50
const { below, pick } = createRandom(seed)

function many(most: number, make: () => string): string {
  return Array.from({ length: below(most + 1) }, make).join('')
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

/** Kinds of input, from noise to almost valid. */
const makers = [
  () => many(80, () => String.fromCodePoint(below(256))),
  () => many(80, () => String.fromCodePoint(below(0x1_10_00) % 0xd8_00)),
  () => many(40, () => pick(operators)),
  () => many(30, () => `${pick([pick(operators), pick(words), pick(fields)])} `),
  () => many(20, () => `${pick(words)} ${pick(operators)} ${pick(fields)} `),
  () => pick(['(', '-', '"', '(-', 'NOT ', 'tea (', 'a OR (', "'", 'near/3 ']).repeat(below(maxQueryLength)),
  () => `${'('.repeat(below(40))}${many(20, () => `${pick(words)} ${pick(operators)} `)}${')'.repeat(below(40))}`,
  () => `${pick(words)} `.repeat(below(400)),
  () => pick(['東', 'ก', 'က', 'ሀ', '\u0301', 'ﷺ', '-a', 'a near/16 b OR ', '(a)']).repeat(below(700)),
]

let [slowestMs, slowest, failures] = [0, '', 0]
for (let count = 0; count < inputs; count++) {
  // some exceed the limit: a query that is too long is refused
  const text = pick(makers)().slice(0, below(50) === 0 ? undefined : maxQueryLength)
  const problem = findProblem(text)
  if (problem === null) {
    const tookMs = measureMs(text)
    if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, text]
  } else if (++failures <= 10) console.error(`${JSON.stringify(text.slice(0, 200))} ${problem}`)
}
console.log(`${inputs - failures} of ${inputs} inputs read or refused, slowest ${slowestMs.toFixed(1)} ms`)
if (slowestMs > slowestAllowedMs)
  console.error(`Slower than ${slowestAllowedMs} ms: ${JSON.stringify(slowest.slice(0, 200))}`)
process.exitCode = failures > 0 || slowestMs > slowestAllowedMs ? 1 : 0

function findProblem(text: string): string | null {
  try {
    const parsed = parseQuery(text)
    if (!parsed.ok) return parsed.column < 1 || parsed.column > text.length + 1 ? `names column ${parsed.column}` : null
    const written = formatQuery(parsed.query)
    if (written.length > maxQueryLength || isDeepStrictEqual(parseQuery(written), parsed)) return null
    return 'is read otherwise when written'
  } catch (error) {
    return `throws ${String(error)}`
  }
}

/**
 * Processor time, because wall time would include other processes on a busy machine; the best of three, because a run may include a garbage
 * collection.
 */
function measureMs(text: string): number {
  let best = Infinity
  for (let round = 0; round < 3 && best > slowestAllowedMs / 2; round++) {
    const before = process.threadCpuUsage()
    const read = parseQuery(text)
    if (read.ok) {
      canonicalQuery(read.query)
      toTsquery(read.query)
    }
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
