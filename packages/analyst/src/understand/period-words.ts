import { type DayRange, type Count } from './calendar.ts'

/** A word of a period in any of the four languages, as the grammar of periods knows it. */
export type PeriodWord =
  | {
      readonly kind: 'month' | 'weekday' | 'season' | 'ordinal' | 'number' | 'year' | 'quarter' | 'half' | 'decade'
      readonly value: number
    }
  | { readonly kind: 'unit'; readonly value: Unit }
  | { readonly kind: 'sign'; readonly value: Sign }

export type Unit = 'day' | 'week' | 'weekend' | 'fortnight' | 'month' | 'quarter' | 'half' | 'year' | 'decade'
export type Sign =
  | 'since'
  | 'from'
  | 'to'
  | 'between'
  | 'and'
  | 'before'
  | 'after'
  | 'onward'
  | 'last'
  | 'past'
  | 'this'
  | 'next'
  | 'early'
  | 'mid'
  | 'late'
  | 'now'
  | 'yesterday'
  | 'ago'
  | 'the'
  | 'few'
  | 'same'
  | 'rest'
  | 'date'
  | 'christmas'

const languages = ['en', 'de', 'fr', 'es']

const signs: Readonly<Record<Sign, string>> = {
  since: 'since seit depuis desde ab starting',
  from: 'from von vom de du del des',
  to: 'to bis a au al hasta until till til through thru jusque jusqu - – — / ending by',
  between: 'between zwischen entre',
  and: 'and und et y or oder ou & ,',
  before: 'before vor avant antes prior davor earlier previously',
  after: 'after nach apres despues danach later following',
  onward: 'onwards onward on forward forwards adelante',
  last: 'last letzte letzten letztes letzter letztem vorige vorigen voriges dernier derniere derniers dernieres passe passee pasado pasada previous anterior anteriores',
  past: 'past vergangene vergangenen ultimo ultima ultimos ultimas',
  this: 'this diese diesen dieses dieser diesem cette ce cet esta este current calendar',
  next: 'next nachste nachsten nachstes nachster nachstem kommende kommenden prochain prochaine prochains prochaines proximo proxima proximos proximas viene coming',
  early: 'early anfang debut principios inicios comienzos start beginning jahresbeginn',
  mid: 'mid middle mitte mi mediados',
  late: 'late end ende fin fines finales',
  now: 'now today heute hoy aujourd jetzt actualidad',
  yesterday: 'yesterday gestern hier ayer',
  ago: 'ago',
  the: 'the der die das dem den le la les el los las l d of in im en',
  few: 'few couple several einigen quelques unos',
  same: 'same',
  rest: 'rest remainder',
  date: 'date fecha ytd',
  christmas: 'christmas weihnachten noel navidad',
}

const units: Readonly<Record<Unit, string>> = {
  day: 'day days tag tage tagen tages jour jours dia dias',
  week: 'week weeks woche wochen semaine semaines semana semanas kw wk wks',
  weekend: 'weekend weekends wochenende',
  fortnight: 'fortnight fortnights quinzaine quincena',
  month: 'month months monat monate monaten monats mois mes meses mths',
  quarter: 'quarter quarters quartal quartals quartale trimestre trimestres',
  half: 'half halbjahr halbjahrs semestre semestres hälfte',
  year: 'year years yr yrs jahr jahre jahren jahres an ans annee annees ano anos',
  decade: 'decade decades jahrzehnt jahrzehnte decennie decada',
}

const seasons = [
  'spring fruhling fruhjahr printemps primavera',
  'summer sommer ete verano',
  'autumn fall herbst automne otono',
  'winter hiver invierno',
]
/** Its place among the seasons. */
export const winter = 3

const ordinals = [
  'first erste ersten erstes erster premier premiere premiers premieres primer primero primera primeros primeras',
  'second zweite zweiten zweites deuxieme seconde segundo segunda',
  'third dritte dritten drittes troisieme tercer tercero tercera',
  'fourth vierte vierten viertes quatrieme cuarto cuarta',
]

const numberWords = [
  'one eins un una',
  'two zwei deux dos',
  'three drei trois tres',
  'four vier quatre cuatro',
  'five funf cinq cinco',
  'six sechs seis',
  'seven sieben sept siete',
  'eight acht huit ocho',
  'nine neun neuf nueve',
  'ten zehn dix diez',
  'eleven elf onze once',
  'twelve zwolf douze doce',
]
const tens: Readonly<Record<string, number>> = {
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  ninety: 90,
  sixty: 60,
  treinta: 30,
  trente: 30,
  dreißig: 30,
}
const decades = ['noventa', 'ochenta', 'neunziger', 'achtziger', 'nineties', 'eighties']

