import { formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics/claims'
import type { AnalystQuestion, AnalystRequest, Understanding } from '../analyst.port.ts'
import { readCountry, readTask, countryLabel, type Task } from './scope.ts'
import { type Cue, cueLabels, readCues } from './cues.ts'
import { readPeriod, shiftPeriod } from './period.ts'
import { readTopics } from './topics.ts'
import { readScreen, withoutScreenWords } from '../screen/screen-view.ts'

/** What a question presupposes about its topic: that it rose or fell, with the word used for it. */
export interface ClaimedEvent {
  /** The word in its base form: "soar", "collapse". */
  readonly word: string
  readonly direction: 'rise' | 'fall'
}

const verbs: Readonly<Record<string, ClaimedEvent>> = {
  crash: { word: 'crash', direction: 'fall' },
  collaps: { word: 'collapse', direction: 'fall' },
  plung: { word: 'plunge', direction: 'fall' },
  plummet: { word: 'plummet', direction: 'fall' },
  slump: { word: 'slump', direction: 'fall' },
  tumbl: { word: 'tumble', direction: 'fall' },
  soar: { word: 'soar', direction: 'rise' },
  rebound: { word: 'rebound', direction: 'rise' },
  skyrocket: { word: 'skyrocket', direction: 'rise' },
}

/** Words of the query language for a rise or a fall; a document without any of them may still report it. */
export const directionWords: Readonly<Record<ClaimedEvent['direction'], readonly string[]>> = {
  rise: ['soar*', 'surg*', 'skyrocket*', 'rebound*', 'jumped', 'climbed', 'rally', 'rallied', 'rose'],
  fall: ['crash*', 'collaps*', 'plung*', 'plummet*', 'slump*', 'tumbl*', 'dropped', 'fell', 'sank'],
}

const stems = Object.keys(verbs).join('|')
const pastVerb = new RegExp(`\\b(${stems})(?:e?d)\\b`, 'iu')
const didHappen = new RegExp(`\\b((?:did|does|do|will|would)\\b.*?)\\s(${stems})e?\\b`, 'iu')
const toCome = /^(?:will|would)\b/iu

/**
 * Separates a verb from the name of the topic: "did bitcoin crash", "Nokia collapsed". "The flash crash" stays a name.
 */
function withoutEvent(text: string): { rest: string; event: ClaimedEvent | null } {
  const question = text
    .replace(/\b(?:time\s+)?lags?\s+(between|behind)\b/giu, '$1')
    .replace(
      /\b(?:los(?:es?|t|ing)|gain(?:s|ed|ing)?|pick(?:s|ed|ing)? up|running out of)\s+(?:steam|traction|ground)\b/giu,
      ' ',
    )
  const didMatch = didHappen.exec(question)
  const stem =
    (didMatch !== null && !toCome.test(didMatch[1] ?? '') ? didMatch[2] : undefined) ?? pastVerb.exec(question)?.[1]
  const event = stem === undefined ? null : (verbs[stem.toLowerCase()] ?? null)
  return { rest: question.replace(didHappen, '$1 ').replace(pastVerb, ' '), event }
}

/**
 * German words of questions, mapped to the English ones that the rules know; an empty one is dropped. Any other word is a name or a topic and stays
 * as written: nothing that somebody might search for is translated.
 */
const german: ReadonlyMap<string, string> = new Map(
  `was:what wer:who wen:who wem:who wie:how wo:where wann:when warum:why weshalb:why wieso:why welche:which welcher:which welches:which
  seit:since vor:before nach:after im:in in:in am:on zwischen:between bis:until von:of und:and oder:or gegen:against als:than mit:with
  letztes:last letzten:last letzte:last letzter:last jahr:year jahre:years jahren:years monat:month monats:month monaten:months woche:week wochen:weeks tag:day tage:days tagen:days
  januar:January februar:February märz:March april:April mai:May juni:June juli:July august:August september:September oktober:October november:November dezember:December
  vergleiche:compare vergleich:comparison verglichen:compared mehr:more weniger:less größer:bigger
  sagen:say sagt:says denken:think denkt:think meinen:think hält:think halten:think schreibt:writes schreiben:write spricht:talk sprechen:talk redet:talk reden:talk gesagt:said geschrieben:written
  stimmung:tone ton:tone tonfall:tone meinung:opinion meinungen:opinions positiv:positive negativ:negative kritik:criticism
  stieg:rise stiegen:rise steigt:rise gestiegen:risen fiel:fall fielen:fall fällt:fall gefallen:fallen wuchs:grow wächst:grow verändert:changed änderte:changed ändert:changed geändert:changed passiert:happened passierte:happened geschah:happened
  abgestürzt:fallen eingebrochen:fallen einbrach:fall
  preis:price kurs:price aktie:stock aktien:stock vorhersage:forecast prognose:forecast nachrichten:news neues:news neueste:newest
  leute:people menschen:people nutzer:users viele:many viel:much oft:often dokumente:documents beiträge:posts artikel:articles
  ist:is war:was sind:are waren:were wird:is wurde:was wurden:were werden:are hat:has haben:have hatte:had gibt:is es:it
  der: die: das: den: dem: des: ein: eine: einen: einem: einer: eines: über:about zu:about zum:about zur:about man: sich: so: so: dazu: davon: denn: eigentlich: mir:me zeige:show zeig:show fasse: zusammen:summary`
    .split(/\s+/u)
    .map((pair) => pair.split(':') as [string, string]), // each pair contains one colon
)

/** Words that occur in German questions but not in English ones. */
const indicativeWords =
  /(?<!\p{L})(?:wer|wie|warum|weshalb|wieso|welche[rs]?|seit|und|oder|über|nicht|leute|menschen|sagen|sagt|gibt|zwischen|im|zum|zur|der|das|ist|sind|wird|wurde|hat|haben|letzte[nrs]?|spricht|schreibt|stimmung|vergleiche|jahr)(?!\p{L})/giu

/** Names that contain a word used in questions; there, the word belongs to the name. */
const compounds =
  `climate change|interest rates?|stock market|stock exchange|social media|public health|public transport|press freedom|fake news|news corp|big data|big tech|big bang|deep learning|machine learning|large language models?|trade deals?|green new deal|new york(?: times)?|new zealand|new delhi|new jersey|new orleans|new mexico|housing market|labou?r market|bear market|market crash|price caps?|oil prices?|gas prices?|food prices?|house prices?|energy prices?|carbon price|user interface|open source|source code|time warner|day trading|data (?:breach|breaches|privacy|protection|center|centers|centre|centres|science)|personal data|health data|first amendment|second amendment|world (?:war|cup|bank|trade)|women['’]s world cup|cold war|white house|middle east|ice age|new deal|home office|working from home|remote work|sleep apnea|gene drives?|hard drives?|google drive|working class|middle class|supreme court|state of the union|end of life|life expectancy|life insurance|mental health|news feed|hacker news|reading glasses|share economy|sharing economy|gig economy|black lives matter|user experience|two[- ]factor authentication|one direction|one piece|five eyes|third party cookies|second life|half[- ]life|apple watch|smart ?watch(?:es)?|people magazine|general electric|general motors|universal basic income|basic income|like a dragon|stop and frisk|keep calm|give and take|read it later|the who|the the`.split(
    '|',
  )

const compoundPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${compounds.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
const glue = '\uE001'

/** Places where people write, as a question names them: the report of a topic counts all of them together. */
const places: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Reddit', /\b(?:on|in|from|across) reddit\b|\bredditors?\b/iu],
  ['Hacker News', /\b(?:on|in|from|across) (?:hacker news|hn)\b/iu],
  ['forums', /\b(?:on|in|from|across) (?:the )?forums\b/iu],
]

/** A question as interpreted by rules, before any lookup. */
export interface Reading {
  readonly task: Task
  readonly cues: readonly Cue[]
  readonly queries: readonly string[]
  readonly from: string | null
  readonly to: string | null
  readonly country: string | null
  readonly unread: readonly string[]
  /** What reportedly happened to the topic: "crash", "collapse". */
  readonly event: ClaimedEvent | null
  /** The second period of a comparison, which is not answered: one topic is described for one period at a time. */
  readonly otherPeriod: { readonly from: string | null; readonly to: string | null } | null
  /** The single place that it asks about ("on Reddit"), although the others are counted with it. */
  readonly onlyAt: string | null
  /** The language of the question where it is not English. */
  readonly language: string | null
  /** Whether the topic is from the previous message, or from the screen. */
  readonly topicFrom: 'message' | 'thread' | 'view' | null
}

const goesOn =
  /^\s*(?:and|but|so|ok(?:ay)?,?|now|also|then|what about|how about|and what about|same|the same|do the same|only|just|for|in|since|during|between|why|who|where|break|show|is it|was it|is that|was that|did it|does it|has it|how did it|how has it)\b/iu
const pronoun = /\b(?:it|its|that|this|they|them|their|those|these|same|the (?:first|second) one|here|there)\b/iu

/** Interprets a message by rules, continuing from the previous message where it refers to it. */
export function readMessage({ message, history, today }: AnalystQuestion): Reading {
  const written = message
    .normalize('NFKC')
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
  const inEnglish = readGerman(written)
  const text = glueCompounds(inEnglish ?? written)
  const task = readTask(unglue(text))
  const aim = withoutDestination(text, task)
  const period = readPeriod(aim, today)
  const compares = readCues(withoutGlued(aim)).includes('compare')
  const other = period !== null && compares ? readPeriod(period.rest, today) : null
  const dated = other?.rest ?? period?.rest ?? aim
  const isQuoted = /"[^"]+"/u.test(dated)
  const place = isQuoted
    ? readCountry(dated.replaceAll(/"[^"]*"/gu, (quoted) => ' '.repeat(quoted.length)))
    : readCountry(dated)
  const cues = readCues(withoutGlued(dated))
  const before = history.findLast(({ understanding }) => understanding !== null)?.understanding ?? null
  const isComparison = cues.includes('compare')
  const { rest: question, event } = withoutEvent(place === null || isQuoted ? dated : place.rest)
  let topics = readTopics(question, isComparison)
  let country = place?.country ?? null
  // "protests in Iran", with nothing else to search for, is about Iran
  if (topics.queries.length === 0 && country !== null && before === null) {
    topics = readTopics(dated, isComparison)
    if (topics.queries.length > 0) country = null
  }
  const queries = topics.queries.map(unglue)
  const refersBack = goesOn.test(message) && message.length < 90
  // "tell me about minecraft and compare it with portal" itself defines "it"
  const [first = ''] = queries[0]?.replaceAll('"', '').split(' ') ?? []
  const pronounAt = written.search(pronoun)
  const addsToIt = isComparison && pronounAt >= 0 && pronounAt < (inEnglish ?? written).indexOf(first)
  const goesOnFromThread = before !== null && (queries.length === 0 || refersBack || addsToIt)
  const messageReading = {
    task,
    cues,
    from: period?.from ?? null,
    to: period?.to ?? null,
    country,
    unread: topics.unread.map(unglue),
    event,
    otherPeriod: other === null ? null : { from: other.from, to: other.to },
    onlyAt: findPlatform(text),
    language: inEnglish === null ? null : 'German',
  }
  if (!goesOnFromThread || before === null)
    return { ...messageReading, queries, topicFrom: queries.length > 0 ? 'message' : null }
  const beforeQueries = before.topics.map(({ query }) => query)
  const joined =
    queries.length === 0 ? beforeQueries : isComparison ? [...beforeQueries.slice(0, 4), ...queries] : queries
  const shift = period === null ? shiftPeriod(text, before, today) : null
  const isMoved = shift !== null && (shift.from !== null || shift.to !== null)
  const { from, to } = isMoved ? shift : period === null ? before : messageReading
  return {
    ...messageReading,
    queries: [...new Set(joined)],
    from,
    to,
    unread: shift === null || isMoved ? messageReading.unread : [...messageReading.unread, shift.words],
    country: country ?? before.country,
    topicFrom: queries.length === 0 ? 'thread' : 'message',
  }
}

/** A change without its destination: the name of a portfolio or a colleague is not a topic. */
function withoutDestination(text: string, task: Task): string {
  if (task === 'add') return text.replace(/\b(?:to|into|in)\s+(?:my|our|the|a|portfolio|").*$/iu, ' ')
  return task === 'send' ? text.replace(/\b(?:to|with)\b.*$/iu, ' ') : text
}

/** A summary of a reading in one sentence for the person, stored with the answer. */
export function toUnderstanding(
  reading: Reading,
  topics: Understanding['topics'],
  more: readonly string[] = [],
): Understanding {
  const { from, to, country, cues, unread } = reading
  const named = joinWithAnd(topics.map(({ query }) => query.replaceAll('"', '')))
  const parts = [
    named === '' ? null : `${topics.length > 1 ? 'topics' : 'topic'} ${named}`,
    formatPeriod(from, to),
    country === null ? null : `in ${countryLabel(country)}`,
    ...more,
  ].filter((part) => part !== null)
  const unreadNote =
    unread.length === 0 ? '' : ` I did nothing with ${joinWithAnd(unread.map((words) => `“${words}”`))}.`
  return {
    topics,
    from,
    to,
    country,
    looksAt: cues.map((cue) => cueLabels[cue]),
    unread,
    sentence: `I read this as: ${parts.length === 0 ? 'no topic' : parts.join(', ')}.${unreadNote}`,
  }
}

/** `1 July to 30 September 2016`, `since 1 March 2014`; all days when it is open. */
export function formatPeriod(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? formatDay(from) : formatDayRange(from, to)
  if (from !== null) return `since ${formatDay(from)}`
  return to === null ? 'all days' : `until ${formatDay(to)}`
}

/** The single place that a question asks about; null for all of them. */
function findPlatform(text: string): string | null {
  return places.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Joins the words of known names, so that they are read as one. */
function glueCompounds(text: string): string {
  return text.replace(compoundPattern, (name) => name.replaceAll(' ', glue))
}

function unglue(text: string): string {
  return text.replaceAll(glue, ' ')
}

/** The text without the joined names: a name is not a cue. */
function withoutGlued(text: string): string {
  return text.replaceAll(new RegExp(`\\S*${glue}\\S*`, 'gu'), ' ')
}

/**
 * Maps a German question to the words of the rules; null when it is not German. Two indicative words are required, because each alone may be part of
 * a name.
 */
function readGerman(text: string): string | null {
  const found = new Set((text.match(indicativeWords) ?? []).map((word) => word.toLowerCase()))
  if (found.size < 2) return null
  return text
    .split(/(\s+)/u)
    .map((chunk) => chunk.replace(/\p{L}+/u, (word) => german.get(word.toLowerCase()) ?? word))
    .join('')
    .replace(/\bin year\b/giu, 'in')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Interprets a message together with what it names and what the screen shows: neither a collection's name nor "this section" is a topic. */
export function readRequest({ message, collections, readables, ...request }: AnalystRequest): Reading {
  const named = collections.reduce(
    (text, { title, kind }) => replaceWords(text, title, kind === 'portfolio' ? 'the portfolio' : 'this'),
    message,
  )
  const reading = readMessage({ ...request, message: withoutScreenWords(named) })
  const screenCues = readScreen(message, readables).cues.filter((cue) => !reading.cues.includes(cue))
  return { ...reading, cues: [...reading.cues, ...screenCues] }
}

function replaceWords(text: string, words: string, by: string): string {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])["“]?${literal}["”]?(?![\\p{L}\\p{N}])`, 'giu'), by)
}
