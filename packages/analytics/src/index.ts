export { detectLanguage, type DetectedLanguage } from './language/detect-language.ts'
export { canonicalQuery } from './query/canonical-query.ts'
export { highlightRanges, type TextRange } from './query/highlight-ranges.ts'
export { matchesQuery } from './query/match-query.ts'
export { maxQueryLength, parseQuery } from './query/parse-query.ts'
export type { QueryError, QueryErrorCode } from './query/query-error.ts'
export { allOf, anyOf, noneOf, type QueryNode, type QueryWord } from './query/query-node.ts'
export { queryPhrases } from './query/query-phrases.ts'
export { toTsquery } from './query/to-tsquery.ts'
export { type Token, tokenize, tokens } from './text/tokenize.ts'
export { maxIndexedTokens, toTsvector } from './text/tsvector.ts'
export {
  createToneScorer,
  neutralBand,
  type Tone,
  type ToneLabel,
  toneLabel,
  type ToneScorerOptions,
} from './tone/create-tone-scorer.ts'
export { scoreTone } from './tone/score-tone.ts'
