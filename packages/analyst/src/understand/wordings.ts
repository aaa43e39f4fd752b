import { isContextTerm } from '@auspex/analytics'
import { findWordKind, foldWord } from './reader/question-words.ts'

/** The words of a query as people write them, without its conditions: "second life" of `second near/6 life`. */
export function plainQuery(query: string): string {
  return query
    .replaceAll(/\s+AND\s+-?(?:\p{L}+:\S+|\((?:\p{L}+:(?:"[^"]*"|\S+)(?:\s+OR\s+)?)+\))/gu, '')
    .replaceAll(/\s+near\/\d+\s+/gu, ' ')
    .replaceAll(/\s+AND\s+\(([^()]+)\)/gu, (condition, words: string) => {
      // what a person wrote beside a name is not said to be its own
      const happening = happenings.find(([, known]) => known.join(' OR ') === words)
      return happening === undefined ? condition : `’s ${happening[1][0]}`
    })
    .replaceAll(/\s+OR\s+/gu, ' or ')
    .replaceAll(/\s+AND\s+/gu, ' and ')
    .replaceAll(/["()|*]/gu, '')
    .trim()
}

/** A topic as the library writes it: "iPhone" for "iphone". */
export function nameTopic(query: string, subject: string): string {
  const own = plainQuery(query)
  // what was spelled for the question is written so
  if (/\p{Lu}/u.test(own) && subject === subject.toLowerCase()) return own
  return subject.toLowerCase().startsWith(own.toLowerCase()) ? subject.slice(0, own.length) : own
}

/** A name as documents write it within a sentence: "iPad", "nuclear power", and "Google+" where most of them do. */
export function spellAsWritten(name: string, texts: readonly string[]): string {
  // "bin Laden’s death": of what happened to it only the name is looked for
  const at = name.indexOf('’s ')
  if (at > 0) return `${spellAsWritten(name.slice(0, at), texts)}${name.slice(at)}`
  const forms = new Map<string, number>()
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escapeName(name)}(?![\\p{L}\\p{N}])`, 'giu')
  for (const text of texts) {
    const rest = text.replaceAll(pattern, ' ')
    const words = rest.match(/\p{L}{4,}/gu) ?? []
    const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length
    // where every word has a capital, those of the name say nothing
    if (words.length === 0 || capitals > 0.6 * words.length) continue
    for (const { 0: form, index } of text.matchAll(pattern)) {
      const begins = /(?:^|[.!?:“"]\s*)$/u.test(text.slice(0, index))
      const isPlain = form === form.charAt(0).toUpperCase() + form.slice(1).toLowerCase()
      if (!(begins && isPlain) && form !== form.toUpperCase()) forms.set(form, (forms.get(form) ?? 0) + 1)
    }
  }
  const [best] = [...forms].toSorted(([, a], [, b]) => b - a)
  if (best === undefined || best[1] <= (forms.get(name) ?? 0)) return name
  // a single word with a capital is a name, however people type
  return /\p{Lu}/u.test(best[0]) || name.includes(' ') ? best[0] : name
}

/** A name as a regular expression that matches nothing else. */
export function escapeName(name: string): string {
  return name.replaceAll(/[\^$.*+?()[\]{}|\\]/gu, String.raw`\$&`)
}

/** The stem of what a phrase says beside the topic that it holds: "quit" of "quitting world of warcraft"; null where that is no word of its own. */
export function aspectOf(phrase: string, topic: string): string | null {
  const rest = phrase.replaceAll('"', '').toLowerCase().replace(topic.toLowerCase(), ' ').trim()
  if (!/^\p{L}{4,}$/u.test(rest) || rarityOf(rest) < 2) return null
  return stemOf(rest)
}

/** A word without its ending: "quitting" and "quits" are both "quit". */
export function stemOf(word: string): string {
  const plain = word.replace(/(?:ing|ed|es|s)$/u, '')
  const single = /([b-df-hj-np-tv-z])\1$/u.test(plain) && !/(?:ll|ss)$/u.test(plain) ? plain.slice(0, -1) : plain
  return single.length >= 3 ? single : word
}

const maxWordsApart = 4
const joiningWords = /^(?:and|or|of|the|in|for|&)$/u

/** The words of a phrase joined by AND: "opioid lawsuits"; null for a quotation and a single word. */
export function wordsApart(query: string): string | null {
  // "Buddhism and meditation": a word that only joins is in every document
  const words = query.split(' ').filter((word) => !joiningWords.test(word))
  const isPlain = words.length > 1 && words.length <= maxWordsApart && !/\b(?:AND|OR|NOT)\b/u.test(query)
  return isPlain && words.every((word) => /^[\p{L}\p{N}-]+$/u.test(word)) ? words.join(' AND ') : null
}

/** A plain word that is at least as rare as this one is a topic by itself: "opioid", and not "lawsuits". */
const rareEnough = 5

/** The rarity of a word that no list of English has. */
export const unknownWord = 7

/** How rare a word of English is: 0 for the most frequent ones. */
export function rarityOf(word: string): number {
  return findWordKind(foldWord(word))?.band ?? unknownWord
}

const rareName = 4

/**
 * The names among the words of a topic, with a number behind them; none where all are one name, "Todd Akin". An article is in no list of rare words, and
 * no name.
 */
export function namesIn(words: readonly string[]): string[] {
  const isName = (word: string) => rarityOf(word) >= (/^\p{Lu}/u.test(word) ? rareName : rareEnough)
  if (words.length < 2 || words.every((word) => /^[\p{Lu}\p{N}]/u.test(word))) return []
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? ''
    return isName(word) && isContextTerm(word.toLowerCase()) ? [/^\d{1,2}$/u.test(next) ? `${word} ${next}` : word] : []
  })
}

/** A part of a query that is more than words: an operator, a field, a group, or what is left out. */
function isCondition(part: string): boolean {
  return /^-|\b(?:OR|NOT)\b|\bnear\/\d|[()]|\p{L}:\S/u.test(part)
}

/**
 * Narrower wordings of a query without matches: each of its parts alone, then a name without the plain words at its ends. A capitalised word inside a
 * sentence is part of a name and is never dropped (`beginsSentence` means that the first word is capitalised anyway), and a phrase of plain words
 * keeps its rarest one, with another beside it unless that one is rare.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').flatMap((part) => (isCondition(part) ? [] : [part.replaceAll('"', '')]))
  if (query.includes(' AND ')) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = parts.join(' ').split(' ')
  const narrower: string[] = []
  for (let droppedCount = 1; droppedCount < Math.min(3, words.length); droppedCount += 1)
    for (let start = droppedCount; start >= 0; start -= 1) {
      const remainingWords = withoutJoints(words.slice(start, words.length - droppedCount + start))
      const droppedWords = [
        ...words.slice(beginsSentence ? 1 : 0, start),
        ...words.slice(words.length - droppedCount + start),
      ]
      const isName = remainingWords.some((word) => /^\p{Lu}/u.test(word))
      const rarest = Math.max(...remainingWords.map(rarityOf))
      // "my little" is not what "my little pony" is about
      const keepsRarest = isName || droppedWords.every((word) => rarityOf(word) <= rarest)
      const isEnough = isName || remainingWords.length > 1 || rarest >= rareEnough
      if (droppedWords.every((word) => !/^\p{Lu}/u.test(word)) && keepsRarest && isEnough)
        narrower.push(remainingWords.join(' '))
    }
  return narrower
}

/** "Bedbugs" of "bedbugs in", which is left of "bedbugs in hotels". */
function withoutJoints(words: readonly string[]): readonly string[] {
  const isOwn = (word: string | undefined) => word !== undefined && !joints.test(word)
  const [first, last] = [words.findIndex(isOwn), words.findLastIndex(isOwn)]
  return first < 0 ? words : words.slice(first, last + 1)
}

const joints = /^(?:and|or|of|the|an?|in|on|at|for|to|with|from|by|about|&)$/u

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
const didHappen = new RegExp(`\\b(?:did|does|do)\\b.*?\\s(${stems})e?\\b`, 'iu')

const lastVerb = new RegExp(`\\s(?:${stems}|spik|surg|jump|drop|peak|fall|ris|grow|fad|climb)(?:e?s|e?d|e)?$`, 'iu')

/** "Did bitcoin crash", "Nokia collapsed" claim an event; "the flash crash", a name, does not. */
export function findEvent(text: string): ClaimedEvent | null {
  const stem = didHappen.exec(text)?.[1] ?? pastVerb.exec(text)?.[1]
  return stem === undefined ? null : (verbs[stem.toLowerCase()] ?? null)
}

/** A topic without the verb of what happened to it: "did [bitcoin crash]", "when [oat milk spikes]"; "the flash crash" stays. */
export function withoutEvent(topic: string, text: string): string {
  const shorter = topic.replace(lastVerb, '')
  const asked = new RegExp(
    `\\b(?:did|does|do|when|if|once|will|would)\\s+(?:(?:the\\s+)?(?:talk|interest|buzz|hype|attention|chatter|coverage)\\s+(?:of|in|on|about|around)\\s+)?${escapeName(shorter)}\\b`,
    'iu',
  )
  return shorter !== topic && asked.test(text) ? shorter : topic
}

const versus = /\s+(?:vs\.?|versus)\s+/iu
const leadIn =
  /^(?:(?:ok|okay|so|and|hey|hi|pls|please|compare|comparing|what|how|about|which|is|of|on|for|between|the|tone|mood|talk|me|give|show|do|did)\s+)+/iu
/** What stands before the first name: "what did people say about", "the tone of". */
const beforeName =
  /^.*\b(?:about|regarding|towards?|between|mention(?:s|ed|ing)?|compar(?:e|es|ed|ing)|(?:tone|mood|sentiment|talk|opinions?|posts?|articles?|news|coverage|discussion) (?:of|on|for))\s+/iu
/** The days of a name, which are no part of it: "bbc in 2012". */
const daysAfterName = /\s+(?:in|during|since|from|before|after)\s+(?:the\s+)?(?:\p{L}+\s+)?\d{4}$/iu
const onlyDays =
  /^(?:(?:in|the|early|late|mid|of|spring|summer|autumn|fall|winter|q[1-4]|h[12]|first|second|third|fourth|half|quarter|last|this|year|month|week|then|now|today|yesterday|before|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|\d{1,2}|\d{4}s?|\d{4}-\d{2}(?:-\d{2})?)(?:\s+|$))+$/iu
/** Where a name after "vs" ends. */
const nameEnd =
  /[,;:?!]|\.(?=\s|$)|\s(?:in|on|for|during|since|from|between|over|until|before|after|by|which|who|what|where|when|how|and|but|\d{4})(?=\s|$)|\s(?=\d{4}\b)/iu
const maxNameWords = 4

const amounts = 'more|less|fewer|bigger|larger|smaller|longer|better|worse'
/** "Did Steam sales get more talk than Humble Bundles". */
const moreThan = new RegExp(
  `\\b(?:did|does|do|has|have|had|was|were|is|are)\\s+(?:the\\s+)?([^,.;?!]{2,50}?)\\s+(?:get\\s+|got\\s+|receive\\s+|have\\s+|had\\s+|draw\\s+|attract\\s+|see\\s+|\\p{L}+ed\\s+)?(?:much\\s+|any\\s+|far\\s+)?(?:${amounts})\\b[^,.;?!]{0,40}?\\bthan\\s+(?:the\\s+)?([^,.;?!]{2,50}?)(?=\\s*[,.;?!]|\\s*$|\\s(?:in|on|during|since|between|over|at|when|before|after|did|do|does)\\s)`,
  'iu',
)
const stances =
  '(?:sentiment|attitudes?|feelings?|opinions?|tone|mood|coverage|talk|interest|that)\\s+(?:towards?|of|on|about|for|in)\\s+'
/** "How did sentiment toward A compare with sentiment toward B and C". */
const comparedWith = new RegExp(
  `\\b${stances}(?:the\\s+)?([^,.;?!]{2,50}?)\\s+compare\\s+(?:to|with|against)\\s+(?:${stances})?(?:the\\s+)?([^.;?!]{2,90}?)(?=\\s+(?:between|in|from|during|since|over|and\\s+(?:what|how|which|who|why))\\b|\\s*[.;?!]|\\s*$)`,
  'iu',
)

/** The names that are set against each other by words other than "vs"; empty where none are. */
function readComparison(text: string): string[] {
  const [, one = '', others = ''] = moreThan.exec(text) ?? comparedWith.exec(text) ?? []
  const names = [one, ...others.split(/,\s*(?:and\s+)?|\s+and\s+/iu)].map((name) => name.trim())
  const isName = (name: string) =>
    name !== '' && name.split(/\s+/u).length <= maxNameWords && !onlyDays.test(name) && !noName.test(name)
  return one !== '' && names.every(isName) ? names : []
}

const noName =
  /\b(?:it|its|she|he|him|her|they|them|their|we|us|i|you|that|this|these|those|others?|does|do|did|was|were|is|are|be|at|in|on|about|usual|expected|normal|ever|last|word|talk|people|posts?|news|average|anything|anyone|most)\b/iu

/** The names that a message sets against each other: "bbc vs cnn in 2012"; empty where it does not. */
export function readVersus(text: string): string[] {
  const choice = /\bprefer(?:s|red)?\s+([^,.;?!]+? or [^,.;?!]+)/iu.exec(text)?.[1]?.split(/\s+or\s+/iu) ?? []
  if (choice.length > 1 && choice.every((name) => name.split(/\s+/u).length < maxNameWords))
    return choice.map((name) => name.trim().replace(/^(?:the|an?|plain|just)\s+/iu, ''))
  const parts = text.split(versus)
  if (parts.length < 2) return readComparison(text)
  // in quotation marks it is part of a name
  if (parts.length < 2 || (text.match(/"[^"]*"/gu) ?? []).some((quoted) => versus.test(quoted))) return []
  const names = parts.map((part, at) => {
    if (at > 0) return part.split(nameEnd)[0]?.trim() ?? ''
    const [last = ''] = part.split(/[,;:?!]\s|\.\s/u).slice(-1)
    return last.trim().replace(beforeName, '').replace(leadIn, '').replace(daysAfterName, '')
  })
  // days that are set against each other are those of one topic
  const isName = (name: string) => name !== '' && name.split(/\s+/u).length <= maxNameWords && !onlyDays.test(name)
  return names.every(isName) ? names : []
}

/** Words of a request that are no topic. */
const requestWords =
  /\b(?:compar\p{L}*|vs\.?|versus|against|please|pls|plz|show|tell|give|me|us|a|an|the|of|on|for|in|and|or|with|to|between|from|about|what|how|was|were|is|are|did|do|difference|numbers?|counts?|posts?|articles?|talk|mentions?|interest|chart|table|year|years|month|months)\b/giu

/** The name that is left of a message beside the days that it sets against each other; null where that is no name. */
export function wordsLeft(text: string, spans: readonly { kind: string; start: number; end: number }[]): string | null {
  const periods = spans.filter(({ kind }) => kind === 'period')
  if (periods.length < 2) return null
  const without = periods.reduceRight((left, { start, end }) => `${left.slice(0, start)} , ${left.slice(end)}`, text)
  const names = without
    .replaceAll(requestWords, ' ')
    .split(/[,.;:?!]/u)
    .flatMap((part) => part.trim().replaceAll(/\s+/gu, ' ') || [])
  const [name] = names
  const isName = name !== undefined && /^[\p{L}\p{N}][\p{L}\p{N}’'-]*(?: [\p{L}\p{N}’'-]+){0,2}$/u.test(name)
  return names.length === 1 && isName && name.split(' ').some((word) => rarityOf(word) >= 3) ? name : null
}

const maxRelaxed = 8

/** Wider wordings of a query that no document has, the nearest first: without an idle word, by its parts, by some of its words anywhere. */
export function relaxedQueries(query: string, beginsSentence: boolean): string[] {
  if (query.includes(' AND ') || isCondition(query)) return narrowerQueries(query, beginsSentence)
  const plain = query.replaceAll('"', '')
  const words = plain.split(' ')
  const listed = plain.split(/\s+(?:and|or|&)\s+|\s*\/\s*/u).filter((part) => part !== '')
  const parts = listed.length > 1 ? [listed.map((part) => (part.includes(' ') ? `"${part}"` : part)).join(' OR ')] : []
  // "bin ladens death": a genitive without its apostrophe
  const singular = /\p{L}{4,}s$/u.test(plain) && !plain.endsWith('ss') ? [plain.slice(0, -1)] : []
  const isPlain = words.every((word) => /^[\p{L}\p{N}-]+$/u.test(word)) && listed.length === 1
  const narrower = narrowerQueries(query, beginsSentence)
  const phrases = narrower.filter((one) => one.includes(' ')).slice(0, 3)
  const single = narrower.filter((one) => !one.includes(' '))
  // "boeing", and not "737"
  const names = words.filter((word) => /\p{L}/u.test(word) && rarityOf(word) >= rareEnough - 1)
  const own = words.length > 1 ? [...rarestFirst(names).slice(0, 1), ...single] : single
  const contents = words.filter((word) => !joints.test(word))
  const apart = isPlain ? [...withoutIdleWord(contents), ...pairsWithName(contents)] : []
  return [...new Set([...singular, ...parts, ...phrases, ...apart, ...own.slice(0, 1)])].slice(0, maxRelaxed)
}

function rarestFirst(words: readonly string[]): string[] {
  return words.toSorted((a, b) => rarityOf(b) - rarityOf(a))
}

/** A rarity for names, whose words may be plain. */
const rarityOfName = 8

/** The words of a phrase but one of its two most frequent ones. */
function withoutIdleWord(words: readonly string[]): string[] {
  if (words.length <= 2 || words.length > maxWordsApart) return []
  return words
    .map((word, at) => ({ at, rarity: /^\p{Lu}/u.test(word) ? rarityOfName : rarityOf(word) }))
    .toSorted((a, b) => a.rarity - b.rarity)
    .slice(0, 2)
    .map(({ at }) => words.filter((_, place) => place !== at).join(' AND '))
}

/** The name of a long phrase beside each of its two rarest other words. */
function pairsWithName(words: readonly string[]): string[] {
  if (words.length <= 3) return []
  const name = words.find((word) => /^\p{Lu}/u.test(word)) ?? rarestFirst(words)[0] ?? ''
  return rarestFirst(words.filter((word) => word !== name))
    .slice(0, 2)
    .map((word) => `${name} AND ${word}`)
}

/** What happens to somebody or something, by the words that tell it. */
const happenings: readonly (readonly [pattern: RegExp, words: readonly string[]])[] = [
  [/^(?:deaths?|dying|killing|assassination|murder)$/iu, ['death', 'dead', 'died', 'dies', 'killed', 'killing']],
  [/^(?:arrest|detention)$/iu, ['arrest', 'arrested', 'detained', 'custody']],
  [/^resignation$/iu, ['resignation', 'resign*', '"stepped down"']],
  [/^(?:launch|release|debut)$/iu, ['launch', 'launch*', 'releas*', 'debut*']],
  [/^(?:shutdown|closure|closing)$/iu, ['shutdown', 'shut*', 'clos*', 'discontinu*', 'kill*']],
  [/^bankruptcy$/iu, ['bankruptcy', 'bankrupt*', 'insolven*']],
  [/^(?:ipo|flotation)$/iu, ['ipo', 'stock', 'shares']],
  [/^(?:acquisition|takeover|merger)$/iu, ['acquisition', 'acquir*', 'buy*', 'bought', 'merg*']],
  [/^(?:leaks?)$/iu, ['leaks', 'leak*']],
  [/^ban$/iu, ['ban', 'banned', 'banning', 'bans']],
  [/^(?:hack|breach)$/iu, ['hack', 'hack*', 'breach*']],
  [/^(?:trial|verdict|conviction)$/iu, ['trial', 'verdict', 'convict*', 'court']],
  [/^(?:backlash|outrage)$/iu, ['backlash', 'outrage*', 'angry', 'anger']],
]

/** Whether a word tells what happened to somebody or something. */
export function isHappening(word: string): boolean {
  return happenings.some(([pattern]) => pattern.test(word))
}

/** What a question is about beside the name of its topic, "osama bin ladens death": the topic in the documents that have a word for it. Null where it is not so. */
export function withHappening(query: string, message: string): string | null {
  const whole = query.replaceAll('"', '')
  if (/\b(?:AND|OR)\b/u.test(whole) || whole === '') return null
  // "Edward Snowden leaks" names both
  const last = whole.slice(whole.lastIndexOf(' ') + 1)
  const isNamed = last !== whole && happenings.some(([pattern]) => pattern.test(last))
  const name = isNamed ? whole.slice(0, whole.lastIndexOf(' ')) : whole
  const plain = withoutGenitive(name)
  const own = escapeName(plain)
  const after = new RegExp(`\\b${own}(?:['’]?s?|s['’])\\s+(\\p{L}+)`, 'iu').exec(message)?.[1]
  const before = new RegExp(`\\b(\\p{L}+)\\s+of\\s+(?:the\\s+)?${own}`, 'iu').exec(message)?.[1]
  const found = [after, before]
    .map((word) => happenings.find(([pattern]) => word !== undefined && pattern.test(word))?.[1])
    .find((words) => words !== undefined)
  if (found === undefined || found.some((word) => name.toLowerCase().includes(word))) return null
  return `${plain.includes(' ') ? `"${plain}"` : plain} AND (${found.join(' OR ')})`
}

/** "Osama bin ladens": a final s without its apostrophe goes where no list has the word with it, and stays in "Prometheus" and "adidas". */
function withoutGenitive(name: string): string {
  const [last = ''] = name.split(' ').slice(-1)
  const isUnknown = /\p{L}{4}s$/u.test(last) && rarityOf(last) === unknownWord
  const isGenitive = isUnknown && (rarityOf(last.slice(0, -1)) < unknownWord || /[^aeiouys]s$/u.test(last))
  return isGenitive ? name.slice(0, -1) : name.replace(/['’]s$/u, '')
}

/** A word in small letters that every dictionary has: more often what is asked of a topic than a topic. */
export function isPlainWord(name: string): boolean {
  return /^\p{Ll}+$/u.test(name) && rarityOf(name) < unknownWord
}

/** Names as they were found in a message: no further than a dash, "dev kit & motion sickness" as two, and "Murray's" no other than Murray. */
export function cleanNames(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => {
    const [own = ''] = name.split(/\s+[-–—]+\s+/u)
    return /^[\p{Ll} ]+ & [\p{Ll} ]+$/u.test(own)
      ? own.split(' & ').filter((part, at, all) => at === all.length - 1 || part.includes(' '))
      : [own]
  })
  const plain = (name: string) => name.toLowerCase().replace(/['’]s$/u, '')
  return parts.filter((name, at) => name !== '' && parts.findIndex((other) => plain(other) === plain(name)) === at)
}
