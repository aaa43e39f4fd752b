import type { Reading } from '../understand/understand.ts'
import { anyLead, type Wish } from '../understand/wishes.ts'
import { fewDocuments, type FoundTopic } from './topic-report.ts'

/** "Is there anything on kefir": not "anything negative about" it, which a count of documents does not answer. */
const asksForAnything =
  /(?:^\W*(?:(?:hey|hi|hello|ok|so)\W+)?|\b(?:is|are|was|were) there |\b(?:got|have|hold|find|found) )(?:anything(?: at all)?|any (?:news |forum |recent |new )?(?:posts?|articles?|talk|news|mentions?|discussions?|stories)) (?:on|about|of|for|regarding|that mentions?)\b/iu

/** "Yes: " where a message asks whether there is anything. */
export function leadOfAny(words: string): string {
  return asksForAnything.test(words) && !/\bhow (?:many|much|often)\b/iu.test(words) ? 'Yes: ' : anyLead(words)
}

/** What is measured, and means nothing of a handful of documents. */
const measures: ReadonlySet<Wish> = new Set<Wish>([
  'change',
  'tone-change',
  'tone',
  'narratives',
  'peak',
  'voices',
  'outlets',
  'places',
  'audience',
  'compare',
  'related',
  'forecast',
  'brief',
  'events',
  'rank',
])

/** Wishes that no measure answers: beside words of its own a question for them is one for what was said. */
const openWishes: ReadonlySet<Wish> = new Set<Wish>([
  'brief',
  'write',
  'narratives',
  'help',
  'compare',
  'audience',
  'events',
])

/** What a timeline answers. */
export const timelineWishes: ReadonlySet<Wish> = new Set<Wish>(['brief', 'write', 'events', 'list', 'quotes', 'series'])

/** Wishes to which what happened is an answer where nothing can be quoted. */
export const eventWishes: ReadonlySet<Wish> = new Set<Wish>(['brief', 'write', 'events'])

/** A wish as the words of a message narrow it: "top sources" are outlets, arguments are reasons, and without such words nothing asks for related ones. */
function meantWish(wish: Wish, words: string): Wish {
  if (
    wish === 'list' &&
    /\b(?:top|main|leading|biggest|most active) (?:\p{L}+ |\d+ )?(?:sources|outlets|subreddits|sites|newspapers|publishers|forums)\b/iu.test(
      words,
    )
  )
    return 'outlets'
  if (wish === 'narratives' && /\barguments?\b|\b(?:either|both) sides?\b/iu.test(words)) return 'reasons'
  if (wish !== 'related' || relatedWords.test(words)) return wish
  return /\b(?:problems?|issues?|trouble|complaints?)\b/iu.test(words) ? 'reasons' : 'quotes'
}

const relatedWords =
  /\b(?:words?|terms?|keywords?|phrases?|themes?|topics?|subjects?|context|names?|what else|com(?:e|es|ing) up|came up|relat\p{L}+|associat\p{L}+|connect\p{L}+|link\p{L}*|tied|together|alongside|besides?|vocabulary)\b/iu

/** What a topic can answer: quotations in place of what needs more documents, or no words beside the topic. */
export function answerableWishes(
  wishes: readonly Wish[],
  found: FoundTopic,
  { reading: { qualifiers = [] }, words }: { reading: Reading; words: string },
): Wish[] {
  // of a handful of documents their words say more than any measure
  const isThin = (found.narrowing?.used.length ?? 0) > 0 && found.report.counts.documents < fewDocuments
  // what a question says beside its topic is answered by what documents say of it
  const hasMatter = qualifiers.length > 0
  const isQuoted = (wish: Wish) => (isThin && measures.has(wish)) || (hasMatter && openWishes.has(wish))
  const answerable = wishes.map((wish) => meantWish(wish, words)).map((wish) => (isQuoted(wish) ? 'quotes' : wish))
  const [first] = answerable
  // "anything about kefir" is answered by yes before it is by what there is
  const isOfAny = asksForAnything.test(words) && (first === 'brief' || first === 'quotes' || first === 'events')
  return [
    ...new Set<Wish>(isOfAny ? ['volume', 'quotes', ...answerable.filter((wish) => wish !== 'brief')] : answerable),
  ]
}
