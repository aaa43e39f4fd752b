import type { AuspexClient } from '@auspex/sdk'
import type { z } from 'zod'

/** What a tool may use while it answers. */
export interface ToolContext {
  readonly client: AuspexClient
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal
}

interface ToolText {
  readonly name: string
  /** For people who look at the list of tools */
  readonly title: string
  /** For the model: what it gives, and when to use it */
  readonly description: string
  /** Whether it changes anything of the person's; such tools are offered only with `--allow-writes`. */
  readonly writes?: boolean
}

interface TypedTool<Schema extends z.ZodObject> extends ToolText {
  readonly input: Schema
  answer(input: z.output<Schema>, context: ToolContext): Promise<unknown>
}

/** A tool whose input was checked already. */
export interface Tool extends ToolText {
  readonly input: z.ZodObject
  run(input: unknown, context: ToolContext): Promise<unknown>
}

/** Ties the type of a tool's input to its schema, and forgets it again so that tools fit in one list. */
export const defineTool = <Schema extends z.ZodObject>({ answer, ...tool }: TypedTool<Schema>): Tool => ({
  ...tool,
  run: (input, context) => answer(tool.input.parse(input), context),
})
