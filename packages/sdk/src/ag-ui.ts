/** Runs of Zeus as runs of AG-UI, for front ends that support it. Needs nothing else. */
export { createAgUiTranslation, toAgUiEvents } from './runtime/assistant/ag-ui.ts'
export type { AgUiEvent, AgUiUsage } from './runtime/assistant/ag-ui-event.ts'
