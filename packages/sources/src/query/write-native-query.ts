import type { SearchWords, SourceKey, SourceQueryNode, SourcePhrase } from '../source.types.ts'
import type { Dialect, NativeQuery } from './dialect.ts'
import { areAttached, writeAttached } from '@auspex/contract/attached-words'

/** A query as alternatives without an "or" in them. */
export interface Alternatives {
  nodes: SourceQueryNode[]
  /** Whether conditions were dropped to stay below the limit; the alternatives then match more. */
  wider: boolean
}

/** Distributes "and" over "or" as far as `limit` alternatives allow; beyond that, a condition is dropped instead. */
function toAlternatives(node: SourceQueryNode, limit: number): Alternatives {
  if (node.kind === 'or') {
    const parts = node.operands.map((operand) => toAlternatives(operand, limit))
    return { nodes: parts.flatMap(({ nodes }) => nodes), wider: parts.some(({ wider }) => wider) }
  }
  if (node.kind !== 'and') return { nodes: [node], wider: false }
  const parts = node.operands
    .map((operand) => toAlternatives(operand, limit))
    .toSorted((a, b) => a.nodes.length - b.nodes.length)
  let product: SourceQueryNode[][] = [[]]
  let wider = false
  for (const [index, part] of parts.entries()) {
    wider ||= part.wider
    if (index > 0 && product.length * part.nodes.length > limit) wider = true
    else product = product.flatMap((chosen) => part.nodes.map((next) => [...chosen, next]))
  }
  return { nodes: product.map(joinAnd), wider }
}

function joinAnd(operands: SourceQueryNode[]): SourceQueryNode {
  const flat = operands.flatMap((node) => (node.kind === 'and' ? node.operands : [node]))
  const [first] = flat
  return first !== undefined && flat.length === 1 ? first : { kind: 'and', operands: flat }
}

/**
 * The query for one source, with `source:` conditions resolved. True: all of the source's documents match; false: none
 * can.
 */
function reduceToSource(node: SourceQueryNode, key: SourceKey): SourceQueryNode | boolean {
  if (node.kind === 'field') return node.field === 'source' ? node.value === key : node
  if (node.kind === 'not') {
    const operand = reduceToSource(node.operand, key)
    return typeof operand === 'boolean' ? !operand : { kind: 'not', operand }
  }
  if (node.kind !== 'and' && node.kind !== 'or') return node
  // true decides an "or", false an "and"; the other value has no effect there
  const decides = node.kind === 'or'
  const operands: SourceQueryNode[] = []
  for (const operand of node.operands) {
    const reduced = reduceToSource(operand, key)
    if (reduced === decides) return decides
    if (typeof reduced !== 'boolean') operands.push(reduced)
  }
  const [first] = operands
  if (first === undefined) return !decides
  return operands.length === 1 ? first : { kind: node.kind, operands }
}

const defaultMaxRequests = 8
/** Where alternatives are joined in one native query, its length is the limit. */
const maxJoined = 16

/**
 * Writes a query in a source's own syntax.
 *
 * What the source cannot express is widened, never narrowed: the native query matches at least what was meant, the
 * library filters afterwards, and each such part is a sentence in `notHonoured`. Two things narrow, and are reported: a
 * prefix where the source supports none, and alternatives or lengths beyond the source's limits.
 */
export function writeNativeQuery(query: SearchWords, dialect: Dialect): NativeQuery {
  const sentences = new Set<string>()
  const degrade = (sentence: string) => void sentences.add(sentence)
  const reduced = reduceToSource(query.node ?? anyPhrase(query.terms.phrases), dialect.key)
  if (reduced === false) {
    return { nativeQuery: '', requests: [], notHonoured: [`${dialect.name} is excluded by the query.`] }
  }
  const writtenRequests = reduced === true ? [] : chooseForm(reduced, dialect, degrade)
  // when nothing of the query can be expressed, its words are the best approximation
  const requests =
    writtenRequests.length > 0 ? writtenRequests : query.terms.phrases.map((phrase) => phrase.replaceAll('*', ''))
  const limited = limitRequests([...new Set(requests)], dialect, degrade)
  const nativeQuery = limited.join(' | ')
  const notHonoured = sentences.size > 0 && dialect.sumUp ? [dialect.sumUp(nativeQuery)] : [...sentences]
  return { nativeQuery, requests: limited, notHonoured }
}

