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
export const wordsOf: Readonly<Record<ClaimedEvent['direction'], readonly string[]>> = {
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
export function withoutEvent(text: string): { rest: string; event: ClaimedEvent | null } {
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
