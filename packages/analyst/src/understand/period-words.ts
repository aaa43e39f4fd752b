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
  if (decade !== null) {
    const written = Number(decade[1])
    return {
      kind: 'decade',
      value: written > 99 ? written * 10 : written < 3 ? 2000 + written * 10 : 1900 + written * 10,
    }
  }
  return vocabulary.get(folded) ?? null
}

const classes = new Map<string, string>()

/** What kind of a word of periods it is, for the tagger; null for any other word. */
export function dateClass(folded: string): string | null {
  const stored = classes.get(folded)
  if (stored !== undefined) return stored
  const word = readPeriodWord(folded)
  if (word === null || (word.kind === 'sign' && word.value === 'the')) return null
  const named =
    word.kind === 'sign'
      ? `sign ${word.value}`
      : word.kind === 'number'
        ? word.value > 31
          ? 'number'
          : 'day'
        : word.kind
  if (classes.size < 10_000) classes.set(folded, named)
  return named
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
  return known === null ? null : known.kind === 'sign' && known.value === 'the' ? [] : [known]
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

/** What is named by words without a preposition; null where they do not make a date. */
export function readNamed(tokens: readonly Token[]): DateParts | null {
  const named: DateParts = {}
  const numbers: number[] = []
  let ordinal: number | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'days') Object.assign(named, token.value)
    else if (token.kind === 'number') numbers.push(token.value)
    else if (token.kind === 'ordinal') ordinal = token.value
    else if (token.kind === 'unit') named.unit = token.value
    else if (token.kind !== 'sign') {
      // "winter 2020/21", "July 2012 2013": the first one counts
      if (named[token.kind] === undefined) named[token.kind] = token.value
    } else if (token.value === 'last' || token.value === 'past') named.shift = -1
    else if (token.value === 'this') named.shift = 0
    else if (token.value === 'next') named.shift = 1
    else if (token.value === 'early' || token.value === 'mid' || token.value === 'late') named.part = token.value
    else if (token.value === 'christmas') Object.assign(named, { month: 12, day: 25 })
    else if (token.value === 'before' && at > 0) return null
  }
  if (named.shift !== undefined && named.year !== undefined) {
    // "the last quarter of 2019", "calendar 2021"
    if (named.shift === -1 && named.unit === 'quarter') named.quarter = 4
    if (named.shift === -1 && named.unit === 'half') named.half = 2
    delete named.shift
  }
  if (ordinal !== undefined && named.unit === 'quarter') named.quarter = ordinal
  else if (ordinal !== undefined && named.unit === 'half') named.half = ordinal
  else if (ordinal !== undefined && named.month !== undefined) named.day = ordinal
  else if (ordinal === 4 && tokens.length === 1) named.quarter = 4
  const [number, second] = numbers
  if (number !== undefined && named.unit === 'week' && named.shift === undefined)
    return { week: number, ...(named.year !== undefined && { year: named.year }) }
  if (number !== undefined && named.season !== undefined && named.year === undefined) named.year = 2000 + number
  else if (number !== undefined && named.season === undefined && number >= 1 && number <= 31) named.day = number
  if (second !== undefined && named.year === undefined && second < 100) named.year = 2000 + second
  if (named.part !== undefined && Object.keys(named).length === 1) Object.assign(named, { shift: 0, unit: 'year' })
  return Object.keys(named).length === 0 ? null : named
}
