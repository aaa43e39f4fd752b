import type { AnalystRequest } from '../analyst.port.ts'
import { contentUnits, isIdle, type Qualifier, toQualifier } from './qualifiers.ts'
import { askedPart, type Clause, formFrames, splitClauses, toPlainText, withoutFrame } from './asked-part.ts'
import { asksForHealth, findName, isOutside, outsidePlace } from './scope.ts'
import { type Reading, readRequest, type Task } from './understand.ts'
import { readCountry } from './reader/word-lists.ts'
import { isRemoved } from './topics.ts'
import { isHappening, rarityOf, stemOf, unknownWord, withHappening } from './wordings.ts'

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

/** A message as a whole, which may name another topic as an alternative. */
function readWhole(request: AnalystRequest): Ask {
  const reading = readRequest(request)
  const plain = toPlainText(request.message)
  const [alternative, other] = orAnother.exec(plain) ?? []
  const isOther =
    alternative !== undefined &&
    other !== undefined &&
    reading.language === null &&
    reading.queries.length === 1 &&
    isOtherName(other, plain.slice(0, plain.indexOf(alternative)), reading.queries)
  if (!isOther) return { message: request.message, reading: { ...reading, queries: sharesOf(plain, reading) } }
  return { message: plain.replace(alternative, ' '), reading: { ...reading, queries: [...reading.queries, other] } }
}

const shareWords =
  /\b(?:share|proportion|percentage|percent|fraction|split) of (?:the |all )?(?:posts?|articles?|comments?|documents?|headlines?|stories|talk|discussions?|mentions?)\b.*?\b(?:are|is|were|was) (?:about|on)\s+([^.?!;]+)/iu

