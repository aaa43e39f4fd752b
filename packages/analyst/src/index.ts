import type { Analyst, ModelSettings } from './analyst.port.ts'
import { createEmbeddedAnalyst } from './embedded/embedded-analyst.ts'

export interface AnalystOptions {
  /** Letters and digits that are unique among the tool calls of the installation. */
  readonly createId: () => string
  /** Null for the embedded analyst alone. */
  readonly model: ModelSettings | null
}

/** The analyst of an installation. A language model is loaded at its first question, and not at all where none is configured. */
export function createAnalyst({ createId, model }: AnalystOptions): Analyst {
  const embedded = createEmbeddedAnalyst({ createId })
  if (model === null) return embedded
  let loaded: Promise<Analyst> | null = null
  const load = async () => {
    const { createModelAnalyst } = await import('./model/model-analyst.ts')
    return createModelAnalyst({ settings: model, embedded, createId })
  }
  return async function* (request, tools, signal) {
    loaded ??= load()
    yield* (await loaded)(request, tools, signal)
  }
}

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
export { readCountry } from './understand/reader/word-lists.ts'
export { prepareReading } from './understand/understand.ts'
export { escapeMarkdown } from './answer/answer-writer.ts'
export { createReadTools } from './call-tool.ts'
export { createEmbeddedAnalyst, type EmbeddedOptions } from './embedded/embedded-analyst.ts'