const vocabulary = new Map<string, PeriodWord>()

function add(words: string, word: PeriodWord): void {
  for (const one of words.split(' ')) if (!vocabulary.has(one)) vocabulary.set(one, word)
}

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace('.', '').toLowerCase()
}

for (const language of languages) {
  for (let month = 0; month < 12; month += 1) {
    const day = new Date(Date.UTC(2024, month, 1))
    const name = (form: 'long' | 'short') =>
      fold(new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' }).format(day))
    add(name('long'), { kind: 'month', value: month + 1 })
    // the short names of other languages are words of English: ago, set, mar
    if (language === 'en' || language === 'de') add(name('short'), { kind: 'month', value: month + 1 })
  }
  for (let weekday = 0; weekday < 7; weekday += 1)
    add(
      fold(
        new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
          new Date(Date.UTC(2024, 0, 1 + weekday)),
        ),
      ),
      {
        kind: 'weekday',
        value: weekday,
      },
    )
}
add('sept', { kind: 'month', value: 9 })
add('janner', { kind: 'month', value: 1 })
for (const [sign, words] of Object.entries(signs)) add(words, { kind: 'sign', value: sign as Sign }) // the keys are defined above
for (const [unit, words] of Object.entries(units)) add(words, { kind: 'unit', value: unit as Unit }) // the keys are defined above
seasons.forEach((words, value) => add(words, { kind: 'season', value }))
ordinals.forEach((words, at) => add(words, { kind: 'ordinal', value: at + 1 }))
numberWords.forEach((words, at) => add(words, { kind: 'number', value: at + 1 }))
for (const [word, value] of Object.entries(tens)) add(fold(word), { kind: 'number', value })
decades.forEach((word, at) => add(word, { kind: 'decade', value: at % 2 === 0 ? 1990 : 1980 }))

/** A word as the grammar of periods knows it; null for any other. Takes it in lower case and without accents. */
export function readPeriodWord(folded: string): PeriodWord | null {
  if (/^(?:19|20)\d\d$/u.test(folded)) return { kind: 'year', value: Number(folded) }
  const number = /^(\d{1,3})(st|nd|rd|th|er|ro|e)?$/u.exec(folded)
  if (number !== null) return { kind: 'number', value: Number(number[1]) }
  const quarter = /^q([1-4])$|^([1-4])q$|^t([1-4])$/u.exec(folded)
  if (quarter !== null) return { kind: 'quarter', value: Number(quarter[1] ?? quarter[2] ?? quarter[3]) }
  const half = /^h([12])$|^([12])h$/u.exec(folded)
  if (half !== null) return { kind: 'half', value: Number(half[1] ?? half[2]) }
  const decade = /^((?:19|20)?\d)0e?r?s$/u.exec(folded)
  if (decade !== null) return { kind: 'decade', value: firstYearOf(Number(decade[1])) }
  return vocabulary.get(folded) ?? null
}

/** Of a decade without its last digit: "1990s" and "90s" are the same, and "10s" are of this century. */
function firstYearOf(decade: number): number {
  if (decade > 99) return decade * 10
  return (decade < 3 ? 2000 : 1900) + decade * 10
}

const classes = new Map<string, string>()

/** What kind of a word of periods it is, for the tagger; null for any other word. */
export function dateClass(folded: string): string | null {
  const stored = classes.get(folded)
  if (stored !== undefined) return stored
  const word = readPeriodWord(folded)
  if (word === null || (word.kind === 'sign' && word.value === 'the')) return null
  const named = classOf(word)
  if (classes.size < 10_000) classes.set(folded, named)
  return named
}

function classOf(word: PeriodWord): string {
  if (word.kind === 'sign') return `sign ${word.value}`
  return word.kind === 'number' && word.value <= 31 ? 'day' : word.kind
}

/** A day, month or year as far as it is named. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  week?: number
  weekday?: number
  quarter?: number
  half?: number
  season?: number
  decade?: number
  part?: 'early' | 'mid' | 'late'
  /** Calendar units before or after the current one: "last week" is -1. */
  shift?: number
  unit?: Unit
  /** Days that need no further reading. */
  days?: DayRange
}

export const wordPattern = /\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.(?:\d{4})?|[\p{L}\p{N}]+|[-–—/&,]/gu

export type Token = PeriodWord | { readonly kind: 'days'; readonly value: DateParts }