/** "What share of posts about Bitcoin are about drugs, mining or speculation": the topic, and it with each of these. */
function sharesOf(text: string, { queries, language }: Reading): readonly string[] {
  const [found = '', listed = ''] = shareWords.exec(text) ?? []
  const [topic] = queries
  // "what share of posts are about Sanders or Clinton" has no topic in front of them
  const isTopicBefore = topic !== undefined && findName(found.slice(0, found.length - listed.length), topic).length > 0
  const parts = listed
    .replace(/\s(?:in|on|at|during|since|before|after|from|between|until|per|among)\s.*$/iu, '')
    .split(/,\s*(?:or|and)?\s*|\s+(?:or|and)\s+/iu)
    .flatMap((part) => part.split(/\s+/u).findLast((word) => /^\p{L}{3,}$/u.test(word) && !isIdle(word)) ?? [])
  if (language !== null || !isTopicBefore || parts.length < 2 || /["()]/u.test(topic)) return queries
  return [topic, ...parts.map((part) => `${topic.includes(' ') ? `"${topic}"` : topic} AND ${part}`)]
}

/** Tasks of which a message may have several. */
const divisibleTasks: ReadonlySet<Task> = new Set(['report', 'declined', 'unclear', 'monitor'])

/** What a message asks for, in its order: of one topic and its days together, and apart what is about another topic, other days or something beside the topic. */
export function readAsks(request: AnalystRequest): readonly Ask[] {
  const { message, reading } = readWhole(request)
  // how other languages divide a message, and which of their words say nothing, is not known here
  if (reading.language !== null || request.reading != null || !divisibleTasks.has(reading.task))
    return [{ message, reading }]
  const text = withoutFrame(askedPart(toPlainText(message)), formFrames)
  const clauses = splitClauses(text, reading.queries)
  const whole: Ask = { message, reading: { ...reading, ...wordsBeside(text, clauses, request, reading) } }
  if (!asksForSeveral(clauses, reading)) return [withWordsAsTopic(whole, request)]
  const asks = divide(clauses, request, reading)
  return asks.length < 2 ? [whole] : withinLimit(asks)
}

/** A question in which no topic was found is about what its words say, "people who quit smoking", unless the screen has a topic. */
function withWordsAsTopic(ask: Ask, { history, signalIds, readables, collections }: AnalystRequest): Ask {
  const { reading } = ask
  const [topic, ...qualifiers] = reading.qualifiers ?? []
  const isOpen = reading.task === 'report' && reading.answer === 'yes' && reading.queries.length === 0
  const isFirst = history.length + signalIds.length + readables.length + collections.length === 0
  const hasSource = reading.outlets.length + reading.places.length > 0
  if (topic === undefined || !isOpen || !isFirst || hasSource) return ask
  return { ...ask, reading: { ...reading, queries: [topic.words], qualifiers, topicFrom: 'message' } }
}

/** What a whole message says beside its topic, and what of that is not read. */
function wordsBeside(
  text: string,
  clauses: readonly Clause[],
  request: AnalystRequest,
  reading: Reading,
): Required<Pick<Reading, 'unread' | 'qualifiers'>> {
  const own = qualifiersOf(clauses, reading, request.history.length > 0)
  const { qualifiers, more } = goesOn(text, own.qualifiers, reading) ? qualifiersBefore(request, reading) : own
  const left = asideOf(text, reading.queries)
  return { qualifiers, unread: [...reading.unread, ...(left === null ? [] : [left]), ...more] }
}

/** Whether clauses ask for things that are answered apart. */
function asksForSeveral(clauses: readonly Clause[], { task, queries, otherPeriod, mainWant }: Reading): boolean {
  const asks = clauses.filter(({ kind }) => kind === 'ask')
  if (task === 'declined' || asks.length < 2) return false
  const named = asks.map(({ text }) => queries.filter((query) => namesOneOf(text, [query])).join())
  const naming = named.filter((names) => names !== '')
  // one question of several topics
  if (queries.length > 1 && naming.length < 2) return false
  // "how many on kale in 2012, and who on quinoa in 2013": each has days of its own
  if (new Set(naming).size > 1) return true
  // or names what the message as a whole was not read to be about
  if (otherPeriod !== null)
    return asks.some(
      ({ text }, at) => named[at] === '' && contentUnits(text, () => false, { isSure: false }).length > 0,
    )
  return mainWant !== 'compare' && mainWant !== 'rank'
}

/** "Can you put that into a timeline": the same answer in another form, with the words beside its topic. */
const asksForForm =
  /^\s*(?:just |only )(?:the )?(?:ones?|those)\b|^\s*(?:(?:ok|and|now|please|pls|can|could|you|u)\s+)*(?:(?:put|turn|make|give|show|write|present)\s+(?:me\s+)?(?:it|that|this|them|those)\s+)?(?:as|into|in)\s+(?:an?\s+)?(?:timeline|table|list|chart|graph|bullets?|bullet points)\b[^,.;?!]{0,12}[?.!\s]*$/iu

/** "And Motorola?", "same for the Nook": what is said of another topic is what was said of the one before it. */
const nextTopic = /^\s*(?:(?:ok|and|so|now|but)[\s,]+)*(?:and|what about|how about|same (?:for|with|question for))\b/iu
const maxNextWords = 6

/** Whether a follow-up goes on with the words beside the topic before it, because it names none of its own. */
function goesOn(text: string, own: readonly Qualifier[], { topicFrom, within = [] }: Reading): boolean {
  if (topicFrom === 'thread') return asksForForm.test(text) || (own.length === 0 && within.length === 0)
  return own.length === 0 && nextTopic.test(text) && text.trim().split(/\s+/u).length <= maxNextWords
}

/** The words of a query that stand in the message it was read from. */
function partsOf(query: string): string[] {
  return query.split(/ AND | near\/\d+ /u)
}

const maxBefore = 4

/** The words that the last messages say beside the topic, back to the one that names it. */
function qualifiersBefore(
  { history }: AnalystRequest,
  reading: Reading,
): { readonly qualifiers: readonly Qualifier[]; readonly more: readonly string[] } {
  const topics = history.flatMap(({ understanding }) => (understanding?.topics ?? []).map(({ query }) => query))
  const queries = [...new Set([...reading.queries, ...topics])].flatMap(partsOf)
  const asked = history.filter(({ role }) => role === 'user').slice(-maxBefore)
  for (const { content } of asked.toReversed()) {
    const text = askedPart(toPlainText(content))
    const found = qualifiersOf(splitClauses(text, queries), { ...reading, queries, within: [] }, true)
    const qualifiers = found.qualifiers.filter(({ words }) => readCountry(words) === null)
    if (qualifiers.length > 0) return { qualifiers, more: [] }
    if (namesOneOf(text, queries)) break
  }
  return { qualifiers: [], more: [] }
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

/** Clauses that are answered together. */
interface Part {
  readonly clauses: readonly Clause[]
  /** The topics that they name. */
  readonly queries: readonly string[]
  /** How the first of them are read by themselves. */
  readonly own: Reading
  readonly qualifiers: readonly Qualifier[]
  /** Words beside the topic that are too many to be looked for. */
  readonly more: readonly string[]
}

function divide(clauses: readonly Clause[], request: AnalystRequest, reading: Reading): Ask[] {
  const parts = joinClauses(clauses, request, reading)
  const forms = splitClauses(request.message)
    .filter(({ kind, text }) => kind === 'form' && lengthWords.test(text))
    .map(({ text }) => text.trim())
  let limits = firstLimits(parts, reading)
  return parts.map((part) => {
    const message = joinTexts(part.clauses)
    const read = readRequest({ ...request, message, history: [] })
    // two periods were read as those of one topic
    const isOwnTopic = part.queries.length === 0 && reading.otherPeriod !== null && read.queries.length > 0
    limits = limitsOf(isOwnTopic ? { ...part, queries: read.queries } : part, limits)
    // by its own words, because the kind of half a message is easily misread
    const isDeclined = read.task === 'declined' && isDeclinedByWords(message)
    return {
      message: [message, ...forms].join(', '),
      reading: {
        ...read,
        ...limits,
        task: isDeclined || read.task === 'monitor' ? read.task : 'report',
        answer: isDeclined ? read.answer : 'yes',
        form: read.form === 'none' ? reading.form : read.form,
        topicFrom: reading.topicFrom,
        unread: [...read.unread, ...part.more],
        qualifiers: part.qualifiers,
      },
    }
  })
}

function joinTexts(clauses: readonly Clause[]): string {
  return clauses.map(({ text }) => text.trim()).join(' ')
}

/** The clauses that ask, each with what stands before it, and those together that are about the same. */
function joinClauses(clauses: readonly Clause[], request: AnalystRequest, reading: Reading): Part[] {
  const parts: Part[] = []
  let before: Clause[] = []
  for (const clause of clauses) {
    if (clause.kind !== 'ask') {
      before.push(clause)
      continue
    }
    const queries = reading.queries.filter((query) => namesOneOf(clause.text, [query]))
    // "I need human voices" says how the answer is to be
    if (parts.length > 0 && queries.length === 0 && /^\s*i (?:need|want) (?!to\b)/iu.test(clause.text)) continue
    // "in 2014, how many posts": the days stand in front
    const words = before.filter(({ kind }) => kind === 'words')
    before = []
    const part = { queries, ...readPart([...words, clause], request, reading) }
    const last = parts.at(-1)
    if (last === undefined || isApart(part, last)) parts.push(part)
    else
      parts[parts.length - 1] = {
        ...last,
        clauses: [...last.clauses, clause],
        queries: last.queries.length > 0 ? last.queries : queries,
      }
  }
  return parts
}

function readPart(clauses: readonly Clause[], request: AnalystRequest, reading: Reading): Omit<Part, 'queries'> {
  const own = readRequest({ ...request, message: joinTexts(clauses), history: [] })
  // of several parts one may be about a place that the others are not limited to
  const places = reading.places.filter((place) => {
    const country = readCountry(place)
    return country === null ? own.places.includes(place) : country === own.country
  })
  return { clauses, own, ...qualifiersOf(clauses, { ...reading, places }, request.history.length > 0) }
}

/** Whether a part is about something else than the one before it: only one is declined, or it names other topics, another country, other days or other words. */
function isApart({ clauses, queries, own, qualifiers }: Part, last: Part): boolean {
  const hasDeclined = (some: readonly Clause[]) => some.some(({ text }) => isDeclinedByWords(text))
  if (hasDeclined(clauses.slice(-1)) !== hasDeclined(last.clauses)) return true
  if (queries.length > 0 && last.queries.length > 0 && queries.join() !== last.queries.join()) return true
  if (own.country !== null && last.own.country !== null && own.country !== last.own.country) return true
  if (namesDays(own) && (own.from !== last.own.from || own.to !== last.own.to)) return true
  const wordsOf = (some: readonly Qualifier[]) => some.map(({ words }) => words).join()
  return qualifiers.length > 0 && wordsOf(qualifiers) !== wordsOf(last.qualifiers)
}

function namesDays({ from, to }: Reading): boolean {
  return from !== null || to !== null
}

/** What a question is limited to. */
type Limits = Pick<Reading, 'queries' | 'from' | 'to' | 'country' | 'outlets' | 'excluded'>

/** Those of a whole message that no part names itself: they hold for each. */
function firstLimits(parts: readonly Part[], { queries, from, to, country, outlets, excluded }: Reading): Limits {
  const isOfPart = (names: (own: Reading) => boolean) => parts.some(({ own }) => names(own))
  // "what were the arguments, and did any of them shift between 2010 and 2017": the days are those of what is meant by "them"
  const dated = parts.filter(({ own }) => namesDays(own))
  const isOfAll = dated.length === 1 && refersBack.test(joinTexts(dated[0]?.clauses ?? []))
  return {
    queries: queries.slice(0, 1),
    ...(isOfPart(namesDays) && !isOfAll ? { from: null, to: null } : { from, to }),
    country: isOfPart((own) => own.country !== null) ? null : country,
    outlets: isOfPart((own) => own.outlets.length > 0) ? [] : outlets,
    excluded: isOfPart((own) => own.excluded.length > 0) ? [] : excluded,
  }
}

const refersBack = /\b(?:(?:any|some|all|most|either|none) of (?:it|them|those|these)|they|those|these)\b/iu

/** The limits that a part names, and for the rest those of the parts before it. */
function limitsOf({ queries, own }: Part, before: Limits): Limits {
  const { from, to } = namesDays(own) ? own : before
  return {
    queries: queries.length > 0 ? queries : before.queries,
    from,
    to,
    country: own.country ?? before.country,
    outlets: own.outlets.length > 0 ? own.outlets : before.outlets,
    excluded: own.excluded.length > 0 ? own.excluded : before.excluded,
  }
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
  const used = [...queries.flatMap(partsOf), ...outlets, ...places, ...excluded]
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
        .replaceAll(outsidePlace, ' ')
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
