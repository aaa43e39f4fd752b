import type { AnalystRequest } from '../analyst.port.ts'
import type { Days } from './period.ts'
import type { TaggedQuestion, Want } from './reader/question-model.ts'

/** What was said in the conversation so far, as it was understood. */
export interface Thread {
  readonly topics: readonly string[]
  /** The topics of each message that had some, oldest first. */
  readonly earlier: readonly (readonly string[])[]
  readonly periods: readonly Days[]
  readonly country: string | null
  /** The sources that the questions are limited to. */
  readonly outlets: readonly string[]
  readonly want: Want
  /** Whether the last message left open which of several meanings is meant. */
  readonly isAmbiguous: boolean
}

export const pronoun = /\b(?:it|them|these|both|ihn|sie|damit|lo|los|las)\b/iu
const bothWords =
  /\b(?:both|(?:the|those|these) (?:two|pair)|two of them|side by side|together|beiden?|nebeneinander|ambos|(?:los|las) dos|les deux|côte à côte)\b/iu
const bothTopics =
  /\b(?:(?:those|these|the) two(?! (?:days|weeks|months|years|periods|dates))|(?:two|both) of (?:them|those|these))\b/iu
const meaning =
  /\b(?:obviously|of course|not (?:like )?the|mean|meant|meine|meinte|gemeint|digo|decir|refiero|veux dire|voulais dire|parle d)/iu
const adding =
  /^(?:(?:ok|and|now|so|pls|please|then)[\s,]+)*(?:also|add|include|plus|throw in|put|vs\.?|versus|against)\b|\b(?:as well|too)\s*[.?!]*$/iu
/** "Save the uranium one" names what stays. */
const choosing = /\b(?:only|just|one|ones|nur|solo|sólo|seulement|save)\b/iu
const maxAddingWords = 6
const removing =
  /\b(?:drop|remove|leave out|take out|kick out|skip|without|minus|forget|ohne|quita|sin|enlève|sans)\s+(?:the\s+|das\s+|den\s+|die\s+|el\s+|la\s+|le\s+)?([^,.;?!]+)/iu

/** The topics of a message that goes on: its own, those before, both, or those before without one. */
export function goOnWithTopics(
  text: string,
  { following, main, spans }: TaggedQuestion,
  own: readonly string[],
  { topics, earlier, want, isAmbiguous }: Thread,
): readonly string[] {
  const isNamed = (topic: string) => text.toLowerCase().includes(topic.replaceAll('"', '').toLowerCase())
  // "which is bigger": the topic of now and the one before it
  const comparesBoth = bothWords.test(text) || (spans.length === 0 && want !== 'compare')
  if (own.length === 0 && topics.length === 1 && ((main === 'compare' && comparesBoth) || bothTopics.test(text))) {
    const other = earlier.findLast((some) => some.every((topic) => !topics.includes(topic)))
    return [...(other ?? []), ...topics]
  }
  // "I meant the metal" says which one is meant
  const isExplained = isAmbiguous && (following === 'keep' || meaning.test(text))
  if (isExplained && !own.some((topic) => topics.some((one) => topic.includes(one)))) return topics
  if (following === 'return' && own.length === 0) return earlier[0] ?? topics
  const isNarrower = following === 'remove' && !choosing.test(text)
  const left = topics.filter((topic) => !isRemoved(topic, text) && !(isNarrower && isNamed(topic)))
  // "drop typhoid, add measles"
  const others = own.filter(
    (topic) => topics.every((one) => toPlain(one) !== toPlain(topic)) && !isRemoved(topic, text),
  )
  if (left.length < topics.length && left.length + others.length > 0) return [...left, ...others]
  // "who is quoted, ministers or doctors": names in a question about what was asked before
  const isRelated = own.some((topic) => topics.some((one) => hasWords(toPlain(one), toPlain(topic))))
  if (own.length === 0 || (following === 'keep' && !isRelated)) {
    // "save the uranium one", after four metals
    const named = topics.filter((topic) => hasWords(toPlain(text), toPlain(topic)))
    return named.length > 0 ? named : topics
  }
  // "compare tea and coffee" names both
  const isWhole = main === 'compare' && own.length > 1 && !pronoun.test(text)
  const isAdded = following === 'add' || (adding.test(text) && text.split(' ').length <= maxAddingWords)
  if (isAdded && !isWhole) return [...new Set([...topics, ...own])]
  // "why is rosetta so low": one of several by a part of its name
  return own.map(
    (topic) => (topics.length > 1 ? topics.find((one) => hasWords(toPlain(one), toPlain(topic))) : null) ?? topic,
  )
}

function toPlain(text: string): string {
  return text.replaceAll('"', '').toLowerCase()
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.replaceAll(/[.,;:?!]/gu, ' ')} `.includes(` ${words} `)
}

/** Whether a message says to leave a topic out: "drop kale", "drop palliative" of palliative care. */
function isRemoved(topic: string, text: string): boolean {
  const [removed, name] = [toPlain(removing.exec(text)?.[1] ?? '').trim(), toPlain(topic)]
  return removed !== '' && (`${removed} `.startsWith(`${name} `) || `${name} `.startsWith(`${removed} `))
}

/** A follow-up of so few words says only what is other than before: "and skyrim?", "by year please". */
const maxFollowUpWords = 5

type MessageInThread = Pick<AnalystRequest, 'message' | 'history'>

/** The words that say what is asked: those of a short follow-up that wants the same, together with the message that it goes on from. */
export function wordsInThread({ message, history }: MessageInThread, want: Want): string {
  const before = history.findLast(({ role }) => role === 'user')
  const understanding = history.findLast((turn) => turn.understanding !== null)?.understanding
  const wantBefore = understanding?.reading?.wants[0] ?? 'brief'
  if (before === undefined || want !== wantBefore || message.trim().split(/\s+/u).length > maxFollowUpWords)
    return message
  const earlier = history.slice(0, history.lastIndexOf(before))
  return `${wordsInThread({ message: before.content, history: earlier }, want)} ${message}`
}
