export {
  type Analyst,
  AnalystError,
  type AnalystEvent,
  type AnalystRequest,
  type AnalystTools,
  type AnalystTurn,
  type FollowUp,
  type ModelSettings,
  modeSettings,
  readModelSettings,
  type SignalCollection,
  type ToolOutcome,
  type UnderstoodTopic,
  type Understanding,
} from './analyst.port.ts'
export {
  addToDraft,
  type AnswerDetails,
  type AnswerDraft,
  type DraftEvent,
  emptyDraft,
  storeUnderstanding,
  translateEvent,
} from './answer/answer-draft.ts'
export { escapeMarkdown } from './answer/answer-writer.ts'
export { createReadTools } from './call-tool.ts'
export { createEmbeddedAnalyst, type EmbeddedOptions } from './embedded/embedded-analyst.ts'
export { type AnalystOptions, createAnalyst } from './create-analyst.ts'