export function toToken(word: string): Token[] | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(word)
  if (iso !== null)
    return [{ kind: 'days', value: { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) } }]
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/u.exec(word)
  if (dotted !== null)
    return [
      {
        kind: 'days',
        value: {
          day: Number(dotted[1]),
          month: Number(dotted[2]),
          ...(dotted[3] !== undefined && { year: Number(dotted[3]) }),
        },
      },
    ]
  const known = readPeriodWord(word)
  if (known === null) return null
  return known.kind === 'sign' && known.value === 'the' ? [] : [known]
}

export function isSign(token: Token | undefined, ...values: readonly Sign[]): boolean {
  return token?.kind === 'sign' && values.includes(token.value)
}

export function isUnit(token: Token): boolean {
  return token.kind === 'unit'
}

export function isBareNumber(tokens: readonly Token[]): boolean {
  return tokens.length === 1 && tokens[0]?.kind === 'number'
}

export function numberOf(tokens: readonly Token[]): number {
  return Number(tokens[0]?.value)
}

/** A number of units, and nothing else; one where no number is named. */
export function countOf(tokens: readonly Token[]): Count | null {
  const unit = tokens.at(-1)
  if (unit?.kind !== 'unit') return null
  const [number, ...rest] = tokens.slice(0, -1)
  if (rest.length > 0) return null
  if (number === undefined) return { count: 1, unit: unit.value }
  if (number.kind === 'number') return { count: number.value, unit: unit.value }
  return isSign(number, 'few') ? { count: 3, unit: unit.value } : null
}

/** What signs add to a date. */
const partsOfSigns: Readonly<Partial<Record<Sign, DateParts>>> = {
  last: { shift: -1 },
  past: { shift: -1 },
  this: { shift: 0 },
  next: { shift: 1 },
  early: { part: 'early' },
  mid: { part: 'mid' },
  late: { part: 'late' },
  christmas: { month: 12, day: 25 },
}

/** What is named by words without a preposition; null where they do not make a date. */
export function readNamed(tokens: readonly Token[]): DateParts | null {
  if (tokens.some((token, at) => at > 0 && isSign(token, 'before'))) return null
  const words = withoutShiftOfYear(partsOfWords(tokens))
  const ordinal = valuesOf(tokens, 'ordinal').at(-1)
  const ordered = ordinal === undefined ? words : { ...words, ...partOfOrdinal(ordinal, words, tokens.length === 1) }
  const named = withNumbers(ordered, valuesOf(tokens, 'number'))
  const [first, ...others] = Object.keys(named)
  // "early" alone is that of this year
  if (first === 'part' && others.length === 0) return { ...named, shift: 0, unit: 'year' }
  return first === undefined ? null : named
}

function valuesOf(tokens: readonly Token[], kind: 'number' | 'ordinal'): number[] {
  return tokens.flatMap((token) => (token.kind === kind ? [token.value] : []))
}

/** The parts that single words name; numbers and ordinals need the others beside them. */
function partsOfWords(tokens: readonly Token[]): DateParts {
  const named: DateParts = {}
  for (const token of tokens) {
    if (token.kind === 'days') Object.assign(named, token.value)
    else if (token.kind === 'sign') Object.assign(named, partsOfSigns[token.value])
    else if (token.kind === 'unit') named.unit = token.value
    // "winter 2020/21", "July 2012 2013": the first one counts
    else if (token.kind !== 'number' && token.kind !== 'ordinal') named[token.kind] ??= token.value
  }
  return named
}

/** "Calendar 2021" is that year, and "the last quarter of 2019" its fourth. */
function withoutShiftOfYear(named: DateParts): DateParts {
  if (named.shift === undefined || named.year === undefined) return named
  const { shift, ...others } = named
  if (shift !== -1) return others
  if (named.unit === 'quarter') return { ...others, quarter: 4 }
  return named.unit === 'half' ? { ...others, half: 2 } : others
}

/** "The second quarter", "the first of May". */
function partOfOrdinal(ordinal: number, { unit, month }: DateParts, isAlone: boolean): DateParts {
  if (unit === 'quarter') return { quarter: ordinal }
  if (unit === 'half') return { half: ordinal }
  if (month !== undefined) return { day: ordinal }
  return ordinal === 4 && isAlone ? { quarter: 4 } : {}
}

/** Numbers are those of a week, a day, or a year without its century: "week 12", "3 April", "winter 20/21". */
function withNumbers(named: DateParts, [number, second]: readonly number[]): DateParts {
  const { season, year } = named
  if (number !== undefined && named.unit === 'week' && named.shift === undefined)
    return { week: number, ...(year !== undefined && { year }) }
  const parts = { ...named }
  if (number !== undefined && season !== undefined) parts.year ??= 2000 + number
  else if (number !== undefined && number >= 1 && number <= 31) parts.day = number
  if (second !== undefined && second < 100) parts.year ??= 2000 + second
  return parts
}
