import { tokenize } from '../text/tokenize.ts'
import { hasUnspacedScript } from '../text/unspaced-scripts.ts'
import { QueryProblem } from './query-error.ts'
import type { QueryWord } from './query-node.ts'

/**
 * Folds typed text into the words of a phrase; a star directly after a word makes it a prefix. `at` is for error
 * messages.
 */
export function toQueryWords(text: string, at: number): QueryWord[] {
  const found = tokenize(text)
  return found.map((token, index) => {
    // Words from the same run of characters ("½") share its end: the star belongs to the last of them.
    const isLastOfRun = found[index + 1]?.start !== token.start
    const prefix = isLastOfRun && text.charAt(token.end) === '*'
    if (prefix && isTooShort(token.text)) {
      throw new QueryProblem({
        code: 'prefix_too_short',
        column: at + token.start + 1,
        message: `"${token.text}*" would match too many words.`,
        found: `“${token.text}*”`,
        expected: 'at least two letters before the star',
        hint: 'Type at least two letters before the star.',
      })
    }
    return { text: token.text, prefix }
  })
}

function isTooShort(word: string): boolean {
  return Array.from(word).length < 2 && !hasUnspacedScript(word)
}
