import { findWordKind, foldWord } from './reader/question-words.ts'

/** The words of a query as people write them, without its conditions: "second life" of `second near/6 life`. */
export function plainQuery(query: string): string {
  return query
    .replaceAll(/\s+AND\s+-?(?:\p{L}+:\S+|\((?:\p{L}+:(?:"[^"]*"|\S+)(?:\s+OR\s+)?)+\))/gu, '')
    .replaceAll(/\s+near\/\d+\s+/gu, ' ')
    .replaceAll(/\s+AND\s+/gu, ' and ')
    .replaceAll(/["()|*]/gu, '')
    .trim()
}

/** A topic as the library writes it: "iPhone" for "iphone". */
export function nameTopic(query: string, subject: string): string {
  const own = plainQuery(query)
  return subject.toLowerCase().startsWith(own.toLowerCase()) ? subject.slice(0, own.length) : own
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

/** The words of a phrase joined by AND: "opioid lawsuits"; null for a quotation and a single word. */
export function wordsApart(query: string): string | null {
  const words = query.split(' ')
  const isPlain = words.length > 1 && words.length <= maxWordsApart
  return isPlain && words.every((word) => /^[\p{L}\p{N}-]+$/u.test(word)) ? words.join(' AND ') : null
}

/** A plain word that is at least as rare as this one is a topic by itself: "opioid", and not "lawsuits". */
const rareEnough = 5

/** How rare a word of English is: 0 for the most frequent ones, 7 for one that is not known. */
function rarityOf(word: string): number {
  return findWordKind(foldWord(word))?.band ?? 7
}

/**
 * Narrower wordings of a query without matches: each of its parts alone, then a name without the plain words at its ends. A capitalised word inside a
 * sentence is part of a name and is never dropped (`beginsSentence` means that the first word is capitalised anyway), and a phrase of plain words
 * keeps its rarest one, with another beside it unless that one is rare.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').map((part) => part.replaceAll('"', ''))
  if (parts.length > 1) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = query.replaceAll('"', '').split(' ')
  const narrower: string[] = []
  for (let droppedCount = 1; droppedCount < Math.min(3, words.length); droppedCount += 1)
    for (let start = droppedCount; start >= 0; start -= 1) {
      const remainingWords = words.slice(start, words.length - droppedCount + start)
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
    `\\b(?:did|does|do|when|if|once|will|would)\\s+(?:(?:the\\s+)?(?:talk|interest|buzz|hype|attention|chatter|coverage)\\s+(?:of|in|on|about|around)\\s+)?${shorter.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)}\\b`,
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

/** The names that a message sets against each other: "bbc vs cnn in 2012"; empty where it does not. */
export function readVersus(text: string): string[] {
  const parts = text.split(versus)
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
