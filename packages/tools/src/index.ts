import {
  AbortedError,
  AuspexError,
  DataTooSparseError,
  ForbiddenError,
  InvalidError,
  NetworkError,
  NotFoundError,
  NotImplementedError,
  RateLimitedError,
  TimeoutError,
  TokenError,
  UnauthenticatedError,
} from '@auspex/sdk'
import leven from 'leven'
import type { z } from 'zod'
import { findArgument, nameArguments, type Tool } from './tool.ts'
import { discoveryTools } from './tools/discovery.tools.ts'
import { documentTools } from './tools/document.tools.ts'
import { measureTools } from './tools/measure.tools.ts'
import { portfolioTools } from './tools/portfolio.tools.ts'
import { reportTools } from './tools/report.tools.ts'
import { searchTools } from './tools/search.tools.ts'
import { sharingTools } from './tools/sharing.tools.ts'
import { worldTools } from './tools/world.tools.ts'

/** All tools, in the order in which an assistant usually needs them. */
export const tools: readonly Tool[] = [
  ...searchTools,
  ...reportTools,
  ...documentTools,
  ...measureTools,
  ...discoveryTools,
  ...worldTools,
  ...portfolioTools,
  ...sharingTools,
]

const list = (items: readonly string[]): string => items.map((item) => item.replace(/\.$/, '')).join('; ')

type ToolInput = Pick<Tool, 'input'> | undefined

/** What went wrong and what to do, as a message for a model, which knows the arguments of the tool and not the fields of the API. */
export const describeError = (error: unknown, tool?: ToolInput): string => {
  if (error instanceof AuspexError) return describeAuspexError(error, tool)
  return `The tool failed: ${error instanceof Error ? error.message : String(error)}`
}

const describeAuspexError = (error: AuspexError, tool: ToolInput): string => {
  if (error instanceof DataTooSparseError) return describeSparseData(error)
  if (error instanceof NotImplementedError)
    return `This Auspex server has not built ${error.operation ?? 'this operation'} yet. Use another tool; trying again does not help.`
  if (error instanceof TokenError)
    return `There is no access token. ${(error.cause instanceof Error && error.cause.message) || error.message}`
  if (error instanceof UnauthenticatedError) return describeRefusedToken(error)
  const sentence = sentenceOf(error)
  if (error instanceof ForbiddenError) return `The person may not do this. ${sentence}`
  if (error instanceof NotFoundError)
    return `There is no such thing, or it belongs to someone else. ${sentence} Ids come from other tools; never make one up.`
  if (error instanceof InvalidError)
    return `Auspex refused the request. ${list(describePlaces(error, tool)) || sentence}`
  if (error instanceof RateLimitedError)
    return `Too many requests.${error.retryAfter === null ? '' : ` Try again in ${Math.ceil(error.retryAfter)} s.`}`
  if (error instanceof NetworkError) return 'Auspex could not be reached. Trying again in a minute may help.'
  if (error instanceof TimeoutError) return 'Auspex did not answer in time. Trying again may help.'
  if (error instanceof AbortedError) return 'The call was cancelled.'
  return `${error.productMessage ?? 'Auspex failed'}: ${sentence}${error.isRetryable ? ' Trying again may help.' : ''}`
}

const sentenceOf = ({ problem, message }: AuspexError): string => problem?.detail ?? message

const describeSparseData = ({ body }: DataTooSparseError): string => {
  const { suggestions } = (body ?? {}) as { suggestions?: string[] }
  return `Too few documents match for a report. ${suggestions?.join(' ') || 'Use a wider term, fewer filters or more time.'}`
}

const describeRefusedToken = ({ problem }: UnauthenticatedError): string => {
  const reason = problem?.detail ? `. ${problem.detail}` : ': it is missing, wrong or expired.'
  return `Auspex refused the access token${reason} The person must sign in again.`
}

/** The invalid places of a request, by the arguments of the tool. */
const describePlaces = ({ problem }: InvalidError, tool: ToolInput): string[] =>
  (problem?.errors ?? []).map(({ pointer, message }) => {
    if (tool === undefined) return `${pointer}: ${message}`
    const place = findArgument(pointer, tool.input)
    const words = nameArguments(message, tool.input)
    return place === null ? words : `${place}: ${words}`
  })

/** How many values the arguments of a call may have, with those inside lists and objects: several times what any tool takes, and few enough to be quoted in an answer. */
const maxValues = 1000
const maxSentences = 10

