import type { AnalystRequest } from '../analyst.port.ts'
import { contentUnits, isIdle, type Qualifier, toQualifier } from './qualifiers.ts'
import { type Reading, readRequest } from './understand.ts'
import { isRemoved } from './understanding.ts'
import { isHappening, stemOf, withHappening } from './wordings.ts'

/** A part of a message, and what it does: it asks, it says what the answer should look like, it tells of the person, or it only names something. */
export interface Clause {
  readonly text: string
  readonly start: number
  readonly kind: 'ask' | 'form' | 'person' | 'words'
}

const sentenceEnds = /(?:[?!]+|(?<!\b(?:vs|mr|mrs|ms|dr|st|mt|jr|sr|no|etc|inc|co|\p{L}))\.|\.{2,}|…)(?=\s|$)|;/giu
/** Where a sentence may go on with another clause. */
const clauseBegins =
  /[,:]\s+|\s+[-–—]+\s+|\s+(?=(?:and|also|plus|then|but|so)\s)|(?<=\w)\s*[-–—]{2,}\s*|\s(?=\()|\s+(?=(?:what|who|when|where|why|how|which)\s+(?:did|do|does|is|are|was|were|has|have|can|could|would|many|much|often)\b)/giu

const connectors =
  /^(?:(?:and|also|plus|then|but|so|or|ok|okay|well|now|hm+|hey|hi|zeus|maybe|perhaps|at least|just|if possible|in (?:19|20)\d\d)[\s,.:]+)+/iu
const requests =
  /^(?:(?:pls|plz|please|kindly|can you|could you|would you|will you|can u|could u|i want to know|i want|i wonder|i was wondering|wondering|curious|id like to know|i['’]?d like to (?:know|see)|i['’]?d like|i would like(?: to (?:know|see))?|i need to know|i need|we need|need to know|also tell me|tell me|let me know|trying to figure out|im trying to figure out|i['’]?m trying to figure out|do you know|any idea|explain)[\s,.:]+)+/iu
const askHead =
  /^(?:(?:what|who|whom|whose|when|where|why|how|which|whether|whats|hows|wheres|whos)\b|(?:did|do|does|is|are|was|were|has|have|had|can|could|will|would|should|any)(?:n['’]?t)?\s|(?:list|show|give|find|plot|chart|graph|draw|compare|quote|rank|name|count|need|get|pull|dig|put together|top \w+|a count|evidence|proof|tell|keep an eye|watch|alert|ping|notify|set up|summari[sz]e|describe|check|tone|volume|drop|split)\b)/iu
const personHead =
  /^(?:(?:hi|hello|hey|well|ok|okay|so|and|but|because|since|also)[\s,]+)*(?:zeus[\s,]+)?(?:i|im|i['’]m|ive|i['’]ve|id|i['’]d|my|we|we['’]re|our|thanks|thank you)\b/iu
const formWords =
  /\b(?:(?:one|two|three|a|1|2|3|single|short)[- ](?:\w+ )?(?:paragraphs?|sentences?|pages?|lines?)|(?:as|in) (?:a )?(?:table|list|bullets?|bullet points|chart)|table|no bullets?\b.*|short version|keep it short|max|in plain \w+|with (?:the )?(?:links?|dates?|sources?)(?: to.*)?|chart \+.*|for a \w+ audience|final answer|please|pls|thanks)\b/iu
const maxFormWords = 9

/** The clauses of a message, in order. */
export function splitClauses(text: string): Clause[] {
  const sentences: { from: number; until: number; isQuestion: boolean }[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(sentenceEnds)) {
    sentences.push({ from, until: index + mark.length, isQuestion: mark.includes('?') })
    from = index + mark.length
  }
  if (text.slice(from).trim() !== '') sentences.push({ from, until: text.length, isQuestion: false })
  return sentences.flatMap(({ from: first, until, isQuestion }) => {
    const pieces: Clause[] = []
    const marks = [...text.slice(first, until).matchAll(clauseBegins)].map(
      ({ 0: mark, index }) => first + index + mark.length,
    )
    const starts = [first, ...marks]
    starts.forEach((start, at) => {
      const piece = text.slice(start, starts[at + 1] ?? until)
      if (!/[\p{L}\p{N}]/u.test(piece)) return
      const own = { text: piece, start, kind: kindOf(piece) }
      const last = pieces.at(-1)
      // what has no head of its own goes on from what stands before it
      const goesOn =
        last !== undefined &&
        last.kind !== 'form' &&
        own.kind === 'words' &&
        (last.kind === 'ask' || last.kind === 'words')
      if (last !== undefined && (goesOn || (last.kind === 'person' && own.kind === 'words')))
        pieces[pieces.length - 1] = { ...last, text: text.slice(last.start, start + piece.length) }
      else pieces.push(own)
    })
    const isAsked = pieces.some(({ kind }) => kind === 'ask')
    // "tipping, fair?" asks without a head
    return isQuestion && !isAsked
      ? pieces.map((piece, at) => (at === pieces.length - 1 ? { ...piece, kind: 'ask' as const } : piece))
      : pieces
  })
}

function kindOf(piece: string): Clause['kind'] {
  const plain = piece.trim().replace(/^[\s,:;–—-]+/u, '')
  const begun = plain.replace(connectors, '')
  const body = begun.replace(requests, '').replace(connectors, '')
  if (askHead.test(body))
    return formWords.test(plain) &&
      plain.split(/\s+/u).length <= 4 &&
      !/^(?:what|who|when|why|how|which|where)/iu.test(body)
      ? 'form'
      : 'ask'
  if (formWords.test(plain) && plain.split(/\s+/u).length <= maxFormWords) return 'form'
  return begun !== begun.replace(requests, '') && body.trim() !== ''
    ? 'ask'
    : personHead.test(plain)
      ? 'person'
      : 'words'
}

/** One of the things that a message asks for: its own words, and how they are read beside the rest of the message. */
export interface Ask {
  readonly message: string
  readonly reading: Reading
}

const maxAsks = 3

/** "Dropbox, or was it Evernote?" names another one. */
const orAnother = /\bor (?:was|is|were|are) (?:it|that|this|they) (\p{L}[\p{L}\p{N} -]{2,30}?)\s*(?=[?.,!]|$)/iu

/** What a message asks for, in its order: of one topic and its days together, and apart what is about another topic, other days or something beside the topic. */
export function readAsks(request: AnalystRequest): readonly Ask[] {
  const { message: written } = request
  const [alternative, other] = orAnother.exec(written) ?? []
  const read = readRequest(request)
  const isOther =
    other !== undefined &&
    read.queries.length === 1 &&
    !isIdle(other) &&
    !/\b(?:just|too|only|not|really|all|more)\b/iu.test(other)
  const reading = isOther ? { ...read, queries: [...read.queries, other] } : read
  const message = isOther ? written.replace(alternative ?? '', ' ') : written
  if (request.reading != null || !['report', 'declined', 'unclear', 'monitor'].includes(reading.task))
    return [{ message, reading }]
  const clauses = splitClauses(message)
  const left = asideOf(message)
  const unread = left === null ? reading.unread : [...reading.unread, left]
  const whole: Ask = { message, reading: { ...reading, unread, qualifiers: qualifiersOf(clauses, reading) } }
  const asks = clauses.filter(({ kind }) => kind === 'ask')
  const isOfSeveral =
    reading.queries.length > 1 && asks.filter(({ text }) => namesOneOf(text, reading.queries)).length < 2
  const isCompared = reading.mainWant === 'compare' || reading.mainWant === 'rank'
  // "how many on kale in 2012, and who on quinoa in 2013": each has days of its own
  const named = asks.map(({ text }) => reading.queries.filter((query) => namesOneOf(text, [query])).join())
  const areApart = new Set(named.filter((names) => names !== '')).size > 1
  const isOfPeriods = reading.otherPeriod !== null && !areApart
  if (reading.task === 'declined' || asks.length < 2 || isOfSeveral || (isCompared && !areApart) || isOfPeriods)
    return [whole]
  const parts = joinAsks(clauses, request, reading)
  return parts.length < 2 ? [whole] : parts.slice(0, maxAsks)
}

interface Part {
  readonly clauses: readonly Clause[]
  readonly queries: readonly string[]
  readonly own: Reading
  readonly qualifiers: readonly Qualifier[]
}

function joinAsks(clauses: readonly Clause[], request: AnalystRequest, reading: Reading): Ask[] {
  const parts: Part[] = []
  let before: Clause[] = []
  for (const clause of clauses) {
    if (clause.kind !== 'ask') {
      before.push(clause)
      continue
    }
    // "I need human voices" says how the answer is to be
    if (parts.length > 0 && /^\s*i (?:need|want) (?!to\b)/iu.test(clause.text)) continue
    const own = readRequest({ ...request, message: clause.text, history: [] })
    const queries = reading.queries.filter((query) => namesOneOf(clause.text, [query]))
    const of = [...before.filter(({ kind }) => kind === 'words'), clause]
    const qualifiers = qualifiersOf(of, reading)
    before = []
    const last = parts.at(-1)
    const isOther =
      last !== undefined &&
      ((queries.length > 0 && last.queries.length > 0 && queries.join() !== last.queries.join()) ||
        ((own.from !== null || own.to !== null) && (own.from !== last.own.from || own.to !== last.own.to)) ||
        (qualifiers.length > 0 &&
          qualifiers.map(({ words }) => words).join() !== last.qualifiers.map(({ words }) => words).join()))
    if (last !== undefined && !isOther)
      parts[parts.length - 1] = {
        ...last,
        clauses: [...last.clauses, clause],
        queries: last.queries.length > 0 ? last.queries : queries,
      }
    else parts.push({ clauses: of, queries, own, qualifiers })
  }
  const datedParts = parts.filter(({ own }) => own.from !== null || own.to !== null)
  let [queries, days]: [readonly string[], Pick<Reading, 'from' | 'to'>] = [
    reading.queries.slice(0, 1),
    datedParts.length === 0 ? reading : { from: null, to: null },
  ]
  return parts.map(({ clauses: of, queries: named, own, qualifiers }) => {
    if (named.length > 0) queries = named
    if (own.from !== null || own.to !== null) days = own
    const message = of.map(({ text }) => text.trim()).join(' ')
    const of1 = readRequest({ ...request, message, history: [] })
    return {
      message,
      reading: {
        ...of1,
        task: of1.task === 'monitor' ? 'monitor' : 'report',
        answer: 'yes',
        queries,
        from: days.from,
        to: days.to,
        country: of1.country ?? reading.country,
        outlets: of1.outlets.length > 0 ? of1.outlets : reading.outlets,
        excluded: reading.excluded,
        topicFrom: reading.topicFrom,
        qualifiers,
      },
    }
  })
}

function namesOneOf(text: string, queries: readonly string[]): boolean {
  return queries.some((query) => text.toLowerCase().includes(query.replaceAll('"', '').toLowerCase()))
}

/** What clauses say beside the names, places and sources that are read already. */
function qualifiersOf(
  clauses: readonly Clause[],
  { queries, outlets, places, excluded, event }: Reading,
): readonly Qualifier[] {
  const used = [...queries, ...outlets, ...places, ...excluded]
    .map((words) => words.replaceAll('"', ''))
    .filter((words) => words !== '')
  const whole = clauses.map((clause) => clause.text).join(' ')
  const found = clauses
    .filter(
      (one) =>
        one.kind === 'ask' || one.kind === 'words' || (/^\s*my\b/iu.test(one.text) && namesOneOf(one.text, queries)),
    )
    .flatMap(({ text: words }) => {
      // "went from exciting to scammy" is how a tone moved
      const text = (asideOf(words) === null ? words : words.replace(asideOf(words) ?? '', ' ')).replaceAll(
        /\bfrom ["'“]?\p{L}+["'”]? to ["'“]?\p{L}+["'”]?/giu,
        (part) => ' '.repeat(part.length),
      )
      const taken = used.flatMap((name) =>
        [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escapeWords(name)}(?![\\p{L}\\p{N}])`, 'giu'))].map(
          ({ 0: match, index }) => ({ from: index, until: index + match.length }),
        ),
      )
      const units = contentUnits(text, (start, end) => taken.some(({ from, until }) => start < until && end > from))
      return units.map((unit) => ({
        ...toQualifier(unit),
        follows:
          queries.find((query) => text.toLowerCase().includes(`${query.toLowerCase()} ${unit.toLowerCase()}`)) ?? null,
      }))
    })
  return found.filter(
    ({ words }, at) =>
      (event === null || !words.toLowerCase().startsWith(event.word.slice(0, 4))) &&
      !isRemoved(words, whole) &&
      found.findIndex((one) => stemOf(one.words.toLowerCase()) === stemOf(words.toLowerCase())) === at &&
      !queries.some((query) => isToldOf(query, whole, words)),
  )
}

/** What happened to a topic, "the Boy Scouts bankruptcy", has words of its own. */
function isToldOf(query: string, text: string, words: string): boolean {
  return isHappening(words) && withHappening(query, text) !== null
}

const aside = /\b(?:before|until|while) (?:it|they|he|she|that|everybody|everyone|people|we) [^,;.?!]+/iu

/** A time that is told by what was the case then, "before it was even on sale": no day that could be looked up. */
function asideOf(text: string): string | null {
  const [words] = aside.exec(text) ?? []
  return words === undefined || occasionWords.test(words) ? null : words.trim()
}

const occasionWords =
  /\b(?:launch|releas|debut|announc|die[ds]?|death|shut|arrest|resign|clos|ban|collaps|bankrupt|hack|crash|ipo|came out)/iu

function escapeWords(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
}
