import type { QueryMark } from './lex-query.ts'
import { QueryProblem } from './query-error.ts'

type NearMark = Extract<QueryMark, { kind: 'near' }>

const names: Record<QueryMark['kind'], string> = {
  chunk: 'a word',
  quoted: 'a phrase',
  field: 'a field',
  near: 'near',
  and: '“AND”',
  or: '“OR”',
  not: '“NOT”',
  minus: '“-”',
  open: '“(”',
  close: '“)”',
}

export function missingOperand(text: string, mark: QueryMark | undefined): QueryProblem {
  return new QueryProblem({
    code: 'missing_operand',
    column: (mark?.at ?? text.trimEnd().length) + 1,
    message: 'A word or phrase is missing here.',
    found: mark === undefined ? 'the end of the query' : names[mark.kind],
    expected: 'a word, a "phrase", a field or (',
    hint: 'AND, OR and NOT in capitals join words; write them in lower case to search for them.',
  })
}

export function unexpectedClose(at: number): QueryProblem {
  return new QueryProblem({
    code: 'unexpected_close',
    column: at + 1,
    message: 'This parenthesis closes nothing.',
    found: '“)”',
    expected: 'a word, AND, OR or the end of the query',
    hint: 'Remove it, or add ( before the group.',
  })
}

export function unclosedGroup(at: number): QueryProblem {
  return new QueryProblem({
    code: 'unclosed_group',
    column: at + 1,
    message: 'This parenthesis is never closed.',
    found: 'the end of the query',
    expected: '“)”',
    hint: 'Add ) after the group.',
  })
}

export function tooDeep(at: number, maxDepth: number): QueryProblem {
  return new QueryProblem({
    code: 'too_deep',
    column: at + 1,
    message: `The query nests deeper than ${maxDepth} levels.`,
    found: `level ${maxDepth + 1}`,
    expected: `at most ${maxDepth} levels`,
    hint: 'Use fewer parentheses.',
  })
}

export function nearOperand(near: NearMark): QueryProblem {
  return new QueryProblem({
    code: 'near_operand',
    column: near.at + 1,
    message: `“${near.text}” needs a word or a phrase on each side.`,
    found: `“${near.text}” without one`,
    expected: 'a word or a "phrase" before and after it',
    hint: `Write tea ${near.text} milk. It joins two; for three write (a ${near.text} b) AND (b ${near.text} c), and to leave it out NOT (a ${near.text} b).`,
  })
}

export function nearDistance(near: NearMark, maxDistance: number): QueryProblem {
  return new QueryProblem({
    code: 'near_distance',
    column: near.at + 1,
    message: `“${near.text}” is no distance that can be searched.`,
    found: String(near.distance),
    expected: `a distance from 1 to ${maxDistance} words`,
    hint: `Write near/1 to near/${maxDistance}, or AND for both anywhere.`,
  })
}
