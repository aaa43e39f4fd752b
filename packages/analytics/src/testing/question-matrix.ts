import type { TypedQuestion } from '../query/question-conflicts.ts'

/** A request as a client may send it, and the fields that its rejection must name; none when it must be searched. */
export interface MatrixQuestion {
  name: string
  body: TypedQuestion & { entity?: string; check_cache?: boolean; force?: boolean }
  refused: string[]
}

const values = {
  query_term: 'oat milk',
  x_term: 'tea',
  y_term: 'milk',
  isCompound: true,
  geo: 'DE',
  entity: 'Oatly',
  sources: ['gdelt'],
  startDate: '2026-02-01',
  endDate: '2026-01-31',
  feeds: ['https://example.org/feed.xml'],
  check_cache: false,
  force: true,
} satisfies MatrixQuestion['body']
type Field = keyof typeof values
const fields = Object.keys(values) as Field[] // the fields of the constant above

/** The pairs of fields that contradict each other or lack a third one. Written by hand: it must not be derived from the code. */
const refusedPairs: Partial<Record<`${Field} ${Field}`, string[]>> = {
  'query_term x_term': ['query_term', 'x_term'],
  'query_term y_term': ['query_term', 'y_term'],
  'query_term isCompound': ['isCompound'],
  'x_term isCompound': ['y_term'],
  'y_term isCompound': ['x_term'],
  'y_term geo': ['x_term'],
  'y_term entity': ['x_term'],
  'y_term sources': ['x_term'],
  'y_term startDate': ['x_term'],
  'y_term endDate': ['x_term'],
  'y_term feeds': ['x_term'],
  'y_term check_cache': ['x_term'],
  'y_term force': ['x_term'],
  'isCompound geo': ['isCompound'],
  'isCompound entity': ['isCompound'],
  'isCompound sources': ['isCompound'],
  'isCompound startDate': ['isCompound'],
  'isCompound endDate': ['isCompound'],
  'isCompound feeds': ['isCompound'],
  'isCompound check_cache': ['isCompound'],
  'isCompound force': ['isCompound'],
  'sources feeds': ['feeds'],
  'startDate endDate': ['endDate'],
}

/** Every pair of fields; a request without a term gets one, which contradicts nothing. */
const pairs: MatrixQuestion[] = fields.flatMap((first, index) =>
  fields.slice(index + 1).map((second) => {
    const hasTerm = [first, second].some((field) => field.endsWith('_term'))
    const body = {
      ...(hasTerm ? {} : { query_term: 'oat milk' }),
      [first]: values[first],
      [second]: values[second],
    }
    return { name: `${first} with ${second}`, body, refused: refusedPairs[`${first} ${second}`] ?? [] }
  }),
)

const pair = { x_term: 'tea', y_term: 'milk' }
const others: [name: string, body: MatrixQuestion['body'], refused: string[]][] = [
  ['a pair', pair, []],
  ['a pair of which both must appear', { ...pair, isCompound: true }, []],
  ['a pair of which either may appear', { ...pair, isCompound: false }, []],
  ['a term that says it is no pair', { query_term: 'tea', isCompound: false }, []],
  ['a pair beside a blank term', { ...pair, query_term: '  ' }, []],
  ['a pair with a term', { ...pair, query_term: 'oat' }, ['query_term', 'x_term', 'y_term']],
  ['a blank second term of which both must appear', { x_term: 'tea', y_term: ' ', isCompound: true }, ['y_term']],
  ['a country twice', { query_term: 'tea country:de', geo: 'DE' }, []],
  ['two countries', { query_term: 'tea country:fr', geo: 'DE' }, ['geo']],
  ['two countries of which one may be meant', { query_term: 'tea (country:fr OR milk)', geo: 'DE' }, []],
  ['two countries in a pair', { x_term: 'tea country:fr', y_term: 'milk', isCompound: true, geo: 'DE' }, ['geo']],
  ['one source of two', { query_term: 'tea source:gdelt', sources: ['gdelt', 'reddit'] }, []],
  ['two sources that exclude each other', { query_term: 'tea source:reddit', sources: ['gdelt'] }, ['sources']],
  ['feeds with their source', { query_term: 'tea', sources: ['rss'], feeds: values.feeds }, []],
  ['feeds beside a source in the term', { query_term: 'tea source:reddit', feeds: values.feeds }, ['feeds']],
  ['a first day in the term', { query_term: 'tea since:2026-02', endDate: '2026-01-31' }, ['endDate']],
  ['a last day in the term', { query_term: 'tea until:2026-01', startDate: '2026-02-01' }, ['endDate']],
  ['days that overlap', { query_term: 'tea since:2026-01', startDate: '2026-02-01', endDate: '2026-03-01' }, []],
  [
    'two faults',
    { query_term: 'tea country:fr', geo: 'DE', sources: ['gdelt'], feeds: values.feeds },
    ['geo', 'feeds'],
  ],
]

/** Search requests, with every pair of their fields and every relation between these. */
export const questionMatrix: readonly MatrixQuestion[] = [
  ...pairs,
  ...others.map(([name, body, refused]) => ({ name, body, refused })),
]

/** Countries as clients write them, and their codes; null is rejected. */
export const writtenCountries: readonly [written: string, code: string | null][] = [
  ['DE', 'DE'],
  ['GB', 'GB'],
  ['UK', 'GB'],
  ['EL', 'GR'],
  ['XK', 'XK'],
  ['ZZ', null],
  ['XX', null],
  ['AA', null],
  ['EU', null],
  ['SU', null],
  ['uk', null],
]
