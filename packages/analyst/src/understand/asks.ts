import type { AnalystRequest } from '../analyst.port.ts'
import { contentUnits, isIdle, type Qualifier, toQualifier } from './qualifiers.ts'
import { askedPart, formFrames, toPlainText, withoutFrame } from './asked-part.ts'
import { asksForHealth, findName, isOutside, maxRead } from './scope.ts'
import { type Reading, readRequest } from './understand.ts'
import { readCountry } from './reader/word-lists.ts'
import { isRemoved } from './topics.ts'
import { isHappening, rarityOf, stemOf, unknownWord, withHappening } from './wordings.ts'

/** A part of a message, and what it does: it asks, it says what the answer should look like, it tells of the person, or it only names something. */
export interface Clause {
  readonly text: string
  readonly start: number
  readonly kind: 'ask' | 'form' | 'person' | 'words'
}

const sentenceEnds =
  /(?:(?<![?!])[?!]+|(?<!\b(?:vs|mr|mrs|ms|dr|st|mt|jr|sr|no|etc|inc|co|\p{L}))\.|(?<!\.)\.{2,}|…)(?=\s|$)|;/giu
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

/** The clauses of a message, in order; one that begins with a name, as "Will Smith", asks for nothing. */
export function splitClauses(written: string, names: readonly string[] = []): Clause[] {
  const text = written.replaceAll(/\s+/gu, ' ').slice(0, maxRead)
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
      const own = { text: piece, start, kind: kindOf(piece, names) }
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

function kindOf(piece: string, names: readonly string[]): Clause['kind'] {
  const plain = piece.trim().replace(/^[\s,:;–—-]+/u, '')
  const begun = plain.replace(connectors, '')
  const body = begun.replace(requests, '').replace(connectors, '')
  if (names.some((name) => findName(body, name)[0]?.from === 0)) return 'words'
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
/** How a word ends that says what something is like: "or is it overrated". */
const likeness =
  /^(?:over|under|un|in)\p{L}+$|(?:ed|ing|ous|ful|able|ible|less|ish|ive|al|ic|y|blown|legit|fake|meh|toxic)$/iu

/** Whether what stands behind "or is it" names another topic, and does not say what the first one is like: "overblown", "a scam". */
function isOtherName(other: string, before: string, [query = '']: readonly string[]): boolean {
  const words = other.split(' ')
  if (isIdle(other) || /^(?:an?|the|just|too|only|not|really|all|more|so|still|even)\b/u.test(other)) return false
  if (/\b(?:just|too|only|not|really|all|more)\b/iu.test(other)) return false
  if (words.some((word) => /^\p{Lu}/u.test(word) && !(/^\p{Lu}+$/u.test(word) && rarityOf(word) < unknownWord)))
    return !/^\p{Lu}{1,2}$/u.test(other)
  // in small letters only a word that no list has, right behind the first name
  const isNext = findName(before, query).some(({ until }) => !/[\p{L}\p{N}]/u.test(before.slice(until)))
  return isNext && words.length < 3 && words.some((word) => rarityOf(word) === unknownWord) && !likeness.test(other)
}

/** What a message asks for, in its order: of one topic and its days together, and apart what is about another topic, other days or something beside the topic. */
export function readAsks(request: AnalystRequest): readonly Ask[] {
  const { message: written } = request
  const plain = toPlainText(written)
  const [alternative, other] = orAnother.exec(plain) ?? []
  const read = readRequest(request)
  const isOther =
    other !== undefined &&
    read.language === null &&
    read.queries.length === 1 &&
    isOtherName(other, plain.slice(0, plain.indexOf(alternative ?? '')), read.queries)
  const reading = isOther ? { ...read, queries: [...read.queries, other] } : read
  const message = isOther ? plain.replace(alternative ?? '', ' ') : written
  // how other languages divide a message, and which of their words say nothing, is not known here
  if (
    reading.language !== null ||
    request.reading != null ||
    !['report', 'declined', 'unclear', 'monitor'].includes(reading.task)
  )
    return [{ message, reading }]
  const asked = withoutFrame(askedPart(toPlainText(message)), formFrames)
  const clauses = splitClauses(asked, reading.queries)
  const left = asideOf(asked, reading.queries)
  const isFollowUp = request.history.length > 0
  const before =
    isFollowUp && reading.topicFrom === 'thread' && asksForForm.test(asked) ? questionBefore(request) : null
  const of = before === null ? clauses : splitClauses(askedPart(before), reading.queries)
  const { qualifiers, more } = qualifiersOf(of, reading, isFollowUp && before === null)
  const unread = [...reading.unread, ...(left === null ? [] : [left]), ...more]
  const whole: Ask = { message, reading: { ...reading, unread, qualifiers } }
  const asks = clauses.filter(({ kind }) => kind === 'ask')
  const isOfSeveral =
    reading.queries.length > 1 && asks.filter(({ text }) => namesOneOf(text, reading.queries)).length < 2
  const isCompared = reading.mainWant === 'compare' || reading.mainWant === 'rank'
  // "how many on kale in 2012, and who on quinoa in 2013": each has days of its own
  const named = asks.map(({ text }) => reading.queries.filter((query) => namesOneOf(text, [query])).join())
  // or names what the message as a whole was not read to be about
  const namesAnother = asks.some(
    ({ text }, at) => named[at] === '' && contentUnits(text, () => false, { isSure: false }).length > 0,
  )
  const areApart =
    new Set(named.filter((names) => names !== '')).size > 1 || (reading.otherPeriod !== null && namesAnother)
  const isOfPeriods = reading.otherPeriod !== null && !areApart
  if (reading.task === 'declined' || asks.length < 2 || isOfSeveral || (isCompared && !areApart) || isOfPeriods)
    return [whole]
  const parts = joinAsks(clauses, request, reading)
  return parts.length < 2 ? [whole] : withinLimit(parts)
}

/** "Can you put that into a timeline": the same answer in another form, with the words beside its topic. */
const asksForForm =
  /^\s*(?:just |only )(?:the )?(?:ones?|those)\b|^\s*(?:(?:ok|and|now|please|pls|can|could|you|u)\s+)*(?:(?:put|turn|make|give|show|write|present)\s+(?:me\s+)?(?:it|that|this|them|those)\s+)?(?:as|into|in)\s+(?:an?\s+)?(?:timeline|table|list|chart|graph|bullets?|bullet points)\b[^,.;?!]{0,12}[?.!\s]*$/iu

function questionBefore({ history }: AnalystRequest): string | null {
  const content = history.findLast(({ role }) => role === 'user')?.content
  return content === undefined ? null : toPlainText(content)
}

/** The first parts, the last of which says what the message asks beside them. */
function withinLimit(parts: readonly Ask[]): Ask[] {
  const beyond = parts.slice(maxAsks).map(({ message }) => message.replace(/[\s,;.?!]+$/u, ''))
  return parts
    .slice(0, maxAsks)
    .map((part, at) =>
      at === maxAsks - 1 && beyond.length > 0
        ? { ...part, reading: { ...part.reading, unread: [...part.reading.unread, ...beyond] } }
        : part,
    )
}

interface Part {
  readonly clauses: readonly Clause[]
  readonly queries: readonly string[]
  readonly own: Reading
  readonly qualifiers: readonly Qualifier[]
  readonly more: readonly string[]
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
    const queries = reading.queries.filter((query) => namesOneOf(clause.text, [query]))
    if (parts.length > 0 && queries.length === 0 && /^\s*i (?:need|want) (?!to\b)/iu.test(clause.text)) continue
    const of = [...before.filter(({ kind }) => kind === 'words'), clause]
    // "in 2014, how many posts": the days stand in front
    const own = readRequest({ ...request, message: of.map(({ text }) => text.trim()).join(' '), history: [] })
    // of several parts one may be about a place that the others are not limited to
    const places = reading.places.filter((place) => {
      const country = readCountry(place)
      return country === null ? own.places.includes(place) : country === own.country
    })
    const { qualifiers, more } = qualifiersOf(of, { ...reading, places }, request.history.length > 0)
    before = []
    const last = parts.at(-1)
    const isOther =
      last !== undefined &&
      (isDeclinedByWords(clause.text) !== last.clauses.some(({ text }) => isDeclinedByWords(text)) ||
        (queries.length > 0 && last.queries.length > 0 && queries.join() !== last.queries.join()) ||
        (own.country !== null && last.own.country !== null && own.country !== last.own.country) ||
        ((own.from !== null || own.to !== null) && (own.from !== last.own.from || own.to !== last.own.to)) ||
        (qualifiers.length > 0 &&
          qualifiers.map(({ words }) => words).join() !== last.qualifiers.map(({ words }) => words).join()))
    if (last !== undefined && !isOther)
      parts[parts.length - 1] = {
        ...last,
        clauses: [...last.clauses, clause],
        queries: last.queries.length > 0 ? last.queries : queries,
      }
    else parts.push({ clauses: of, queries, own, qualifiers, more })
  }
  const datedParts = parts.filter(({ own }) => own.from !== null || own.to !== null)
  let [queries, days]: [readonly string[], { from: string | null; to: string | null }] = [
    reading.queries.slice(0, 1),
    datedParts.length === 0 ? reading : { from: null, to: null },
  ]
  // as the days, a country and sources are those of the part that names them, and of the next ones
  let country = parts.some(({ own }) => own.country !== null) ? null : reading.country
  let outlets = parts.some(({ own }) => own.outlets.length > 0) ? [] : reading.outlets
  let excluded = parts.some(({ own }) => own.excluded.length > 0) ? [] : reading.excluded
  const forms = splitClauses(request.message)
    .filter(({ kind, text }) => kind === 'form' && lengthWords.test(text))
    .map(({ text }) => text.trim())
  return parts.map(({ clauses: of, queries: named, own, qualifiers, more }) => {
    if (named.length > 0) queries = named
    if (own.from !== null || own.to !== null) days = own
    if (own.country !== null) country = own.country
    if (own.outlets.length > 0) outlets = own.outlets
    if (own.excluded.length > 0) excluded = own.excluded
    const message = of.map(({ text }) => text.trim()).join(' ')
    const of1 = readRequest({ ...request, message, history: [] })
    // two periods were read as those of one topic
    if (named.length === 0 && reading.otherPeriod !== null && of1.queries.length > 0) queries = of1.queries
    // by its own words, because the kind of half a message is easily misread
    const isDeclined = of1.task === 'declined' && isDeclinedByWords(message)
    return {
      message: [message, ...forms].join(', '),
      reading: {
        ...of1,
        task: isDeclined || of1.task === 'monitor' ? of1.task : 'report',
        answer: isDeclined ? of1.answer : 'yes',
        form: of1.form === 'none' ? reading.form : of1.form,
        queries,
        from: days.from,
        to: days.to,
        country,
        outlets,
        excluded,
        topicFrom: reading.topicFrom,
        unread: [...of1.unread, ...more],
        qualifiers,
      },
    }
  })
}

/** How long each part of an answer may be. */
const lengthWords = /\b(?:paragraphs?|sentences?|lines?|short|max)\b/iu

function isDeclinedByWords(text: string): boolean {
  return asksForHealth(text) || isOutside(text)
}

function namesOneOf(text: string, queries: readonly string[]): boolean {
  return queries.some((query) => findName(text, query).length > 0)
}

/** Documents that have more than two words beside a topic are few. */
const maxQualifiers = 2

/** What clauses say beside the names, places and sources that are read already, and the words beyond the first two. */
function qualifiersOf(
  clauses: readonly Clause[],
  { queries, outlets, places, excluded, event, within = [] }: Reading,
  isFollowUp: boolean,
): { readonly qualifiers: readonly Qualifier[]; readonly more: readonly string[] } {
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
      const text = words
        .replace(asideOf(words, queries) ?? '', ' ')
        .replaceAll(/\bfrom ["'“]?\p{L}+["'”]? to ["'“]?\p{L}+["'”]?/giu, (part) => ' '.repeat(part.length))
      const taken = used.flatMap((name) => findName(text, name))
      const units = contentUnits(text, (start, end) => taken.some(({ from, until }) => start < until && end > from), {
        isSure: true,
      })
      return units.map((unit) => ({
        ...toQualifier(text.trimStart().startsWith(unit) ? withoutCapital(unit) : unit),
        follows: queries.find((query) => findName(text, `${query} ${unit}`).length > 0) ?? null,
      }))
    })
  const kept = found.filter(
    ({ words }, at) =>
      (event === null || !words.toLowerCase().startsWith(event.word.slice(0, 4))) &&
      !(isFollowUp && isRemoved(words, whole)) &&
      found.findIndex((one) => stemOf(one.words.toLowerCase()) === stemOf(words.toLowerCase())) === at &&
      !queries.some((query) => isToldOf(query, whole, words)),
  )
  const others = kept.filter(({ words }) => !within.some((one) => findName(one, words).length > 0))
  // what a follow-up names comes first, and a name says more than a plain word
  const ranked = [
    ...within.map(toQualifier),
    ...others.toSorted((one, other) => Number(other.isName) - Number(one.isName)),
  ]
  return { qualifiers: ranked.slice(0, maxQualifiers), more: ranked.slice(maxQualifiers).map(({ words }) => words) }
}

/** "Prices, exports": the capital of a word that begins a sentence says nothing. */
function withoutCapital(words: string): string {
  const [first = ''] = words.split(' ')
  return /^\p{Lu}\p{Ll}+$/u.test(first) && rarityOf(first) < rareEnough ? words.toLowerCase() : words
}

const rareEnough = 5

/** What happened to a topic, "the Boy Scouts bankruptcy", has words of its own. */
function isToldOf(query: string, text: string, words: string): boolean {
  return isHappening(words) && withHappening(query, text) !== null
}

const aside =
  /\b(?:before|until|while) (?:it|they|he|she|that|everybody|everyone|people|we) [^,;.?!]+?(?= (?:and|but|what|who|how) |[,;.?!]|$)/iu

/** A time that is told by what was the case then, "before it was even on sale": no day that could be looked up. */
function asideOf(text: string, queries: readonly string[]): string | null {
  const [words] = aside.exec(text) ?? []
  if (words === undefined || occasionWords.test(words)) return null
  // "before people knew about Snowden in 2013" is read
  return namesOneOf(words, queries) || /\b(?:19|20)\d\d\b/u.test(words) ? null : words.trim()
}

const occasionWords =
  /\b(?:launch|releas|debut|announc|die[ds]?|death|shut|arrest|resign|clos|ban|collaps|bankrupt|hack|crash|ipo|came out)/iu
