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

const lastVerb = new RegExp(`\\s(?:${stems}|spik|surg|jump|drop|peak)(?:e?s|e?d|e)?$`, 'iu')

/** "Did bitcoin crash", "Nokia collapsed" claim an event; "the flash crash", a name, does not. */
export function findEvent(text: string): ClaimedEvent | null {
  const stem = didHappen.exec(text)?.[1] ?? pastVerb.exec(text)?.[1]
  return stem === undefined ? null : (verbs[stem.toLowerCase()] ?? null)
}

/** A topic without the verb of what happened to it: "did [bitcoin crash]", "when [oat milk spikes]"; "the flash crash" stays. */
export function withoutEvent(topic: string, text: string): string {
  const shorter = topic.replace(lastVerb, '')
  const asked = new RegExp(
    `\\b(?:did|does|do|when|if|once|will|would)\\s+${shorter.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)}\\b`,
    'iu',
  )
  return shorter !== topic && asked.test(text) ? shorter : topic
}
