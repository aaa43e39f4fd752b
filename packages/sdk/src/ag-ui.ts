/** Runs of Zeus as runs of AG-UI, for front ends that support it. Needs nothing else. */
export { type AgUiEvent, type AgUiUsage, createAgUiTranslation, toAgUiEvents } from './runtime/assistant/ag-ui.ts'
