/** Zeus in a React app: a provider for the root, and hooks for what the screen shows and offers. Needs react 18 or 19. */
export {
  AssistantProvider,
  type AssistantProviderProps,
  useAction,
  useAssistant,
  useReadable,
  useZeus,
  type Zeus,
} from './runtime/assistant-react/provider.ts'
export type { Action, ActionSchema, Registry } from './runtime/assistant/actions.ts'
export {
  type Answer,
  type AnswerAction,
  type AnswerState,
  type AnswerStep,
  isInProgress,
} from './runtime/assistant/answer.ts'
export {
  type Assistant,
  type AssistantOptions,
  createAssistant,
  type Question,
  type Regeneration,
} from './runtime/assistant/assistant.ts'
export type { KeepStorage } from './runtime/assistant/run-store.ts'
export { createPublicKey } from './runtime/assistant/public-key.ts'
