import type { SourcePhrase, SourceQuery, SourceQueryNode } from '../source.types.ts'

const unspacedCharacter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A searchable text: folded words between single spaces. */
type FoldedText = string

/**
 * Creates a test whether a text may match a query, by its words alone. Nearness counts as both words anywhere, and
 * conditions on fields as true: the result is a superset, which the library filters.
 */
export function createWordMatch({ node, terms }: Pick<SourceQuery, 'node' | 'terms'>): (text: string) => boolean {
  const test = node === undefined ? anyOf(terms.phrases.map(phraseOf)) : toTest(node)
  return (text) => test(fold(text))
}

type Test = (text: FoldedText) => boolean

function toTest(node: SourceQueryNode): Test {
  switch (node.kind) {
    case 'phrase':
      return toPhraseTest(node)
    case 'near':
      return allOf(node.operands.map(toPhraseTest))
    case 'and':
      return allOf(node.operands.map(toTest))
    case 'or':
      return anyOf(node.operands.map(toTest))
    case 'field':
      return () => true
    case 'not':
    default:
      return toExclusion(node.operand)
  }
}

/** Only words can be excluded exactly; a condition that is assumed to be true must not exclude everything. */
function toExclusion(operand: SourceQueryNode): Test {
  if (operand.kind !== 'phrase') return () => true
  const test = toPhraseTest(operand)
  return (text) => !test(text)
}

function allOf(tests: readonly Test[]): Test {
  return (text) => tests.every((test) => test(text))
}

function anyOf(tests: readonly Test[]): Test {
  return (text) => tests.some((test) => test(text))
}

function phraseOf(phrase: string): Test {
  const words = phrase.split(/\s+/).filter(Boolean)
  return toPhraseTest({
    kind: 'phrase',
    words: words.map((word) => ({ text: word.replace(/\*$/, ''), prefix: word.endsWith('*') })),
  })
}

function toPhraseTest({ words }: SourcePhrase): Test {
  const joined = words.map(({ text }) => text).join(' ')
  if (unspacedCharacter.test(joined)) {
    const run = fold(joined).replaceAll(' ', '')
    return (text) => text.replaceAll(' ', '').includes(run)
  }
  const foldedWords = fold(joined)
  const ending = words.at(-1)?.prefix === true ? foldedWords.slice(0, -1) : foldedWords
  return (text) => text.includes(ending)
}

/** Folds case, width and marks; everything that is not a letter or digit becomes one space, also at both ends. */
function fold(text: string): FoldedText {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}
