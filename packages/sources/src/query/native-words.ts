import { areAttached, writeAttached } from '@auspex/contract/attached-words'
import type { SourcePhrase } from '../source.types.ts'

const unspacedCharacter =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words as a person would write them: scripts without spaces are joined, and so are words that were originally written together. */
export function joinNativeWords(words: SourcePhrase['words']): string {
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
export function wholeRuns({ words }: SourcePhrase): SourcePhrase[] {
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
