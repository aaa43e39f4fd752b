import { both, either, has, type Matcher, near, not } from './naive-matcher.ts'

/** A query as typed, and the same query for the naive matcher. */
export type Question = readonly [typed: string, matches: Matcher]

const words =
  'google python java linux climate obama bitcoin startup china trade coffee beer security energy war solar seafood wuhan ruby wikileaks'
const phrases =
  'climate change|open source|silicon valley|hacker news|machine learning|new york|united states|trade war|global warming|white house|social media|black hole|stack overflow|south korea|artificial intelligence'
const beginnings = 'program* vaccin* climat* econom* terror* hack* brew* encrypt* quantum* migrat* java* electr*'
const pairs =
  'google microsoft|python ruby|obama war|climate energy|china trade|apple iphone|linux windows|bitcoin bank'

function single(text: string): Question {
  return [text, has(text)]
}

function split(pair: string): [string, string] {
  const [a = '', b = ''] = pair.split(' ')
  return [a, b]
}

const joins = pairs.split('|').flatMap((pair): Question[] => {
  const [a, b] = split(pair)
  return [
    [`${a} AND ${b}`, both(has(a), has(b))],
    [`${a} OR ${b}`, either(has(a), has(b))],
    [`${a} -${b}`, both(has(a), not(has(b)))],
  ]
})

const nears = pairs.split('|').map((pair, index): Question => {
  const [a, b] = split(pair)
  return [`${a} near/${index * 2 + 2} ${b}`, near(a, b, index * 2 + 2)]
})

function on(outlet: string): Matcher {
  return (row) => row.outlet.toLowerCase() === outlet
}

function withScore(holds: (score: number) => boolean): Matcher {
  return (row) => row.score !== null && holds(row.score)
}

const others: Question[] = [
  [
    '(google OR apple) AND (phone OR android) -microsoft',
    both(either(has('google'), has('apple')), either(has('phone'), has('android')), not(has('microsoft'))),
  ],
  ['"open source" AND NOT (linux OR windows)', both(has('open source'), not(either(has('linux'), has('windows'))))],
  [
    'climate AND (change OR warming) AND -hoax',
    both(has('climate'), either(has('change'), has('warming')), not(has('hoax'))),
  ],
  ['"new york" OR "los angeles" OR chicago', either(has('new york'), has('los angeles'), has('chicago'))],
  ['tea near/3 te*', near('tea', 'te*', 3)],
  ['"climate change" near/8 energy', near('climate change', 'energy', 8)],
  ['"open source" near/4 software', near('open source', 'software', 4)],
  ['beer near/5 brew*', near('beer', 'brew*', 5)],
  ['government AND -(tax OR near OR war)', both(has('government'), not(either(has('tax'), has('near'), has('war'))))],
  ['python source:imported', has('python')],
  ['python source:reddit OR ruby', has('ruby')],
  ['trade country:CN', both(has('trade'), (row) => row.country === 'CN')],
  ['china -country:US', both(has('china'), (row) => row.country !== 'US')],
  ['google outlet:news.ycombinator.com', both(has('google'), on('news.ycombinator.com'))],
  ['python -outlet:Reddit/r/Python', both(has('python'), not(on('reddit/r/python')))],
  ['obama since:2009 until:2009-06', both(has('obama'), (row) => row.day >= '2009-01-01' && row.day <= '2009-06-30')],
  [
    'bitcoin (since:2014 OR score:>100)',
    both(
      has('bitcoin'),
      either(
        (row) => row.day >= '2014-01-01',
        withScore((n) => n > 100),
      ),
    ),
  ],
  [
    'linux score:>=50',
    both(
      has('linux'),
      withScore((n) => n >= 50),
    ),
  ],
  [
    'linux score:10..20',
    both(
      has('linux'),
      withScore((n) => n >= 10 && n <= 20),
    ),
  ],
  ['war -score:<5', both(has('war'), not(withScore((n) => n < 5)))],
  ['beer kind:comment', both(has('beer'), (row) => row.kind === 'forum_comment')],
]

/** A hundred queries: words, phrases, prefixes, operators, proximity, fields, and all of them nested. */
export const questions: readonly Question[] = [
  ...words.split(' ').map(single),
  ...phrases.split('|').map(single),
  ...beginnings.split(' ').map(single),
  ...joins,
  ...nears,
  ...others,
].slice(0, 100)
