import {
  getContextSnippets,
  getDocumentCount,
  getDocumentTone,
  getSignalDocument,
  listSignalDocuments,
  listToneArticles,
  listTonePosts,
} from '@auspex/sdk'
import { z } from 'zod'
import * as outputs from '../outputs.ts'
import { toCompactCounts, toCompactDocument, toCompactPage } from '../compact.ts'
import { country, day, defineTool, documentId, limit, page, signalId, sourceKey, tone } from '../tool.ts'

export const listDocumentsTool = defineTool({
  name: 'list_documents',
  operationId: 'listSignalDocuments',
  title: 'List the documents behind a number',
  description:
    'The documents of a signal, by any of day, tone, source, outlet, author, country or a term they also contain. Use it to open a number and to cite.',
  input: z.object({
    signalId,
    from: day.optional(),
    to: day.optional(),
    tone: tone.optional(),
    source: sourceKey.optional(),
    outlet: z.string().max(300).optional().describe('Publisher or community'),
    author: z.string().max(300).optional().describe('Name of the author, as documents give it'),
    country: country.optional(),
    context: z.string().max(200).optional().describe('A term that must also occur'),
    sort: z
      .enum(['newest', 'oldest', 'engagement', 'reach'])
      .optional()
      .describe('Order; the newest come first by default'),
    limit,
    page,
  }),
  output: outputs.documentPage,
  answer: async ({ signalId: id, limit: perPage, ...filters }, context) =>
    listSignalDocuments(id, { ...filters, perPage }, context),
  compact: toCompactPage,
})

export const countDocumentsTool = defineTool({
  name: 'count_documents',
  operationId: 'getDocumentCount',
  title: 'Count documents',
  description:
    'Documents, stories (near-duplicates count once), outlets and authors of a signal. Much faster than the whole report.',
  input: z.object({ signalId }),
  output: outputs.counts,
  answer: async (input, context) => getDocumentCount(input.signalId, context),
  compact: ({ counts }) => toCompactCounts(counts),
})

/** Characters of a text that a model reads: the beginning of a long one says what it is about. */
const maxTextLength = 8_000

/** Not cut within a character of two UTF-16 units. */
const beginningOf = (text: string): string => text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')

export const readDocumentTool = defineTool({
  name: 'read_document',
  operationId: 'getSignalDocument',
  title: 'Read a document',
  description:
    'The whole text of one document, at most its first 8,000 characters. Use it before you say what a document says.',
  input: z.object({ signalId, documentId }),
  output: outputs.fields({ id: z.string(), title: z.string(), snippet: z.string().nullable() }),
  answer: async (input, context) => getSignalDocument(input.signalId, input.documentId, {}, context),
  compact: ({ document, text }) => ({
    ...toCompactDocument(document),
    snippet: text === null ? document.snippet : beginningOf(text.content),
  }),
})

export const explainToneTool = defineTool({
  name: 'explain_tone',
  operationId: 'getDocumentTone',
  title: 'Explain the tone of a document',
  description: 'The sentences of one document, each with its own tone: what the praise or the complaint is.',
  input: z.object({ signalId, documentId }),
  output: outputs.fields({ label: z.string(), sentences: outputs.items }),
  answer: async (input, context) => getDocumentTone(input.documentId, { signalId: input.signalId }, context),
  compact: ({ label, sentences }) => ({
    label,
    sentences: sentences.map((one) => ({ text: one.text, tone: one.label, score: one.score })),
  }),
})

export const documentTools = [
  listDocumentsTool,
  countDocumentsTool,
  readDocumentTool,
  explainToneTool,
  defineTool({
    name: 'list_documents_by_tone',
    operationId: 'listTonePosts',
    title: 'List what is said in one tone',
    description:
      'Documents of one tone: what the praise and the complaints are about. The kind posts has those of the others too, so their numbers do not add up to a whole.',
    input: z.object({
      signalId,
      tone,
      kind: z
        .enum(['articles', 'comments', 'posts'])
        .describe('articles of news, comments and posts that people wrote (comments), or all documents (posts)'),
      country: country.optional(),
      limit,
      page,
    }),
    output: outputs.documentPage,
    answer: async ({ signalId: id, kind, ...input }, context) => {
      const slice = { page: input.page, perPage: input.limit }
      const filters = { tone_type: input.tone, ...(input.country !== undefined && { geo: input.country }), ...slice }
      if (kind === 'posts') return toCompactPage(await listTonePosts({ id, ...filters }, context))
      if (kind === 'articles') return toCompactPage(await listToneArticles(id, filters, context))
      // comments by tone are only available for Reddit
      const { tone: requestedTone, country: of } = input
      const chatter = {
        group: 'chatter',
        tone: requestedTone,
        ...(of !== undefined && { country: of }),
        ...slice,
      } as const
      return toCompactPage(await listSignalDocuments(id, chatter, context))
    },
  }),
  defineTool({
    name: 'quote_documents',
    operationId: 'getContextSnippets',
    title: 'Quote documents',
    description: 'The passages of documents around a term, word for word. Use it before you quote.',
    input: z.object({
      documentIds: z.array(documentId).min(1).max(20).describe('The documents to quote'),
      term: z.string().min(1).max(250).describe('The term that each passage surrounds'),
      secondTerm: z.string().max(250).optional().describe('A second term to look for'),
    }),
    output: outputs.fields({ quotes: z.array(z.object({ documentId: z.string(), text: z.string() })) }),
    answer: async ({ documentIds, term, secondTerm }, context) => {
      const { items } = await getContextSnippets(
        { 'document_ids[]': documentIds, x_term: term, ...(secondTerm !== undefined && { y_term: secondTerm }) },
        context,
      )
      return { quotes: items.map(({ documentId: id, text }) => ({ documentId: id, text })) }
    },
  }),
]
