import type { Passage } from './evidence.ts'
import { contentStems, stemOf, wordsOf } from './sentence-words.ts'
import type { VouchedNumber } from './vouch-numbers.ts'

/** The part of the content words of a clause that one sentence of a passage must have; another word is a claim of its own. */
const minWordCover = 0.75
/** Data has keys instead of words, and a checked statement is about its numbers: those, with whose they are, say most of it, */
const minDataCover = 0.5
/** and nearly all where the sentence says what they count: then a few words are free. */
const [minCountCover, maxFreeWords] = [0.3, 2]

/** Whether each clause of a sentence is in one sentence of its passages, or in data whose numbers it states. */
export function isSaid(
  text: string,
  {
    passages,
    topics,
    numbers,
  }: { passages: readonly Passage[]; topics: ReadonlySet<string>; numbers: readonly VouchedNumber[] },
): boolean {
  const topicStems = new Set([...topics].map(stemOf))
  const sentences = passages.flatMap(
    ({ kind, text: said, document }): { kind: Passage['kind']; isHedged: boolean; stems: ReadonlySet<string> }[] =>
      kind === 'data'
        ? [{ kind, isHedged: false, stems: stemsOf(said) }]
        : said.split(/(?<=[.!?])\s+(?=\S)/u).map((sentence) => ({
            kind,
            isHedged: hedgeWords.test(sentence),
            stems: stemsOf(document === null ? sentence : `${document.outlet} ${sentence}`),
          })),
  )
  const vouched = numbers.flatMap(({ evidence }) => evidence ?? [])
  const hasNumbers = vouched.length > 0
  const hasCounts = vouched.some(({ unit }) => unit !== null && unit !== 'times')
  return clausesOf(text).every((clause) => {
    const stems = contentStems(clause).filter((stem) => !topicStems.has(stem) && !numberStems.has(stem))
    if (stems.length === 0) return true
    return sentences.some(({ kind, isHedged, stems: said }) => {
      // what is likely, planned or possible there is no fact here
      if (kind === 'document' && isHedged && !hedgeWords.test(clause)) return false
      const known = stems.filter((stem) => said.has(stem)).length
      const cover = known / stems.length
      if (kind !== 'document' && hasCounts && stems.length - known <= maxFreeWords) return true
      return cover >= (kind === 'document' || !hasNumbers ? minWordCover : hasCounts ? minCountCover : minDataCover)
    })
  })
}

const hedgeWords =
  /\b(?:likely|unlikely|probabl[ey]|possibl[ey]|perhaps|maybe|may|might|could|would|will|plans? to|planned|expect\w*|forecasts?|should|if|consider\w*|review|propos\w*)\b/iu

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(stemOf))
}

/** Clauses that can stand on a passage of their own; a short one belongs to the one before. */
function clausesOf(text: string): string[] {
  const clauses: string[] = []
  for (const part of text.split(/;\s|,?\s(?:while|whereas)\s|,\s(?:and|but|though|although)\s/u)) {
    if (clauses.length > 0 && contentStems(part).length < 3) clauses[clauses.length - 1] += ` ${part}`
    else clauses.push(part)
  }
  return clauses
}

const numberStems = new Set(
  'half third quart fifth tenth two three four five six seven eight nine ten eleven twelve doz hundr thous mill bill twic doubl tripl zero percent cent'.split(
    ' ',
  ),
)
