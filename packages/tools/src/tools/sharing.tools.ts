import {
  addCommentReply,
  type PostedComment,
  createComment,
  createMonitorSubscription,
  listComments,
  saveZeusReport,
  sendSignalMessage,
} from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { defineTool, limit, page, signalId } from '../tool.ts'

export const saveReportTool = defineTool({
  name: 'save_report',
  title: 'Save a report',
  operationId: 'saveZeusReport',
  description: "Keeps a text in Markdown among the person's saved reports.",
  input: z.object({
    title: z.string().min(1).max(300).describe('Title of the report'),
    contents: z.string().min(1).max(200_000).describe('The text, Markdown'),
    threadId: z
      .string()
      .regex(/^th_[a-z0-9]{1,40}$/)
      .optional()
      .describe('The conversation that it came from'),
    signalIds: z.array(signalId).max(50).default([]).describe('Signals that it is about'),
  }),
  output: outputs.savedItem,
  answer: async ({ threadId = null, ...report }, context) => saveZeusReport({ ...report, threadId }, context),
  change: ({ title, contents, signalIds }) => ({
    title: `Save the report “${title}”`,
    lines: [`Title: ${title}`, ...signalIds.map((id) => `Signal: ${id}`), contents],
  }),
})

export const sendToColleagueTool = defineTool({
  name: 'send_to_colleague',
  title: 'Send a signal to colleagues',
  operationId: 'sendSignalMessage',
  description: 'Sends a signal with some words to colleagues, by the ids of the people.',
  input: z.object({
    signalId,
    to: z
      .array(z.string().regex(/^usr_[a-z0-9]{1,40}$/))
      .min(1)
      .max(50)
      .describe('Ids of the people, usr_…'),
    message: z.string().max(4000).optional().describe('Words to go with it'),
  }),
  output: outputs.savedItem,
  answer: async ({ signalId: id, to, message = null }, context) => sendSignalMessage({ id, to, message }, context),
  change: ({ signalId: id, to, message }) => ({
    title: `Send the signal to ${to.length === 1 ? '1 colleague' : `${to.length} colleagues`}`,
    lines: [
      `Signal: ${id}`,
      ...to.map((person) => `To: ${person}`),
      ...(message === undefined ? [] : [`Words: ${message}`]),
    ],
  }),
})

const nameOf = (person: PostedComment['author']): string => person?.name ?? person?.email ?? 'a former colleague'

/** The words with the names of those whom they mention. */
const wordsOf = ({ text, mentions }: Pick<PostedComment, 'text' | 'mentions'>): string =>
  mentions.reduce((words, { id, name }) => words.replaceAll(`@[${id}]`, () => `@${name}`), text)

export const listCommentsTool = defineTool({
  name: 'list_comments',
  title: 'List comments',
  operationId: 'listComments',
  description:
    'What colleagues wrote about a signal, with replies and whether it is resolved; without a signal, what the person takes part in or is mentioned in.',
  input: z.object({
    signalId: signalId.optional(),
    onlyOpen: z.boolean().default(true).describe('Whether to leave out what is resolved'),
    limit,
    page,
  }),
  output: outputs.fields({ total: outputs.count.nullable(), comments: z.array(outputs.savedItem) }),
  answer: async ({ signalId: itemId, onlyOpen, limit: perPage, page: number }, context) =>
    listComments(
      {
        ...(itemId !== undefined && { kind: 'signal', itemIds: [itemId] }),
        ...(onlyOpen && { resolved: false }),
        page: number,
        perPage,
      },
      context,
    ),
  compact: (list) => ({
    total: list.page.total,
    comments: list.items.map((comment) => ({
      id: comment.id,
      about: comment.title,
      by: nameOf(comment.author),
      at: comment.createdAt,
      text: comment.deletedAt === null ? wordsOf(comment) : '(deleted)',
      resolvedAt: comment.resolvedAt,
      replies: comment.replies.map((reply) => ({
        by: nameOf(reply.author),
        at: reply.createdAt,
        text: wordsOf(reply),
      })),
    })),
  }),
})

export const addCommentTool = defineTool({
  name: 'add_comment',
  title: 'Comment on a signal',
  operationId: 'createComment',
  description: 'Writes a comment about a signal for colleagues, or a reply to one of list_comments.',
  input: z.object({
    signalId,
    text: z.string().min(1).max(4000).describe('The words; @[usr_…] mentions a colleague'),
    replyTo: z
      .string()
      .regex(/^cm_[a-z0-9]{1,40}$/)
      .optional()
      .describe('Id of the comment that it answers, from list_comments'),
  }),
  output: outputs.savedItem,
  answer: async ({ signalId: itemId, text, replyTo }, context): Promise<{ id: string }> =>
    replyTo === undefined
      ? createComment({ kind: 'signal', itemId, text }, context)
      : addCommentReply(replyTo, { text }, context),
  change: ({ signalId: itemId, text, replyTo }) => ({
    title: replyTo === undefined ? 'Comment on the signal' : 'Reply to a comment',
    lines: [`Signal: ${itemId}`, ...(replyTo === undefined ? [] : [`Reply to: ${replyTo}`]), text],
  }),
})

const rule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('volume-times-usual').describe('Many times as many stories as usual'),
    times: z.number().min(1).max(1000).describe('How many times as many'),
    minDocuments: z.int().min(1).max(100_000).describe('And at least so many documents'),
    windowDays: z.int().min(1).max(28).describe('Days that are counted together'),
  }),
  z.object({
    kind: z.literal('volume-above').describe('More documents than a number'),
    documents: z.int().min(1).max(10_000_000).describe('The number'),
    windowDays: z.int().min(1).max(90).describe('Days that are counted together'),
  }),
])

const describeRule = (watched: z.output<typeof rule>): string => {
  const days = watched.windowDays === 7 ? 'a week brings' : `${watched.windowDays} days bring`
  if (watched.kind === 'volume-above') return `${days} more than ${watched.documents.toLocaleString('en')} documents`
  const times = watched.times === 2 ? 'twice' : `${watched.times} times`
  return `${days} ${times} as many stories as usual, and at least ${watched.minDocuments.toLocaleString('en')}`
}

export const createMonitorTool = defineTool({
  name: 'create_monitor',
  title: 'Create a monitor',
  operationId: 'createMonitorSubscription',
  description: 'Watches a topic from now on and notifies the person in their inbox when the rule holds.',
  input: z.object({
    topic: z.string().min(1).max(500).describe('The topic to watch'),
    rule: rule
      .describe('When to notify')
      .default({ kind: 'volume-times-usual', times: 2, minDocuments: 5, windowDays: 7 }),
  }),
  output: outputs.savedItem,
  answer: async ({ topic, rule: watched }, context) =>
    createMonitorSubscription(
      { query: { query_term: topic, isCompound: false }, rule: watched, channels: ['inbox'] },
      context,
    ),
  change: ({ topic, rule: watched }) => ({
    title: `Watch “${topic}”`,
    lines: [`Topic: ${topic}`, `Notifies you in your inbox when ${describeRule(watched)}`],
  }),
})

export const sharingTools = [saveReportTool, sendToColleagueTool, listCommentsTool, addCommentTool, createMonitorTool]
