import type { AuspexClient } from '@auspex/sdk'
import { z } from 'zod'
import type { SourceKey } from '@auspex/sdk/types'

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly client: AuspexClient
  /** Aborts when the assistant cancels the call. */
  readonly signal: AbortSignal
}

/** What a person reads before they approve a change. */
export interface ToolChange {
  /** What will be done, as the object of a question: "Save the report “Oat milk in November”". */
  readonly title: string
  /** What it changes, line by line, omitting nothing that the person could object to. */
  readonly lines: readonly string[]
}

interface ToolText {
  readonly name: string
  /** For people who view the list of tools */
  readonly title: string
  /** For the model: what it returns, and when to use it */
  readonly description: string
  /** The operation of the contract that it calls first, or exclusively */
  readonly operationId: string
}

interface ToolParts<Schema extends z.ZodObject, Output> extends ToolText {
  readonly input: Schema
  /** The fields of what `compact` returns; further ones may follow. */
  readonly output?: z.ZodObject
  answer(input: z.output<Schema>, context: ToolContext): Promise<Output>
  /** The part of the output that a model needs; all of it when omitted. */
  compact?(output: Output, input: z.output<Schema>): unknown
  /** What the tool changes. A tool that defines it writes: it runs only after a person's approval. */
  change?(input: z.output<Schema>): ToolChange
}

/** A tool whose input is validated when it runs. */
export interface Tool<Schema extends z.ZodObject = z.ZodObject, Output = unknown> extends ToolText {
  readonly input: Schema
  /** The fields of a compact output, for clients that read it by program. */
  readonly output?: z.ZodObject
  /** Whether it changes any of the person's data. */
  readonly writes: boolean
  run(input: unknown, context: ToolContext): Promise<Output>
  /** The part of an output that a model needs. */
  compact(output: Output, input: unknown): unknown
  /** What it would change with this input; null for a read-only tool. Throws for an invalid input. */
  change(input: unknown): ToolChange | null
}

/** Ties the input and output types of a tool to its schema. */
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

/** Arguments of tools by the field of the API in which they are sent; the first that a tool has. An argument with the field's own name needs none. */
const argumentsByField: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    query_term: ['topic', 'question'],
    q: ['text'],
    term: ['text', 'words'],
    x_term: ['term'],
    y_term: ['secondTerm'],
    geo: ['country'],
    startDate: ['from'],
    start_date_time: ['from'],
    endDate: ['to'],
    end_date_time: ['to'],
    id: ['signalId', 'portfolioId'],
    ids: ['signalIds'],
    itemId: ['signalId'],
    itemIds: ['signalId'],
    commentId: ['replyTo'],
    trends: ['signals'],
    document_ids: ['documentIds'],
    request_id: ['requestId'],
    tone_type: ['tone'],
    age_min: ['ageMin'],
    age_max: ['ageMax'],
    perPage: ['limit'],
    resolved: ['onlyOpen'],
  }),
)

/** The argument that a place of a request comes from, such as `signals.0.title` for `/trends/0/title`; null for what the tool adds itself. */
export const findArgument = (pointer: string, { shape }: z.ZodObject): string | null => {
  const steps = pointer.split('/').slice(1)
  const names = steps.map((step) =>
    [step, ...(argumentsByField.get(step.replace('[]', '')) ?? [])].find((name) => Object.hasOwn(shape, name)),
  )
  const at = names.findIndex((name) => name !== undefined)
  return at === -1 ? null : [names[at], ...steps.slice(at + 1)].join('.')
}

/** A sentence of the API with the tool's arguments in place of its fields. Fields that are words of the language stay. */
export const nameArguments = (sentence: string, { shape }: z.ZodObject): string =>
  sentence.replace(/\b[a-z]+(?:_[a-z]+|[A-Z][a-z]+)+\b/g, (field) =>
    Object.hasOwn(shape, field)
      ? field
      : (argumentsByField.get(field)?.find((name) => Object.hasOwn(shape, name)) ?? field),
  )

export const signalId = z
  .string()
  .regex(/^sig_[a-z0-9]{1,40}$/)
  .describe('Signal id from search_topic')
export const documentId = z
  .string()
  .regex(/^doc_[a-z0-9]{1,40}$/)
  .describe('Document id from another tool')
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe('Country, two capital letters, for example SE')
export const day = z.iso.date().describe('Day, YYYY-MM-DD')
export const entity = z.string().max(200).describe('Only documents that name this person, company or place')
export const tone = z.enum(['positive', 'neutral', 'negative', 'unknown']).describe('Tone of the documents')
export const limit = z.int().min(1).max(50).default(10).describe('At most so many items')
export const page = z.int().min(1).max(1000).default(1).describe('Page, from 1')
/** Any name: a server may have sources that this package does not know yet, and rejects the others with a message. */
export const sourceKey = z
  .string()
  .max(60)
  .describe('Key of a source, from list_sources')
  .transform((key) => key as SourceKey)