/** Alternatives are one native query where the dialect can express it, otherwise one each. */
function chooseForm(node: SourceQueryNode, dialect: Dialect, degrade: (sentence: string) => void): string[] {
  const wider = `${dialect.name} cannot nest conditions so deeply; a broader search was sent, and the report filters its results.`
  const write = (part: SourceQueryNode) => fit(part, dialect, degrade)
  if (dialect.nesting === 'full' && dialect.or !== null) return write(node)
  if (dialect.nesting === 'or_in_and' && dialect.or !== null) {
    const flat = flattenOrs(node)
    if (flat.wider) degrade(wider)
    return write(flat.node)
  }
  const { nodes, wider: isWider } = toAlternatives(node, dialect.or === null ? maxRequestsOf(dialect) : maxJoined)
  if (isWider) degrade(wider)
  const alternatives = nodes.map(write)
  // an alternative that cannot be expressed matches anything
  if (alternatives.some((part) => part.length === 0)) return []
  if (dialect.or === null) return alternatives.flat()
  const joined = alternatives.flat().join(dialect.or)
  if (joined.length <= dialect.maxLength) return [joined]
  degrade(tooLong(dialect))
  return alternatives.flat().slice(0, 1)
}

/** Writes a part within the dialect's length, omitting from its end; no entry when nothing of it can be expressed. */
function fit(node: SourceQueryNode, dialect: Dialect, degrade: (sentence: string) => void): string[] {
  for (let part: SourceQueryNode | null = node; part !== null; part = shorten(part)) {
    const losses: string[] = []
    const native = writeNode(part, dialect, (sentence) => losses.push(sentence))
    const text = native === null ? null : finish(native, dialect)
    if (text !== null && text.length > dialect.maxLength) continue
    for (const sentence of losses) degrade(sentence)
    if (part !== node) degrade(tooLong(dialect))
    return text === null ? [] : [text]
  }
  degrade(tooLong(dialect))
  return []
}

function tooLong({ name, maxLength }: Dialect): string {
  return `${name} takes at most ${maxLength} characters; the end of the query was left out.`
}

function shorten(node: SourceQueryNode): SourceQueryNode | null {
  if (node.kind === 'and' || node.kind === 'or') {
    return node.operands.length < 2 ? (node.operands[0] ?? null) : { ...node, operands: node.operands.slice(0, -1) }
  }
  if (node.kind === 'near') return node.operands[0]
  if (node.kind !== 'phrase' || node.words.length < 2) return null
  return { ...node, words: node.words.slice(0, Math.floor(node.words.length / 2)) }
}

/** Keeps the first wanted part of each "and" inside an "or": one level of alternatives, matching no less. */
function flattenOrs(node: SourceQueryNode): { node: SourceQueryNode; wider: boolean } {
  let wider = false
  const toLeaf = (part: SourceQueryNode): SourceQueryNode => {
    if (part.kind === 'or') return { kind: 'or', operands: part.operands.map(toLeaf).flatMap(unfold) }
    if (part.kind !== 'and') return part
    wider = true
    const firstRequired = part.operands.find(({ kind }) => kind !== 'not' && kind !== 'field') ?? part.operands[0]
    return firstRequired === undefined ? part : toLeaf(firstRequired)
  }
  if (node.kind !== 'and') return { node: toLeaf(node), wider }
  const operands = node.operands.map((part) => (part.kind === 'or' ? toLeaf(part) : part))
  return { node: { kind: 'and', operands }, wider }
}

function unfold(node: SourceQueryNode): readonly SourceQueryNode[] {
  return node.kind === 'or' ? node.operands : [node]
}

