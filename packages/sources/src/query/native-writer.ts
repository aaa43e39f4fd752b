import { areAttached, writeAttached } from '@auspex/contract/attached-words'
import type { SourcePhrase, SourceQueryNode } from '../source.types.ts'
import type { Dialect } from './dialect.ts'

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
export interface WrittenPart {
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
export function writeNode(
  node: SourceQueryNode,
  dialect: Dialect,
  degrade: (sentence: string) => void,
): WrittenPart | null {
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
    const written = writeNode(operand, dialect, (sentence) => losses.push(sentence))
    if (dialect.not === null) {
      degrade(`${name} cannot leave words out; the report leaves them out of what arrives.`)
      return null
    }
    if (written === null || losses.length > 0 || (written.level !== 'atom' && dialect.nesting !== 'full')) {
      degrade(`${name} cannot leave out this part of the query; the report leaves it out of what arrives.`)
      return null
    }
    return { text: dialect.not(written.level === 'atom' ? written.text : dialect.group(written.text)), level: 'atom' }
  }

  function join(kind: 'and' | 'or', parts: readonly (WrittenPart | null)[]): WrittenPart | null {
    const written = parts.filter((part) => part !== null)
    // an alternative that cannot be expressed matches anything
    if (kind === 'or' && written.length < parts.length) return null
    const [first] = written
    if (first === undefined) return null
    if (written.length === 1) return first
    const operator = dialect[kind]
    if (operator === null) return keepOnePart(kind, written)
    const inner = written.map((part) => enclose(part, kind))
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
