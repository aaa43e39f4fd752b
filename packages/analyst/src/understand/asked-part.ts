import { type Note, sentence } from '../answer/sentence.ts'
import { type EventDays, eventWords } from './calendar.ts'
import { readPeriod } from './period.ts'
import { findName, maxRead } from './scope.ts'
import type { Reading } from './understand.ts'
import { rarityOf, unknownWord } from './wordings.ts'

const languageNames =
  'English|German|French|Spanish|Italian|Portuguese|Dutch|Hungarian|Polish|Czech|Russian|Ukrainian|Turkish|Greek|Arabic|Hebrew|Chinese|Mandarin|Japanese|Korean|Hindi|Swedish|Norwegian|Danish|Finnish|Romanian|Deutsch|Englisch|Französisch|Spanisch|español|inglés|français|anglais'
const answerVerbs = 'summari[sz]e|answer|reply|respond|write|translate|explain'
const leadsIn = '(?:and|but|please|pls|then|(?:can|could) you)'
const heldThings =
  'anything|something|documents?|articles?|posts?|comments?|headlines?|stories|quotes?|quotations?|sources?|texts?'
/** "Is there anything in Hungarian", "summarise in English", "translate it": the language of documents, or of the answer, and not "films dubbed in German". */
const languageWish = new RegExp(
  `(?:(?:(?:[,;]\\s*|(?<=(?:^|[.?!(–-])\\s*))(?:${leadsIn}\\s+){0,3}|\\s(?:${leadsIn}\\s+){1,3})(?:${answerVerbs})(?:\\s+(?:it|them|that|this|everything|the titles?))?\\s+(?:in|into|to|auf|en)\\s+(?:${languageNames})\\b|(?<=\\b(?:${heldThings}))\\s+in\\s+(?:${languageNames})(?=\\s*(?:[,.;:?!)]|$)|\\s+(?:about|on|from|and|or|only)\\b)|[,;]\\s*(?:in|auf|en)\\s+(?:${languageNames})(?=\\s*(?:[,.;:?!)]|$|(?:please|pls|only)\\b))|\\s+(?:in|auf|en)\\s+(?:${languageNames})(?=,?\\s+(?:please|pls)\\b)|[,;]?\\s*\\b(?:and\\s+)?translate\\s+(?:it|them|that|the titles?)\\b)`,
  'giu',
)

/** What the answer says where a message names a language of documents or of the answer: none is translated. */
export function languageNotes(text: string): Note[] {
  return text.search(languageWish) < 0
    ? []
    : [sentence('Titles and quotations stay in the language in which they were written.')]
}

const occasionsToWrite =
  'pieces?|articles?|essays?|thesis|reports?|presentations?|projects?|talks?|class|school|homework|podcasts?|briefings?|papers?|workshops?|newsletters?|lectures?|assignments?|columns?|meetings?|clients?|birthday'
