/** Closed lists of the contract as values, each by the name of its type; nothing else is loaded. */
export { DocumentKind } from './generated/model/common.ts'
export { SectionName } from './generated/model/signals.ts'
export { SourceKey } from './generated/model/common.ts'
export { ToneLabel } from './generated/model/common.ts'
