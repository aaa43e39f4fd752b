import type { EvalTask } from './eval.types.ts'

/** Every task, in the order of the table. */
export const tasks: readonly EvalTask[] = []
