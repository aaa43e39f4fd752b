import type { AuspexClient } from '@auspex/sdk'
import type { z } from 'zod'

/** What a tool may use while it answers. */
export interface ToolContext {
  readonly client: AuspexClient
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal
}

/** What a person reads before they say yes to a change. */
export interface ToolChange {
  /** What will be done, as a question's object: "Save the report “Oat milk in November”". */
  readonly title: string
  /** What it changes, line by line, with nothing left out that the person could object to. */
  readonly lines: readonly string[]
}

interface ToolText {
  readonly name: string
  /** For people who look at the list of tools */
  readonly title: string
  /** For the model: what it gives, and when to use it */
  readonly description: string
  /** The operation of the contract that it calls first, or alone */
  readonly operationId: string
}

interface ToolParts<Schema extends z.ZodObject, Output> extends ToolText {
  readonly input: Schema
  answer(input: z.output<Schema>, context: ToolContext): Promise<Output>
  /** What of the answer a model needs; all of it when left out. */
  compact?(output: Output, input: z.output<Schema>): unknown
  /** What the tool changes. A tool that has it writes: it runs after a person's yes alone. */
  change?(input: z.output<Schema>): ToolChange
}

/** A tool whose input is checked when it runs. */
export interface Tool<Schema extends z.ZodObject = z.ZodObject, Output = unknown> extends ToolText {
  readonly input: Schema
  /** Whether it changes anything of the person's. */
  readonly writes: boolean
  run(input: unknown, context: ToolContext): Promise<Output>
  /** What of an answer a model needs. */
  compact(output: Output, input: unknown): unknown
  /** What it would change with this input; null for a tool that reads. Throws for an input that it refuses. */
  change(input: unknown): ToolChange | null
}

/** Ties what a tool takes and gives to its schema. */
export const defineTool = <Schema extends z.ZodObject, Output>({
  answer,
  compact,
  change,
  ...tool
}: ToolParts<Schema, Output>): Tool<Schema, Output> => ({
  ...tool,
  writes: change !== undefined,
  run: (input, context) => answer(tool.input.parse(input), context),
  compact: (output, input) => (compact === undefined ? output : compact(output, tool.input.parse(input))),
  change: (input) => change?.(tool.input.parse(input)) ?? null,
})
