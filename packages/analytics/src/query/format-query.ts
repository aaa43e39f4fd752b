import { areAttached, writeAttached } from '@auspex/contract/attached-words'
import { tokens } from '../text/tokenize.ts'
import {
  allOf,
  anyOf,
  type FieldNode,
  type NearNode,
  noneOf,
  type PhraseNode,
  type QueryNode,
  type QueryWord,
} from './query-node.ts'
import { hasUnspacedScript } from '../text/unspaced-scripts.ts'

/**
 * The words of a phrase as a person writes them, with attached parts joined to their word (`l'inflation`, `삼성이`, `.net`). Each text is one chunk of
 * the query language, and parses to the same words.
 */
function writeWords(words: readonly QueryWord[]): string[] {
  const written: string[] = []
  let group: QueryWord[] = []
  for (const word of words) {
    const last = group.at(-1)
    if (last !== undefined && (last.prefix || !areAttached(last.text, word.text))) {
      written.push(...writeGroup(group))
      group = []
    }
    group.push(word)
  }
  return group.length === 0 ? written : [...written, ...writeGroup(group)]
}

/** Where joined words would parse differently, each is written separately with its sign. */
function writeGroup(group: readonly QueryWord[]): string[] {
  if (group.length === 1) return group.map(writeWord)
  const text = group.map((word) => writeAttached(word.text)).join('')
  const read = tokens(text)
  const isSame = read.length === group.length && read.every((word, index) => word === group[index]?.text)
  return isSame ? [`${text}${group.at(-1)?.prefix === true ? '*' : ''}`] : group.map(writeWord)
}

function writeWord({ text, prefix }: QueryWord): string {
  return prefix ? `${text}*` : text
}

/**
 * Writes a query as a person could have typed it, in its order: `parseQuery` of the text gives the same node. Phrases
 * of several words are quoted, AND is written out, and nested joins are in parentheses.
 */
export function formatQuery(node: QueryNode): string {
  if (node.kind === 'phrase') return writePhrase(node)
  if (node.kind === 'near') return writeNear(node)
  if (node.kind === 'field') return writeField(node)
  if (node.kind === 'not') return `-${writeOperand(node.operand)}`
  return node.operands.map(writeOperand).join(node.kind === 'and' ? ' AND ' : ' OR ')
}

function writeOperand(node: QueryNode): string {
  const isEnclosed = node.kind === 'and' || node.kind === 'or' || node.kind === 'near'
  return isEnclosed ? `(${formatQuery(node)})` : formatQuery(node)
}

function writePhrase({ words, place }: PhraseNode): string {
  const written = writeWords(words)
  const text = written.join(' ')
  const phrase = written.length > 1 ? `"${text}"` : text
  return place === undefined ? phrase : `${place}:${phrase}`
}

function writeNear({ operands: [one, other], distance }: NearNode): string {
  return `${writePhrase(one)} near/${distance} ${writePhrase(other)}`
}

function writeField({ field, comparison, value }: FieldNode): string {
  const sign = comparison === '=' ? '' : comparison
  return `${field}:${sign}${/[\s()]/u.test(value) ? `"${value}"` : value}`
}

/**
 * Writes a query in its canonical form: folded words, sorted operands without repeats, phrases in quotes. Queries that
 * differ only in order, case, repetition or nesting have the same form, so it can identify a signal. Parsing the form
 * gives the same form again.
 */
export function canonicalQuery(node: QueryNode): string {
  return formatQuery(toCanonicalNode(node))
}

/** From the leaves up, because a join that loses its repeats may dissolve into its parent. */
function toCanonicalNode(node: QueryNode): QueryNode {
  if (node.kind === 'phrase' || node.kind === 'field') return node
  if (node.kind === 'near') {
    const [one, other] = node.operands
    return formatQuery(one) <= formatQuery(other) ? node : { ...node, operands: [other, one] }
  }
  if (node.kind === 'not') return noneOf(toCanonicalNode(node.operand))
  const join = node.kind === 'and' ? allOf : anyOf
  const joined = join(node.operands.map(toCanonicalNode))
  if (joined.kind !== node.kind) return joined
  const byText = new Map(joined.operands.map((operand) => [formatQuery(operand), operand]))
  return join([...byText].toSorted(compareOperands).map(([, operand]) => operand))
}

/** Words first, then fields, then exclusions: "coffee AND lang:en AND -starbucks" is the easiest to read. */
function compareOperands([textA, a]: [string, QueryNode], [textB, b]: [string, QueryNode]): number {
  return rank(a) - rank(b) || (textA < textB ? -1 : 1)
}

function rank(node: QueryNode): number {
  return node.kind === 'not' ? 2 : Number(node.kind === 'field')
}

/**
 * The wanted phrases of a query, in order and without repeats: what a source is searched for. A prefix keeps its star.
 */
export function queryPhrases(node: QueryNode): string[] {
  return [...new Set(requiredPhrases(node).map(phraseText))]
}

/** The phrase nodes that are not excluded, including those of `near`. */
export function requiredPhrases(node: QueryNode): PhraseNode[] {
  return requiredConditions(node).flatMap((condition) => (condition.kind === 'near' ? condition.operands : [condition]))
}

/** The conditions on words that are not excluded. */
export function requiredConditions(node: QueryNode): (PhraseNode | NearNode)[] {
  if (node.kind === 'phrase' || node.kind === 'near') return [node]
  return node.kind === 'not' || node.kind === 'field' ? [] : node.operands.flatMap(requiredConditions)
}

function phraseText({ words }: PhraseNode): string {
  let phrase = ''
  for (const word of writeWords(words)) {
    // Scripts without spaces are searched for as they are written.
    const isJoined = phrase === '' || (hasUnspacedScript(phrase.slice(-1)) && hasUnspacedScript(word))
    phrase += `${isJoined ? '' : ' '}${word}`
  }
  return phrase
}
