import type { SearchWords, SourceKey, SourceQueryNode } from '../source.types.ts'
import type { Dialect, NativeQuery } from './dialect.ts'
import { writeNode, type WrittenPart } from './native-writer.ts'

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
  const written = nodes.map(write)
  // an alternative that cannot be expressed matches anything
  if (written.some((part) => part.length === 0)) return []
  if (dialect.or === null) return written.flat()
  const joined = written.flat().join(dialect.or)
  if (joined.length <= dialect.maxLength) return [joined]
  degrade(tooLong(dialect))
  return written.flat().slice(0, 1)
}

/** Writes a part within the dialect's length, omitting from its end; no entry when nothing of it can be expressed. */
function fit(node: SourceQueryNode, dialect: Dialect, degrade: (sentence: string) => void): string[] {
  for (let part: SourceQueryNode | null = node; part !== null; part = shorten(part)) {
    const losses: string[] = []
    const written = writeNode(part, dialect, (sentence) => losses.push(sentence))
    const text = written === null ? null : finish(written, dialect)
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
