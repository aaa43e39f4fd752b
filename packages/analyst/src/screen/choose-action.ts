import type { FrontendAction } from '@auspex/sdk/types'

/** An action that a message requests. */
export interface OrderedAction {
  readonly action: FrontendAction
  /** Its object, in the words of the message. */
  readonly object: string
  /** Whether it certainly means the screen, and is not a question. */
  readonly isCertain: boolean
}

const courtesy = String.raw`(?:(?:please|zeus|now|and|then|ok|okay|can you|could you|would you|i(?:'d| would) like (?:you )?to|i want (?:you )?to)[\s,]+)*`
const order = new RegExp(
  String.raw`^\s*${courtesy}(take me to|bring me to|bring up|go to|switch to|jump to|\p{L}+)\s+(.*)$`,
  'isu',
)
const opening = /^(?:take me to|bring me to|bring up|go to|switch to|jump to|navigate|goto|go|view|display)$/iu
/** Commands that do not begin a name; "open" begins "open banking", and "go to" "go to market". */
const plainOrder = /^(?:take me to|bring me to|bring up|switch to|jump to)$/iu
const determiner = /^(?:the|an?|my|our|this|that|it)\b/iu
const pronoun = /^(?:it|this|that)(?:\s+one)?$/iu
const joints = new Set('a an the my our this that of for about on in with to and me up all at by from when'.split(' '))

/** The screen action that a message requests, by the verb it begins with and the thing that it names. A question requests none. */
export function chooseAction(message: string, actions: readonly FrontendAction[]): OrderedAction | null {
  const [, verb = '', rest = ''] = order.exec(message.replaceAll(/[?!.]+\s*$/gu, '')) ?? []
  const does = toVerb(verb)
  const words = stemsOf(rest)
  const ranked = actions
    .filter((action) => verbsOf(action).has(does))
    .map((action) => ({ action, score: scoreOf(action, words) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (best === undefined) return null
  const isPlain = plainOrder.test(verb)
  if (!isPlain && !determiner.test(rest) && !nounsOf(best.action).has(words[0] ?? '')) return null
  // "take me to oat milk", "open it": a topic is shown by an action that needs a topic and nothing else
  const isBare = best.score === 0 && (isPlain || pronoun.test(rest.trim()))
  const only = isBare ? ranked.filter(({ action }) => takesSignal(action)) : []
  const chosen = best.score > (second?.score ?? 0) ? best.action : only.length === 1 ? only[0]?.action : undefined
  if (chosen === undefined) return null
  return { action: chosen, object: withoutNouns(rest, nounsOf(chosen)), isCertain: does === 'open' }
}

/** `openSignal` in words: open signal. */
export function sayAction({ name }: Pick<FrontendAction, 'name'>): string {
  return wordsOf(name).join(' ').toLowerCase()
}

function takesSignal({ parameters }: FrontendAction): boolean {
  const needed = parameters.filter(({ isRequired }) => isRequired)
  return needed.length === 1 && needed[0]?.name === 'signalId'
}

function scoreOf(action: FrontendAction, words: readonly string[]): number {
  const [, ...nounStems] = wordsOf(action.name).map(stem)
  const nouns = nounsOf(action)
  return words.reduce((score, word) => score + (nounStems.includes(word) ? 2 : nouns.has(word) ? 1 : 0), 0)
}

function verbsOf({ name, description }: FrontendAction): ReadonlySet<string> {
  return new Set([wordsOf(name)[0] ?? '', stemsOf(description)[0] ?? ''].map(toVerb))
}

/** The object of the action, from its name and the first clause of its description. */
function nounsOf({ name, description }: FrontendAction): ReadonlySet<string> {
  const [, ...nameStems] = wordsOf(name).map(stem)
  const [, ...descriptionStems] = stemsOf(description.split(/[,.;]|\bwhen\b/u, 1)[0] ?? '')
  return new Set([...nameStems, ...descriptionStems].filter((word) => word.length > 3 && !joints.has(word)))
}

/** The object of "the comparison of oat milk and pea milk" is "oat milk and pea milk". */
function withoutNouns(text: string, nouns: ReadonlySet<string>): string {
  const isEmpty = (word: string) => joints.has(word.toLowerCase()) || nouns.has(stem(word))
  const words = text.split(/\s+/u).filter((word) => word !== '')
  while (words[0] !== undefined && isEmpty(words[0])) words.shift()
  while (words.length > 1 && isEmpty(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

function wordsOf(name: string): string[] {
  return name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? []
}

function stemsOf(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).map(stem)
}

function stem(word: string): string {
  return word.toLowerCase().replace(/(?<=[^s]{3})s$/u, '')
}

function toVerb(word: string): string {
  return opening.test(word) ? 'open' : stem(word)
}
