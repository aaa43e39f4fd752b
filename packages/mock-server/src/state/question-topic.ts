import type { CheckedInput, Conversation } from '@auspex/contract'
import type { Fields } from './request-fields.ts'
import { isFields, valueAtPlace } from './request-fields.ts'

/** Longer is no topic, but a story. */
const longest = 80
const quotation = /["“«]([^"”»]+)["”»]/u
const introduction = /\b(?:about|for|of|on|to|with|compare|brief me on)\s+(?:the\s+)?(?=[\p{L}\p{N}])([^?.!,;:]+)/giu
/** "Why are heat pumps growing?": what stands between "is" or the like and what it does. */
const subject =
  /^(?:why|how|where|when|is|are|do|does|did|has|have|will)(?:\s+(?:is|are|do|does|did|has|have|will))?\s+(?:the\s+)?([\p{L}\p{N}][\p{L}\p{N} '’-]*?)\s+(?:still\s+|really\s+)?(?:(?:grow|chang|mov|ris|fall|declin|slow|spread|do|go|get|becom)\w*)(?!\p{L})/iu
/** What comes behind a topic: days, a second topic, or what happened to it. */
const behind =
  /\s+(?:in|since|during|over|between|from|until|before|after|this|last|today|now|and|or|with|against|versus|vs|chang\w*|mov\w*|ris\w*|fall\w*|develop\w*|compared)(?!\p{L}).*$/isu
/** Words that stand for what was named before. */
const pointing = /^(?:it|its|that|they|them|this|these|those|he|she|us|me|we|you|i|there|anything|tone|.* tone)$/iu

/**
 * What a question is about: what it puts in quotation marks, else the words behind "about", "of" and the like, else the
 * subject of "why are … growing". Null when it names nothing. The rules are few on purpose: a mock that understood more than it says
 * would hide what the server does not.
 */
export function topicOfQuestion(question: string): string | null {
  const found =
    quotation.exec(question)?.[1] ??
    [...question.matchAll(introduction)].at(0)?.[1]?.replace(behind, '') ??
    subject.exec(question.trim())?.[1]
  const topic = found?.trim().replaceAll(/\s+/gu, ' ') ?? ''
  return topic === '' || topic.length > longest || pointing.test(topic) ? null : topic
}

/** The topic of a message, or where it names none that of the last one before it that does. */
export function topicOfMessage(
  { text, replaces }: Conversation,
  { input, messages }: { input: CheckedInput; messages: readonly Fields[] },
): string | null {
  const sent = text === undefined ? null : valueAtPlace(text, input)
  const replaced = replaces === undefined ? undefined : valueAtPlace(replaces.message, input)
  const at = messages.findIndex(({ id }) => replaced !== undefined && id === replaced)
  const earlier = (at === -1 ? messages : messages.slice(0, at)).filter(({ role }) => role === 'user')
  for (const question of [sent, ...earlier.map(({ content }) => content).toReversed()]) {
    const topic = typeof question === 'string' ? topicOfQuestion(question) : null
    if (topic !== null) return topic
  }
  return null
}

/** The messages of a conversation, or none. */
export function messagesOf(thread: Fields | undefined): Fields[] {
  const messages: unknown = thread?.['messages']
  return Array.isArray(messages) ? messages.filter(isFields) : []
}