/** What people say around a question: greetings, for what it is, who claims it, what they think, and how the answer should look. */
const frames: readonly (readonly [pattern: RegExp, by: string])[] = [
  [languageWish, ' '],
  [
    /^\s*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings)(?:\s+(?:zeus|there|all|everyone|folks|team))?(?:\s*[,.!:–-]+\s*|\s+(?=(?:can|could|would|what|whats|who|how|when|where|why|which|so|i|im|we|please|pls|just|quick|is|are|did|do|does|my)\b)))+/iu,
    '',
  ],
  [
    /(?<=[.?!,;]\s*|\s(?=thanks|thank you|thx))(?:(?:many|kind|best|warm|with|very)\s+){0,3}(?:thanks|thank you|thx|regards|wishes|cheers|yours|sincerely)(?:\s+(?:in advance|so much|a lot|very much|again|for your help|sincerely|truly|faithfully))?[\s,.!–-]*(?:\p{L}[\p{L}’'-]*\.?\s*){0,2}$/iu,
    '',
  ],
  [/^\s*(?:\p{L}+\s+){1,4}here\s*[,.:;–-][^.?!]{0,120}[.!]\s+/iu, ''],
  [/^\s*\p{L}+\s+(?:q|question)\s*:\s*/iu, ''],
  [
    // "My Bloody Valentine" and "We Happy Few" are names
    /^\s*(?:(?:[Ss]o|[Oo][Kk]|[Ww]ell),?\s+)?(?!(?:My|We)\s+\p{Lu}\S*\s+\p{Lu})(?:[Ii]|[Ww]e|[Mm]y|[Ii]m|[Ii]['’]m)\b(?:(?!\b(?:about|of|on|how|what|who|why|when|which|rank|compare)\b)[^:?.!]){5,150}:\s+/u,
    '',
  ],
  [/^\s*(?:(?:ok|so)\s+)*(?:sorry,?\s+)?this (?:might|may|is)\s+(?:\p{L}+\s+){0,3}question,?\s+(?:but\s+)?/iu, ''],
  [
    new RegExp(
      `(?:^|,|\\b(?:so|and|because))\\s*(?:i['’]?m|i am|we['’]?re|we are)\\s+(?:just\\s+)?(?:doing|writt?ing|making|working on|preparing|researching)\\s+(?:an?|my|the|some|our)\\s+(?:\\p{L}+\\s+){0,2}?(?:(?:things?|${occasionsToWrite})\\b\\s*){1,2}(?:(?:for|at)\\s+(?:my\\s+)?(?:school|class|work|uni|university|college))?(?:\\s*\\b(?:about|on)\\s+(?:(?:it|this|that)\\b|[^,.;?!]{2,60}?(?=\\s+and\\s+my\\b)(?:\\s+and)?))?`,
      'giu',
    ),
    ' ',
  ],
  [
    /^\s*(?:(?:[Ss]o|[Oo][Kk]|[Ww]ell|[Aa]nd|[Bb]ut)\s+)?(?!My\s+\p{Lu}\S*\s+\p{Lu})[Mm]y\s+(?:\p{L}+[\s-]+){1,4}?(?:claim(?:s|ed)?|sa(?:ys|id)|thinks?|thought|told me|insist(?:s|ed)?|believes?|swears?|reckons?|keeps (?:saying|going on about(?: how)?))(?:\s+that)?\s+/u,
    '',
  ],
  [
    new RegExp(
      `\\s+(?:for|as)\\s+(?:an?|my|his|her|our)\\s+(?:[\\p{L}\\d]+\\s+){0,2}(?:${occasionsToWrite})(?=\\s*(?:[,.;:?!)]|$|and\\b))`,
      'giu',
    ),
    '',
  ],
  [/,?\s+in (?:no more than|at most|max(?:imum)?|under) \S+ (?:sentences|words|lines|paragraphs)\b/giu, ''],
  [/\s*\([^()]{0,30}\b(?:grade|grader|class|semester|years? old)\b[^()]{0,20}\)/giu, ''],
  [
    /(?<=[?.!,]|\s)\s*(?:,\s*)?(?:and |but |because )?(?:i (?:think|guess|suspect)(?: (?:so|not|it['’]?s|that['’]?s|thats|this is) [^,.;?!]{1,40})?|i want to read it [^,.;?!]{1,30}|im s+o+ lost|i(?:['’]m| am) (?:so+ )?lost|i have (?:an?|no) (?:test|exam|proof|idea|clue)[^,.;?!]{0,40})(?=\s*(?:[,.;?!]|$|\bi want\b))/giu,
    ' ',
  ],
]

/** How the answer is to look. */
export const formFrames: typeof frames = [
  [
    /[\s,.;–-]*\b(?:(?:and|but|please|pls)\s+)?(?:(?:keep|make) (?:it|this|that) (?:very |really )?(?:short|brief|simple|concise)|(?:(?:in|as)\s+)?(?:no more than |at most |max(?:imum)? )?(?:an?|one|two|three|four|five|\d+) (?:(?:short|single|brief|plain) )?(?:paragraphs?|sentences?|lines?|pages?)(?: max(?:imum)?| at most)?|no (?:bullet points?|bullets?|tables?|charts?|jargon|fluff)|with (?:an? |the )?(?:sources?|links?|citations?|references?)(?: for (?:each|every|all)(?: (?:one|of them|point))?)?)(?=\s*(?:please|pls)?\s*(?:[,.;:?!)]|$|\bi (?:want|need)\b))/giu,
    ' ',
  ],
]

/** A message without what is told of the person around its question; the message itself where little would be left. */
export function withoutFrame(text: string, patterns = frames): string {
  const left = patterns.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text.slice(0, maxRead))
  return /\p{L}{3}/u.test(left) ? left.replaceAll(/\s+/gu, ' ').trim() : text
}

/** "Apple in 2012, not the fruit", "no spoilers please", "anything other than Python": what is said not to be meant. In No Man's Sky and Doctors Without Borders the word has a capital, and "games without DRM" is what is asked about. */
const exclusion =
  /(?:(?:(?:^|[.?!]\s*)(?:Not|No)(?=\s\p{Ll})|(?:^|[.?!,;(–-]\s*|\s(?:but|and|sondern|pero|mais|though)\s+|\s(?=no\s[^,.;?!]{2,40}\s(?:[Pp]lease|pls)\b))(?:(?:but|and)\s+)?(?:not|nicht|no|pas))\s+(?:about\s+)?|(?:\b(?:other than|excluding|except for|leaving out|without (?:mention(?:ing|s of)|counting|including))|(?<=[,;(]\s*)without)\s+)((?:the|any|those|der|die|das|den|el|la|los|las|le|les)\s+)?(\p{L}[\p{L}'’-]*(?: (?!(?:and|or|but|who|that|which|when|where|[Pp]lease|pls|thanks|though|und|y|et)\b)\p{L}[\p{L}'’-]*){0,3})(?=\s*(?:[).,;?!]|$)|\s(?:and|or|but|[Pp]lease|pls|thanks|though)\b)/gu

/** "The new Ghostbusters, not the old one": such a word says which, and stands in documents of any kind. */
const vagueWords =
  /^(?:i|we|you|they|he|she|it|other|old|new|first|second|last|only|same|best|original|big|small|real|whole|usual|just|really|sure|too|very|even|yet|more|less|that|so|if|all|always|much|many|one|a|an|in|on|at|of|for|by|to|from|with|because|doubt|idea|proof|clue|problem|worries|matter|need|longer|how|what|who|when|where|why|which|thanks?|particularly|necessarily|bullet|table)$/iu
/** "The kids stuff", "brand names": kinds of things, which say nothing by themselves. */
const kindWords = / (?:stuff|things?|kinds?|types?|brands?|names?|people|crowd|posts?|articles?|versions?)$/iu
/** What is no name of a thing: "no rush on this", "not the tall one". */
const innerWords = /\b(?:on|of|in|me|this|that|it|for|with|about|from|to|en|de|ones?)\b/iu
/** "Not the engineering details" is about how the topic is told, and every document may have the word. */
const aspectWords =
  /\b(?:details?|sides?|angles?|aspects?|parts?|talk|history|discussions?|links?|numbers?|points?|adjectives?|abbreviations?|essays?|words?|emojis?)$/iu

/** What is said not to be meant, with the words that say so. */
function findExclusions(text: string): { words: string; whole: string }[] {
  return [...text.matchAll(exclusion)].flatMap(({ 0: whole, 1: article, 2: named = '' }) => {
    let words = named
    while (kindWords.test(words)) words = words.replace(kindWords, '')
    const [first = ''] = words.split(' ')
    // without an article only things and names: "not sure", "no rush"
    const isThing =
      article !== undefined ||
      words !== named ||
      /\p{Ll}s$|^\p{Lu}/u.test(words) ||
      /other than|excl|exce/iu.test(whole)
    const isPleaded = new RegExp(`${named}\\s+(?:please|pls)\\b`, 'iu').test(text)
    const isOther = vagueWords.test(first) || /ing$/iu.test(first) || innerWords.test(words)
    return isOther || !(isThing || isPleaded)
      ? []
      : [{ words: words.replace(/^(?:his|her|its|their|my|our|your) /iu, ''), whole }]
  })
}

/** Whether words name something that documents can be without, and not how a topic is told. */
export function isThingLeftOut(words: string): boolean {
  return !aspectWords.test(words)
}

export function readExclusion(text: string): string[] {
  return findExclusions(text).map(({ words }) => words)
}

/** A message without what it says not to be about. */
function withoutExclusions(text: string): string {
  return findExclusions(text).reduce(
    (left, { whole }) => left.replace(whole.startsWith('(') && left.includes(`${whole})`) ? `${whole})` : whole, ' '),
    text,
  )
}

/** Tags of HTML, and what a script or style holds: pasted markup is no word of the question. */
const markup = /<(script|style)\b[^>]*>.*?(?:<\/\1\s*>|$)|<!--.*?(?:-->|$)|<\/?[a-z][^<>]*>/gisu

export function toPlainText(message: string): string {
  return message
    .normalize('NFKC')
    .replace(markup, ' ')
    .replace(/[“”„«»]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, maxRead)
}

/** A message without what is told of the person and without what it is not to be about. */
export function askedPart(text: string): string {
  const left = withoutExclusions(withoutFrame(text)).replaceAll(/\s+/gu, ' ').trim()
  return /\p{L}{2}/u.test(left) ? left : text
}

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
/** A piece of so few words that begins like a question is a form: "list, please". */
const maxAskingFormWords = 4

const bareRequest =
  /^\s*(?:(?:please|pls|can you|could you|ok|and|so)\s+)*(?:summari[sz]e|describe|explain|show|tell|give|list|check|find|quote|count)(?:\s+(?:me|us|out))?[\s,:]*$/iu

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
      // "summarise what was said" asks once
      if (last !== undefined && bareRequest.test(last.text) && own.kind === 'ask') {
        pieces[pieces.length - 1] = { ...own, text: text.slice(last.start, start + piece.length), start: last.start }
        return
      }
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
  const unrequested = begun.replace(requests, '')
  const body = unrequested.replace(connectors, '')
  if (names.some((name) => findName(body, name)[0]?.from === 0)) return 'words'
  const wordCount = plain.split(/\s+/u).length
  const isOfForm = formWords.test(plain)
  if (askHead.test(body)) {
    // "list, please" and "as a table"
    const isShortForm = isOfForm && wordCount <= maxAskingFormWords
    return isShortForm && !/^(?:what|who|when|why|how|which|where)/iu.test(body) ? 'form' : 'ask'
  }
  if (isOfForm && wordCount <= maxFormWords) return 'form'
  if (begun !== unrequested && body.trim() !== '') return 'ask'
  return personHead.test(plain) ? 'person' : 'words'
}

/** Two names in a message. */
export interface NamePair {
  readonly one: string
  readonly other: string
  /** What stands between them. */
  readonly between: string
  /** Whether the second one follows the first at once. */
  readonly isAdjacent: boolean
}

/** The only two names of a question, where it does not set them against each other. */
export function findPair(message: string, { queries, topicFrom, task }: Reading): NamePair | null {
  const [one = '', other = '', ...others] = queries
  if (other === '' || others.length > 0 || topicFrom !== 'message' || task !== 'report') return null
  const plain = message.toLowerCase()
  const placeOf = (name: string) => plain.indexOf(name.replaceAll('"', '').toLowerCase())
  const [place, otherPlace] = [placeOf(one), placeOf(other)]
  const between = plain.slice(Math.min(place, otherPlace), Math.max(place, otherPlace))
  const isApart = namesApart.test(message) || /\b(?:or|vs)\b|[,;.?!]/u.test(between)
  if (place < 0 || otherPlace < 0 || isApart) return null
  const isAdjacent = /^[\p{L}\p{N}’' ]*\s+$/u.test(between) && place + one.length >= otherPlace - 2
  return { one, other, between, isAdjacent }
}

/** "snapchat and whatsapp" are two, and "oculus rift and motion sickness" is one thing and what it does. */
export function areAlike(one: string, other: string): boolean {
  return isNameLike(one) === isNameLike(other) || one.split(' ').some((word) => other.split(' ').includes(word))
}

const namesApart =
  /\b(?:compar\p{L}*|vs\.?|versus|than|which (?:one )?(?:is|was|got|gets|has|had)|difference|rather|against|respectively|each|both|separately|together|graph|chart|plot|table)\b/iu

/** A name is written with capitals, or is in no list of words. */
export function isNameLike(name: string): boolean {
  return /\p{Lu}/u.test(name) || name.split(' ').some((word) => rarityOf(word) === unknownWord)
}

const noEvent =
  /\b(?:then|that|this|it|now|when|all|last|next|year|years|month|months|week|weeks|day|days|summer|winter|spring|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december|today|yesterday|beginning|start|mid|late|early|which|everybody|everyone|people|they|i|we|you)\b/iu

/** Whether words that tell days are an event, and not only a name that may be one: "since Fukushima", "after the Mt. Gox hack". */
export function isEvent({ relation, words }: EventDays): boolean {
  return /^since$/iu.test(relation) || eventWords.test(words)
}

/** A name, or the word of what happened with one: "after work" is no date. */
export function isNameOfEvent(event: EventDays): boolean {
  const { words } = event
  if (noEvent.test(words) || readPeriod(words, { today: '2020-01-01' }) !== null) return false
  const name = words.replace(eventWords, '').trim()
  const isKnown = name.split(' ').every((word) => rarityOf(word) < unknownWord)
  if (isEvent(event)) return /\p{Lu}/u.test(words) || (name !== '' && !isKnown)
  return words.split(' ').every((word) => /^\p{Lu}/u.test(word))
}

/** "Fukushima" of "Fukushima accident", which others call a disaster; null where the name is one of many things, "Boston". */
export function rareNameOf(words: string): string | null {
  const name = words.replace(eventWords, '').trim()
  const isRare = name !== '' && name !== words && name.split(' ').some((word) => rarityOf(word) === unknownWord)
  return isRare && /^\p{Lu}/u.test(name) ? name : null
}

/** "Kindle" of "battery complaints about the Kindle", behind the word for a part of it. */
export function thingOfTalk(after: string): string | null {
  const [, thing = ''] =
    /^\s+(?:complaints?|problems?|issues?|troubles?|reports?|reviews?|worries|concerns|failures?)\s+(?:about|with|on|of|for|from|in)\s+(?:the\s+|my\s+)?((?:[\p{Lu}][\p{L}\p{N}]*)(?:\s+[\p{Lu}\d][\p{L}\p{N}]*)*)/u.exec(
      after,
    ) ?? []
  return thing === '' ? null : thing
}

/** "Same for Hacker News", "only from Reddit": in such words a source is no topic. */
export const onlyFrom = /\b(?:same (?:for|on|from|in|with)|only|just|from|on|in)\b/iu

/** Whether a name only says why: "because of privacy". */
export function isCause(text: string, name: string): boolean {
  return /\b(?:because of|due to|over|owing to)\s+(?:the\s+|its\s+)?$/iu.test(text.slice(0, text.indexOf(name)))
}
