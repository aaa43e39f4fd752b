import type { SourcePhrase, SourceQuery, SourceQueryNode } from '../source.types.ts'

const unspacedCharacter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A text ready to be looked through: folded words between single spaces. */
type FoldedText = string

/**
 * Tells whether a text may match a query, by its words alone. Nearness counts as both words anywhere, and conditions on
 * fields as true: what passes is at least what was meant, and the library chooses from it.
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

/** Only words are left out exactly; a condition that is taken as true must not leave everything out. */
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
  const wanted = fold(joined)
  const ending = words.at(-1)?.prefix === true ? wanted.slice(0, -1) : wanted
  return (text) => text.includes(ending)
}

/** Folds case, width and marks; everything that is no letter or digit is one space, also at both ends. */
function fold(text: string): FoldedText {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}
