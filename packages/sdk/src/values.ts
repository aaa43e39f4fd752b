/** Closed lists of the contract as values, each by the name of its type; nothing else is loaded. */
export { DocumentKind } from './generated/model/documentKind.ts'
export { SectionName } from './generated/model/sectionName.ts'
export { SourceKey } from './generated/model/sourceKey.ts'
export { ToneLabel } from './generated/model/toneLabel.ts'