/** What is wrong with the arguments of a tool, one sentence for each; null when nothing is. Unknown arguments are wrong, too. */
export const describeInput = (input: z.ZodObject, given: unknown): string | null => {
  if (hasMoreValues(given, maxValues))
    return `The arguments have more than ${maxValues} values, which is the most that a tool takes. Call it several times, with shorter lists.`
  const { data, error } = input.strict().safeParse(given)
  if (error === undefined) return isReversed(data) ? 'to: The last day is before the first day.' : null
  const names = Object.keys(input.shape)
  const sentences = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? describeUnknown('argument', issue.keys, names)
      : [describeIssue(issue, input, given)],
  )
  const more = sentences.length - maxSentences
  return [...sentences.slice(0, maxSentences), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

const hasMoreValues = (given: unknown, max: number): boolean => {
  const open = [given]
  let count = 0
  for (const value of open) {
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    count += inner.length
    if (count > max) return true
    open.push(...inner)
  }
  return false
}

/** Not every operation refuses days that run backwards, and then nothing would look like silence. */
const isReversed = ({ from, to }: Readonly<Record<string, unknown>>): boolean =>
  typeof from === 'string' && typeof to === 'string' && from > to

/** That there is no such tool, with the one that was probably meant, or with those that there are; `writers` are left out because they write. */
export const describeUnknownTool = (name: string, names: readonly string[], writers: readonly string[]): string =>
  writers.includes(name)
    ? `The tool ${name} changes something, and this server only reads. The person can start it with --allow-writes.`
    : describeUnknown('tool', [name], names).join(' ')

/** At most so many letters are wrong in a misspelled name. */
const maxSlips = 2

/** One sentence for each name that is like a known one, and one for all others, which lists the known ones. */
const describeUnknown = (what: string, unknown: readonly string[], known: readonly string[]): string[] => {
  const others = unknown.filter((name) => findNearest(name, known) === undefined)
  const takesNone = what === 'argument' && known.length === 0
  const all = takesNone ? '. This tool takes no arguments.' : `; known here: ${known.join(', ')}.`
  return [
    ...unknown.flatMap((name) => {
      const nearest = findNearest(name, known)
      return nearest === undefined ? [] : [`There is no ${what} ${name}; did you mean ${nearest}?`]
    }),
    ...(others.length === 0
      ? []
      : [`There ${others.length === 1 ? `is no ${what}` : `are no ${what}s`} ${others.join(', ')}${all}`]),
  ]
}

const findNearest = (unknown: string, names: readonly string[]): string | undefined =>
  names
    .map((name) => ({ name, slips: leven(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= Math.min(maxSlips, name.length / 2))
    .toSorted((a, b) => a.slips - b.slips)[0]?.name

const describeIssue = (issue: z.core.$ZodIssue, input: z.ZodObject, given: unknown): string => {
  const { path, message } = issue
  const [name = ''] = path
  const meaning = findDescription(input.shape[String(name)])
  const value = path.reduce<unknown>((parent, key) => Object(parent)[key], given)
  if (issue.code === 'too_big' && issue.origin === 'array' && Array.isArray(value))
    return `${path.join('.')}: ${value.length} entries are too many; at most ${issue.maximum} are taken.${meaning ? ` Expected: ${meaning}.` : ''}`
  // a regular expression tells nobody more than the description does
  const reason = meaning && issue.code === 'invalid_format' && issue.format === 'regex' ? '' : ` (${message})`
  const fault = value === undefined ? 'is missing' : `${quote(value)} is not valid${reason}`
  return `${path.join('.') || 'The input'}: ${fault}.${meaning ? ` Expected: ${meaning}.` : ''}`
}

const maxQuoted = 80

/** A value as JSON, shortened so that it still shows where it ends. */
const quote = (value: unknown): string => {
  const shorten = (text: string) =>
    text.length <= maxQuoted
      ? text
      : `${Array.from(text)
          .slice(0, maxQuoted - 1)
          .join('')}…`
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : shorten(JSON.stringify(value))
}

/** The description of an argument; that of an optional one belongs to the schema inside. */
const findDescription = (schema: z.core.$ZodType | undefined): string | undefined => {
  if (schema === undefined) return undefined
  const { description, def } = schema as z.ZodType & { def: { innerType?: z.core.$ZodType } }
  return description ?? findDescription(def.innerType)
}

export { defineTool, type Tool, type ToolChange, type ToolContext } from './tool.ts'
export { listTrendsTool } from './tools/discovery.tools.ts'
export { countDocumentsTool, listDocumentsTool, explainToneTool, readDocumentTool } from './tools/document.tools.ts'
export { addToPortfolioTool, listPortfoliosTool } from './tools/portfolio.tools.ts'
export { compareSignalsTool, estimateAudienceTool, getReportSectionTool, getReportTool } from './tools/report.tools.ts'
export { getSearchTool, readQuestionTool, searchHelpTool, searchTopicTool } from './tools/search.tools.ts'
export { createMonitorTool, saveReportTool, sendToColleagueTool } from './tools/sharing.tools.ts'
export { correlatePriceTool, listNewsTool, searchTrialsTool } from './tools/world.tools.ts'
