import { isCause, isThingLeftOut, thingOfTalk } from './asked-part.ts'
import { isShift } from './calendar.ts'
import { asksWhatIsSaid, findName, isClaim } from './scope.ts'
import { contentUnits, isIdle, topicOfWords } from './qualifiers.ts'
import type { TaggedQuestion } from './reader/question-model.ts'
import type { TaggedSpan } from './reader/question-words.ts'
import { readCountry } from './reader/word-lists.ts'
import type { Thread } from './understanding.ts'
import { cleanNames, isPlainWord, rarityOf, readVersus, withoutEvent, wordsLeft } from './wordings.ts'

/** "The iPhone"; The Who, with a capital, is a name. */
const leadingArticle =
  /^\s*(?:(?:the|an?|der|die|das|den|dem|le|la|les|el|los|las|l['’])\s+)?(?:(?:new|latest|recent|whole|current)\s+(?=\p{Lu}))?/u

/** Plain words of the spans of a kind; a topic in quotation marks stays a phrase. */
export function textsOf({ spans }: TaggedQuestion, wanted: TaggedSpan['kind'], text: string): string[] {
  return spans.flatMap(({ kind, start, end, text: words }) => {
    const quoted = quotedAround(text, start, end)
    const plain = withoutEvent((quoted ?? words).replaceAll(/["()]/gu, ' '), text)
      .replace(quoted === null ? leadingArticle : /^$/u, '')
      .replace(/\s+/gu, ' ')
      .trim()
    if (kind !== wanted || plain === '') return []
    return [quoted === null ? ownerOf(plain, text.slice(end)) : `"${plain}"`]
  })
}

/** Names that end like a genitive, and what is named after somebody. */
const namesOfOwners =
  /^(?:mcdonald|kellogg|levi|macy|lowe|wendy|moody|denny|domino|sotheby|christie|sainsbury|kohl|trader joe|hershey|reese|papa john|dunkin|jack daniel|arby|applebee|chili|carl|bloomingdale|schindler|alzheimer|parkinson|crohn|asperger|hodgkin|rubik|pandora|valentine|new year|moore|murphy|godwin|lou gehrig|hooter|angie|craig|marshall|tj|oreilly|o['’]reilly)$/iu

/** "Spotify" of "Spotify's offline mode", whose other words stand beside it; "Tesla's Model S" and "Moore's law" are names. */
function ownerOf(name: string, after: string): string {
  const [, owner = '', own = ''] = /^(.*?\p{L})(?:['’]s|(?<=s)['’])(?: (.+))?$/u.exec(name) ?? []
  if (owner === '' || !/\p{Lu}/u.test(owner) || namesOfOwners.test(owner)) return name.replace(kindBehind, '$1')
  return /^\p{Ll}/u.test(own) || (own === '' && /^\s+\p{Ll}/u.test(after)) ? owner : name
}

/** "Swift the language" says what it is. */
const kindBehind =
  /^(\p{Lu}\S*) the (?:language|singer|band|company|film|movie|game|app|drug|car|book|show|fruit|planet|metal|software)$/u

/** The words in quotation marks that a span is in; null outside. */
function quotedAround(text: string, start: number, end: number): string | null {
  const quoted = [...text.matchAll(/"([^"]{1,80})"/gu)].find(
    ({ 0: whole, index }) => index < end && index + whole.length > start,
  )
  return quoted?.[1] ?? null
}

const doingWords =
  /^(?:coping|dealing|living|struggling|working|getting|going|learning|teaching|using|making|handling|managing|surviving|switching|moving|starting|trying|talking|thinking|experiences?|feelings?|opinions?|thoughts|highlights|reactions?)$/iu
const behindDoing =
  /^\s+(?:(?:up|rid|used|along)\s+)?(?:with|to|from|on|of|for|through|about)\s+(?:(?:the|an?|my|your|their|this)\s+)?((?:(?!(?:and|or|but|in|on|at|for|with|when|while|as|if|is|was|did|do|to|from|by|than|that|who|which|people|ppl)\b)[\p{L}\p{N}][\p{L}\p{N}’'-]*(?:\s+|(?=[,.;:?!)]|$))){1,3})/iu
const numberNames = /^ (?:one|two|three|\d{1,4}[a-z]?|[ivx]{1,4}|pro|plus|mini|air|max)$/iu
const speaking = /\b(?:did|does|do|has|have|had)\s+$/iu
const speaks = /^\s+(?:say|said|think|respond|react|claim|answer|reply|admit|tell|explain)\b/iu
const toldBecause = /^(.+?)\s(?:is|are|was|were)\s(?:\p{L}+\s){1,5}(?:because of|due to)\s+$/iu

/** The names of topics as a message means them: "night shift" of "coping with night shift", "North Korean workers" and "Xbox One" in full, and of what somebody said the thing and not the speaker. */
export function namesAsMeant(text: string, names: readonly string[], against: readonly string[] = []): string[] {
  const whole = names.map((name) => nameInFull(text, name, against))
  // a claim is about whom it names first: what else it names stands beside it
  const areJoined = findName(text, names.slice(0, 2).join(' and ')).length > 0 && names.length > 1
  const isOne = isClaim(text) && !areJoined && !/\b(?:than|vs|versus|compared?|both|or)\b/iu.test(text)
  const lasting = whole.filter((name) => !isOccasion(text, name))
  // "gun control after Sandy Hook" is about gun control
  const some = lasting.length > 0 ? lasting : whole
  const [only, ...others] = isOne ? some.slice(0, 1) : some
  if (only === undefined || others.length > 0) return some
  const subject = subjectInsteadOf(only, text)
  if (subject !== null) return [subject]
  // "has anyone quit Facebook because of privacy" is about Facebook
  const [named] = isPlainWord(only) && isCause(text, only) ? otherNames(text, only) : []
  if (named !== undefined) return [named]
  // "nobody criticised Obama after the Snowden leaks" is about Obama
  const isBesideSubject = isSpeaker(text, only) || (text.includes(only) && isClaim(text) && isOccasion(text, only))
  if (isBesideSubject) return [...otherNames(text, only), ...whole].slice(0, 1)
  return isOne ? [only] : some
}

/** A name with the words that belong to it: what is done to it, the event, the number or the direction. */
function nameInFull(text: string, name: string, against: readonly string[]): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase())
  if (at < 0) return name
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)]
  const object = objectOfDoing(name, after) ?? (isPlainWord(name) ? thingOfTalk(after) : null)
  if (object !== null) return object
  const event = /\b(?:highlights|moments|reactions)$/iu.test(name)
    ? /\b(?:from|of|at|to) the ((?:[\p{Lu}\d][\p{L}\d]*\s+){1,3}\p{L}+)/u.exec(after)?.[1]
    : undefined
  if (event !== undefined) return event
  const numbered = against.find((other) => other.toLowerCase().startsWith(name.toLowerCase()))
  if (numbered !== undefined && numberNames.test(numbered.slice(name.length))) return numbered
  const [direction = ''] = /^\p{Lu}/u.test(name)
    ? (/\b(?:North|South|East|West|New|San|Los|Saint|St\.?|Mt\.?)\s$/u.exec(before) ?? [])
    : []
  return `${direction}${name}`
}

/** "Night shift" of "coping with night shift"; "learning on the job" and "moving to Canada" say where, and name nothing to learn or to move. */
function objectOfDoing(doing: string, after: string): string | null {
  const object = doingWords.test(doing) ? behindDoing.exec(after)?.[1]?.trim() : undefined
  if (object === undefined || /^\s+on\s+(?:the\s+)?\p{Ll}/u.test(after) || readCountry(object) !== null) return null
  return object
}

/** Whether a name only says when: "after the Snowden leaks". */
function isOccasion(text: string, name: string): boolean {
  return findName(text, name).some(({ from }) =>
    /\b(?:after|since|before|until)\s+(?:the\s+)?["']?$/iu.test(text.slice(0, from)),
  )
}

/** What a text is about where the name in it is that of a cause or of those who ask. */
function subjectInsteadOf(name: string, text: string): string | null {
  // "what should beginners look at with a telescope"
  if (/^(?:beginners?|newbies|noobs|novices)$/iu.test(name)) return topicOfWords(text.replace(name, ','), [])
  // "rhinos were in the news because of poaching"
  const [, effect = ''] = toldBecause.exec(text.slice(0, Math.max(0, text.indexOf(name)))) ?? []
  return topicOfWords(effect, [])
}

/** "What did Obama say about drones". */
function isSpeaker(text: string, name: string): boolean {
  const at = text.indexOf(name)
  return at >= 0 && speaking.test(text.slice(0, at)) && speaks.test(text.slice(at + name.length))
}

/** The names that a text has beside one. */
function otherNames(text: string, name: string): string[] {
  const at = text.indexOf(name)
  const isPart = (other: string) => other.split(' ').every((word) => name.includes(word))
  return contentUnits(`${text.slice(0, at)} , ${text.slice(at + name.length)}`, () => false, { isSure: true })
    .flatMap((unit) => /(?:\p{Lu}[\p{L}\p{N}]+ ?)+/u.exec(unit)?.[0].trim() ?? [])
    .filter((other) => !isPart(other))
}

const quotation = /"([^"]{2,80})"|(?<![\p{L}\p{N}])['‘]([^'’]{2,80})['’](?![\p{L}\p{N}])/u

/** "The word "hacktivism" and the name Anonymous". */
const saidAsWords =
  /\bthe (?:word|term|name|phrase|hashtag|label)s? (?:["']([^"']{2,60})["']|([\p{Lu}#][\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*)*))/gu

/** The topics that a message itself names: the query that it has, its names, what it quotes, or the words that are left of it. */
export function ownTopics(
  text: string,
  tagged: TaggedQuestion,
  thread: Thread | null,
  query: string | null,
): readonly string[] {
  if (query !== null) return [query]
  const said = [...text.matchAll(saidAsWords)].map(([, quoted, name = '']) =>
    quoted === undefined ? name : `"${quoted}"`,
  )
  if (said.length > 1) return said
  const against = readVersus(text)
  const names = ownNames(text, tagged, thread, against)
  const quoted =
    names.length > 0
      ? undefined
      : quotation
          .exec(text)
          ?.slice(1)
          .find((words) => words !== undefined)
  if (quoted !== undefined) return [`"${quoted}"`]
  const isAmong = (name: string) => against.some((other) => holdsName(other, name) || holdsName(name, other))
  // "xbox one vs wii u" names both in full
  if (names.length < against.length && names.every(isAmong)) return against
  const left = names.length > 0 || thread !== null ? null : topicWithoutName(text, tagged)
  return left === null ? names : [left]
}

function ownNames(
  text: string,
  tagged: TaggedQuestion,
  thread: Thread | null,
  against: readonly string[],
): readonly string[] {
  const named = namesAsMeant(text, cleanNames(textsOf(tagged, 'topic', text)), against)
  if (thread === null) return named
  // "ok coward" addresses, and names nothing; "did it get worse after the Snowden leaks" says when
  const isBeside = (name: string) => isIdle(name) || (thread.topics.length > 0 && isOccasion(text, name))
  const names = tagged.language === 'en' ? named.filter((name) => !isBeside(name)) : named
  // "was privacy always the main one" asks of the topic before it
  if (thread.topics.length > 0 && asksOfOneBefore(text) && names.every(isPlainWord)) return []
  // "did Apple drop Intel" asks of both, and "drop Intel" goes on from a question
  const left = names.filter((name) => !isRemoved(name, text))
  return left.length > 0 ? left : names
}

/** What a first message is about where no name was found in it. */
function topicWithoutName(text: string, { spans, language }: TaggedQuestion): string | null {
  // "compare 2012 vs 2014 kefir": what is left beside the days
  const left = wordsLeft(text, spans)
  if (left !== null || language !== 'en' || !asksWhatIsSaid(text)) return left
  return topicOfWords(text, spans)
}

export function holdsName(text: string, name: string): boolean {
  return findName(text, name).length > 0
}

const pronoun = /\b(?:it|them|these|both|ihn|sie|damit|lo|los|las)\b/iu
const comparingWithIt =
  /\b(?:that|this|it|they|them|those|these)\b[^,.;?!]{0,20}\b(?:compare|stack up|measure up|hold up|fare)\b[^,.;?!]{0,12}\b(?:to|with|against|beside)\b|\bcompar\p{L}+ (?:it|that|this|them|those|these)\b/iu
const bothWords =
  /\b(?:both|(?:the|those|these) (?:two|pair)|two of them|side by side|together|beiden?|nebeneinander|ambos|(?:los|las) dos|les deux|côte à côte)\b/iu
const bothTopics =
  /\b(?:(?:those|these|the) two(?! (?:days|weeks|months|years|periods|dates))|(?:two|both) of (?:them|those|these))\b/iu
const meaning =
  /\b(?:obviously|of course|not (?:like )?the|mean|meant|meine|meinte|gemeint|digo|decir|refiero|veux dire|voulais dire|parle d)/iu
const adding =
  /^(?:(?:ok|and|now|so|pls|please|then)[\s,]+)*(?:also|add|include|plus|throw in|put|vs\.?|versus|against)\b|\b(?:as well|too)\s*[.?!]*$/iu
/** Whether a follow-up sets what it names against the topic before it: "how does that compare to tofu". */
export function setsBesideTopic(text: string, isComparison: boolean): boolean {
  return (isComparison && pronoun.test(text)) || comparingWithIt.test(text)
}

/** "Save the uranium one" names what stays. */
const choosing = /\b(?:only|just|one|ones|nur|solo|sólo|seulement|save)\b/iu
const maxAddingWords = 6
const removing =
  /\b(?:drop|remove|leave out|take out|kick out|skip|without|minus|forget|ohne|quita|sin|enlève|sans)\s+(?:the\s+|das\s+|den\s+|die\s+|el\s+|la\s+|le\s+)?([^,.;?!]+)|\b(?:leave|take)\s+(?:the\s+)?([^,.;?!]{2,60}?)\s+out\b/iu

/** A message that goes on from others, and the topics that it names itself. */
interface FollowUp {
  readonly text: string
  readonly tagged: TaggedQuestion
  readonly own: readonly string[]
  readonly thread: Thread
}

/** What a follow-up may do with the topics before it: the first that applies says what it is about. */
const continuations: readonly ((message: FollowUp) => readonly string[] | null)[] = [
  topicsCompared,
  topicsExplained,
  topicsReturnedTo,
  topicsNotRemoved,
  topicsKept,
  topicsAdded,
]

/** The topics of a message that goes on: its own, those before, both, or those before without one. */
export function goOnWithTopics(
  text: string,
  tagged: TaggedQuestion,
  own: readonly string[],
  thread: Thread,
): readonly string[] {
  for (const continuation of continuations) {
    const topics = continuation({ text, tagged, own, thread })
    if (topics !== null) return topics
  }
  const { topics } = thread
  // "why is rosetta so low": one of several by a part of its name
  return own.map(
    (topic) => (topics.length > 1 ? topics.find((other) => hasWords(toPlain(other), toPlain(topic))) : null) ?? topic,
  )
}

/** "Which is bigger": the topic of now and the one before it. */
function topicsCompared({ text, tagged: { main, spans }, own, thread }: FollowUp): readonly string[] | null {
  const { topics, earlier, want } = thread
  if (own.length > 0 || topics.length !== 1) return null
  const isComparison = main === 'compare' && (bothWords.test(text) || (spans.length === 0 && want !== 'compare'))
  if (!isComparison && !bothTopics.test(text)) return null
  const before = earlier.findLast((some) => some.every((topic) => !topics.includes(topic)))
  return [...(before ?? []), ...topics]
}

/** "I meant the metal" says which one is meant. */
function topicsExplained({ text, tagged, own, thread: { topics, isAmbiguous } }: FollowUp): readonly string[] | null {
  if (!isAmbiguous || !(tagged.following === 'keep' || meaning.test(text))) return null
  return own.some((topic) => topics.some((one) => topic.includes(one))) ? null : topics
}

const places: Readonly<Record<string, number>> = {
  first: 0,
  former: 0,
  second: 1,
  third: 2,
  fourth: 3,
  last: -1,
  latter: -1,
}
const placeOfOne =
  /\bthe (first|second|third|fourth|last|former|latter)(?: (?:one|of (?:them|these|those|the))\b|(?=\s*[?.!,]|$))/iu
const goingBack = /\b(?:back to|(?:what|how) about|again)\b/iu

/** "Go back to the first one"; "what about the second one" of several. */
function topicsReturnedTo({ text, tagged, own, thread: { topics, earlier } }: FollowUp): readonly string[] | null {
  if (own.length > 0) return null
  const [, place] = placeOfOne.exec(text) ?? []
  const isOfSeveral = topics.length > 1 && !/\bback to\b/iu.test(text)
  const chosen = place === undefined || !isOfSeveral ? undefined : topics.at(places[place.toLowerCase()] ?? 0)
  if (chosen !== undefined) return [chosen]
  const isFirst = place?.toLowerCase() === 'first' && goingBack.test(text)
  return tagged.following === 'return' || isFirst ? (earlier[0] ?? topics) : null
}

/** "Drop typhoid, add measles". */
function topicsNotRemoved({ text, tagged, own, thread: { topics } }: FollowUp): readonly string[] | null {
  const isNarrower = tagged.following === 'remove' && !choosing.test(text)
  const left = topics.filter((topic) => !isRemoved(topic, text) && !(isNarrower && holdsName(text, topic)))
  if (left.length === topics.length) return null
  const added = own.filter((topic) => topics.every((one) => toPlain(one) !== toPlain(topic)) && !isRemoved(topic, text))
  return left.length + added.length > 0 ? [...left, ...added] : null
}

/** "And in 2012?"; also names in a question about what was asked before: "who is quoted, ministers or doctors". */
function topicsKept({ text, tagged, own, thread: { topics } }: FollowUp): readonly string[] | null {
  const isRelated = own.some((topic) => topics.some((one) => hasWords(toPlain(one), toPlain(topic))))
  if (own.length > 0 && (tagged.following !== 'keep' || isRelated)) return null
  // "save the uranium one", after four metals
  const named = topics.filter((topic) => hasWords(toPlain(text), toPlain(topic)))
  return named.length > 0 ? named : topics
}

/** "Also kale"; "compare tea and coffee" names both, and adds nothing. */
function topicsAdded({
  text,
  tagged: { following, main },
  own,
  thread: { topics },
}: FollowUp): readonly string[] | null {
  const isWhole = main === 'compare' && own.length > 1 && !pronoun.test(text)
  const isAdded = following === 'add' || (adding.test(text) && text.split(' ').length <= maxAddingWords)
  return isAdded && !isWhole ? [...new Set([...topics, ...own])] : null
}

function toPlain(text: string): string {
  return text.replaceAll('"', '').toLowerCase()
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.replaceAll(/[.,;:?!]/gu, ' ')} `.includes(` ${words} `)
}

/** Whether a message speaks of what was asked before, "the main one", also where it names a plain word. */
function asksOfOneBefore(text: string): boolean {
  return /\b(?:the (?:\p{L}+ )?ones?|did (?:that|it|they|this)|is that|was that|of (?:them|it|those)|about (?:it|them)|for (?:it|them))\b/iu.test(
    text,
  )
}

/** Whether a message says to leave a topic out: "drop kale", "drop palliative" of palliative care, "leave out Sandy" of Hurricane Sandy. */
export function isRemoved(topic: string, text: string): boolean {
  const [, behind, within = ''] = removing.exec(text) ?? []
  const [removed, name] = [toPlain(behind ?? within).trim(), toPlain(topic)]
  if (removed === '') return false
  return `${removed} `.startsWith(`${name} `) || `${name} `.startsWith(`${removed} `) || name.endsWith(` ${removed}`)
}

/** What documents are to be without: no topic, for none would be left, and none that a follow-up leaves out of several, for it may stand in those of the others. */
export function withoutTopicsLeft(
  excluded: readonly string[],
  topics: readonly string[],
  thread: Thread | null,
): string[] {
  const isTopic = (name: string) =>
    [...topics, ...(thread?.topics ?? [])].some((topic) => hasWords(toPlain(topic), toPlain(name)))
  return [...new Set(excluded)].filter((name) => isThingLeftOut(name) && !isTopic(name))
}

const specific = /\b(?:specifically|in particular|particularly|especially)\b/iu
const nextOf =
  /^\s*(?:(?:ok|and|so|but|now|then|what about|how about|(?:is |was )?(?:any|anything|something|some)(?: of (?:it|this|that|them|those))? (?:about|on))[\s,]+)+((?:the|its|their|his|her)\s+)?(\p{L}[\p{L}’'-]*(?: \p{L}[\p{L}’'-]*){0,2})[?.!\s]*$/iu
/** What is written of many topics, and people who do; "immigration" after Apple is a topic of its own. */
const commonParts =
  /^(?:\p{L}+ )*(?:women|men|children|people|(?:work|play|farm|teach|driv|own|us|buy|develop|min|lead)ers|doctors|patients|students|parents|nurses|fans|critics|exports?|imports?|sales|prices?|costs?|wages|profits?|jobs|taxes|tariffs?|privacy|safety|deaths?|injuries|lawsuits?|rumou?rs|side effects|battery life)$/iu
const rareFrom = 5
/** "Only Kansas City then": a name after "only" is one within the topic. */
const onlyOf =
  /^\s*(?:(?:ok|and|so|but|now|then)[\s,]+)*(?:only|just)\s+(?!from\b|on\b|in\b|the\b|those\b)([^,;?!]{2,60}?)(?:\s+(?:then|please|now))?[?.!\s]*$/iu

/** Whether a follow-up says that it is about a part of the topic before it. */
export function isSpecific(text: string): boolean {
  return specific.test(text)
}

/** The plain words of a follow-up that names a part of the topic before it: "what about police violence specifically", "and exports?" */
export function namesWithin(text: string, own: readonly string[], before: readonly string[]): string[] {
  const [found, article, words] = nextOf.exec(text) ?? []
  // "and the year after" names days
  if (words !== undefined && own.length === 0 && isShift(words)) return []
  const [name = words, ...others] = own
  if (name === undefined || others.length > 0 || before.length !== 1) return []
  if (before.some((topic) => toPlain(topic) === toPlain(name))) return []
  const [, only = ''] = onlyOf.exec(text) ?? []
  if (isSpecific(text) || toPlain(only) === toPlain(name)) return [name]
  const isPlain = name === name.toLowerCase() && name.split(' ').every((word) => rarityOf(word) < rareFrom)
  return found !== undefined && isPlain && !isIdle(name) && (article !== undefined || commonParts.test(name))
    ? [name]
    : []
}
