// A separate entry point: checking sentences needs none of the text models that the other measures load
export { checkRephrasing, checkText, type QuotableDocument } from './check-text.ts'
export type { Claim } from './claim.ts'
export { claimNumber, renderNumber } from './render-number.ts'
export { formatDay, formatDayRange, joinWithAnd, monthNames, toQuotation } from './sentence-words.ts'
export { volumeStatement } from './templates/volume-statements.ts'
export { wilsonInterval } from '../series/interval.ts'