function limitRequests(requests: string[], dialect: Dialect, degrade: (sentence: string) => void): string[] {
  const requestLimit = maxRequestsOf(dialect)
  if (requests.length <= requestLimit) return requests
  degrade(`${dialect.name} was asked for ${requestLimit} of ${requests.length} alternatives; the others were left out.`)
  return requests.slice(0, requestLimit)
}

function maxRequestsOf({ maxRequests = defaultMaxRequests }: Dialect): number {
  return maxRequests
}

function finish({ text, level }: WrittenPart, dialect: Dialect): string {
  return level === 'or' && dialect.groupsEveryOr === true ? dialect.group(text) : text
}

function anyPhrase(phrases: readonly string[]): SourceQueryNode {
  const operands = phrases.map((phrase): SourceQueryNode => {
    const words = phrase.split(/[\s"()]+/u).filter((word) => word !== '')
    return {
      kind: 'phrase',
      words: words.map((word) => ({ text: word.replace(/\*$/, ''), prefix: word.endsWith('*') })),
    }
  })
  const [first] = operands
  return first !== undefined && operands.length === 1 ? first : { kind: 'or', operands }
}

const unspacedCharacter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words as a person would write them: scripts without spaces are joined, and so are words that were originally written together. */
function joinNativeWords(words: SourcePhrase['words']): string {
  let text = ''
  let before: string | null = null
  for (const word of words) {
    const joined =
      before === null ||
      areAttached(before, word.text) ||
      (unspacedCharacter.test(before) && unspacedCharacter.test(word.text))
    text += `${joined ? '' : ' '}${writeAttached(word.text)}`
    before = word.text
  }
  return text
}

/** The runs of whole words of a phrase that contains prefixes: what remains searchable without them. */
function wholeRuns({ words }: SourcePhrase): SourcePhrase[] {
  const runs: SourcePhrase[] = []
  let run: { text: string; prefix: boolean }[] = []
  for (const word of [...words, null]) {
    if (word !== null && !word.prefix) {
      run.push(word)
      continue
    }
    if (run.length > 0) runs.push({ kind: 'phrase', words: run })
    run = []
  }
  return runs
}

/** A written part and how loosely it binds, which determines whether it needs parentheses. */
interface WrittenPart {
  text: string
  level: 'atom' | 'and' | 'or'
}

/** Signs inside a word that a syntax may interpret as operators. */
const operatorSigns = /[+#&/.]/

type Near = Extract<SourceQueryNode, { kind: 'near' }>

/**
 * Writes conditions in a dialect. What the dialect cannot express is omitted or widened, so that the result matches at
 * least what is wanted, and `degrade` receives a sentence about it. Null is a part that cannot be expressed at all.
 */
function writeNode(node: SourceQueryNode, dialect: Dialect, degrade: (sentence: string) => void): WrittenPart | null {
  const { name } = dialect
  const write = (part: SourceQueryNode) => writeNode(part, dialect, degrade)
  const later = 'the report chooses from what arrives'

  if (node.kind === 'phrase') return writePhrase(node)
  if (node.kind === 'near') return writeNear(node)
  if (node.kind === 'not') return writeNot(node.operand)
  if (node.kind !== 'field') {
    return join(node.kind, (node.kind === 'and' ? requiredFirst(node.operands) : node.operands).map(write))
  }
  const condition = dialect.fields[node.field]?.(node) ?? null
  if (condition === null) degrade(`${name} cannot choose by ${node.field}; ${later}.`)
  return condition === null ? null : { text: condition, level: 'atom' }

  function writeNear({ operands: [left, right], distance }: Near): WrittenPart | null {
    const [first = null, second = null] = [left, right].map(toSingleWord)
    if (dialect.near !== null && first !== null && second !== null) {
      return { text: dialect.near([first, second], distance), level: 'atom' }
    }
    degrade(`${name} cannot search for words near each other; both were searched anywhere, and ${later}.`)
    return join('and', [write(left), write(right)])
  }

  function writePhrase(phrase: SourcePhrase): WrittenPart | null {
    if (phrase.place === 'title')
      degrade(`${name} cannot search titles only; these words were searched anywhere, and ${later}.`)
    const [first] = phrase.words
    if (first === undefined) return null
    if (phrase.words.some((word) => word.prefix)) return writePrefixed(phrase, first)
    const text = joinNativeWords(phrase.words)
    const isPlain = phrase.words.length === 1 || !/\s/u.test(text)
    if (isPlain && (dialect.phrase === null || !operatorSigns.test(text))) return { text, level: 'atom' }
    if (dialect.phrase !== null) return { text: dialect.phrase(text), level: 'atom' }
    degrade(`${name} cannot search for phrases; their words were searched anywhere, and ${later}.`)
    return join(
      'and',
      text.split(' ').map((word) => ({ text: word, level: 'atom' })),
    )
  }

  function writePrefixed(phrase: SourcePhrase, first: SourcePhrase['words'][number]): WrittenPart | null {
    if (phrase.words.length === 1 && dialect.prefix !== null) return { text: dialect.prefix(first.text), level: 'atom' }
    const runs = wholeRuns(phrase)
    if (runs.length > 0) {
      degrade(`${name} cannot search for beginnings of words in a phrase; its whole words were searched, and ${later}.`)
      return join('and', runs.map(writePhrase))
    }
    const text = joinNativeWords(phrase.words)
    degrade(`${name} does not know beginnings of words; it was asked for “${text}” as it stands, and has more.`)
    return writePhrase({ kind: 'phrase', words: phrase.words.map((word) => ({ ...word, prefix: false })) })
  }

  /** An exclusion must be exact: a wider one would lose documents. */
  function writeNot(operand: SourceQueryNode): WrittenPart | null {
    if (operand.kind === 'or') return join('and', operand.operands.map(writeNot))
    const losses: string[] = []
    const native = writeNode(operand, dialect, (sentence) => losses.push(sentence))
    if (dialect.not === null) {
      degrade(`${name} cannot leave words out; the report leaves them out of what arrives.`)
      return null
    }
    if (native === null || losses.length > 0 || (native.level !== 'atom' && dialect.nesting !== 'full')) {
      degrade(`${name} cannot leave out this part of the query; the report leaves it out of what arrives.`)
      return null
    }
    return { text: dialect.not(native.level === 'atom' ? native.text : dialect.group(native.text)), level: 'atom' }
  }

  function join(kind: 'and' | 'or', parts: readonly (WrittenPart | null)[]): WrittenPart | null {
    const nativeParts = parts.filter((part) => part !== null)
    // an alternative that cannot be expressed matches anything
    if (kind === 'or' && nativeParts.length < parts.length) return null
    const [first] = nativeParts
    if (first === undefined) return null
    if (nativeParts.length === 1) return first
    const operator = dialect[kind]
    if (operator === null) return keepOnePart(kind, nativeParts)
    const inner = nativeParts.map((part) => enclose(part, kind))
    return { text: [...new Set(inner)].join(operator), level: kind }
  }

  function keepOnePart(kind: 'and' | 'or', written: readonly WrittenPart[]): WrittenPart | null {
    // alternatives are separate requests: this one is inside another condition
    if (kind === 'or') return null
    // people name the subject first
    degrade(`${name} accepts one word or phrase at a time; only the first was searched, and ${later}.`)
    return written[0] ?? null
  }

  function enclose(part: WrittenPart, inside: 'and' | 'or'): string {
    if (part.level === 'atom' || part.level === inside) return part.text
    if (dialect.nesting === 'none') return part.text
    return dialect.group(part.text)
  }
}

/** Wanted parts come before exclusions: some syntaxes have "without" only as a binary operator. */
function requiredFirst(operands: readonly SourceQueryNode[]): SourceQueryNode[] {
  return operands.toSorted((a, b) => Number(a.kind === 'not') - Number(b.kind === 'not'))
}

function toSingleWord({ words: [word, second] }: SourcePhrase): string | null {
  return word === undefined || second !== undefined || word.prefix ? null : word.text
}
