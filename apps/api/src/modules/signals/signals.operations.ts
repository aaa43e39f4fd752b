import type { DocumentPage, SignalRef, SignalReport } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { rawJson } from '../../http/raw-json.ts'
import { chatterKinds, type Narrowing } from './signal-filter.ts'
import { toSlice } from './list-cursor.ts'
import type { ListedDocuments } from './list-documents.ts'
import { readSignalQuery } from './signal-query.ts'
import type { SignalUsecases } from './signals.usecases.ts'

export type SignalOperations = Pick<
  Handlers,
  | 'getSignalReport'
  | 'listSignalDocuments'
  | 'getDocumentCount'
  | 'getTone'
  | 'listTonePosts'
  | 'listToneArticles'
  | 'listToneComments'
  | 'getChatter'
  | 'fetchLocationMetrics'
  | 'getInfluentialVoices'
  | 'getContextSnippets'
>

/** The operations of signals. A signal is a public question, so every signed-in person may read any of them. */
export function createSignalOperations({
  signals,
  lists,
}: {
  signals: SignalUsecases
  lists: ListedDocuments
}): SignalOperations {
  return {
    getSignalReport: async ({ path, query }) => {
      const { text, compressed } = await signals.reportText(path.id, query.entity)
      return { status: 200, body: rawJson<SignalReport>(text, compressed) }
    },

    listSignalDocuments: async ({ path, query }) => {
      const {
        from,
        to,
        ids,
        sort: order = 'newest',
        page: _page,
        perPage: _perPage,
        cursor: _cursor,
        ...filters
      } = query
      const asked = { ...filters, fromDay: from, toDay: to, ids: ids?.split(','), order }
      return page(await lists.list(path.signalId, asked, toSlice(query, order, 'query')))
    },

    getDocumentCount: async ({ path }) => {
      const { counts } = await signals.readReport(path.id)
      return { status: 200, body: { signalId: path.id, counts } }
    },

    getTone: async ({ query }) => ({ status: 200, body: await signals.section(query.id, 'tone', toNarrowing(query)) }),

    listTonePosts: async ({ query }) =>
      page(
        await lists.list(
          query.id,
          { ...toNarrowing(query), tone: query.tone_type, order: 'newest' },
          toSlice(query, 'newest', 'query'),
        ),
      ),

    listToneArticles: async ({ path, query }) =>
      page(
        await lists.list(
          path.id,
          { ...toNarrowing(query), tone: query.tone_type, kinds: ['article'], order: 'newest' },
          toSlice(query, 'newest', 'query'),
        ),
      ),

    listToneComments: async ({ path, query }) =>
      page(
        await lists.list(
          path.id,
          { ...toNarrowing(query), tone: query.tone_type, kinds: chatterKinds, forum: 'reddit', order: 'newest' },
          toSlice(query, 'newest', 'query'),
        ),
      ),

    getChatter: async ({ body }) =>
      page(
        await lists.list(
          body.id,
          { ...toPart(body), kinds: chatterKinds, order: 'newest' },
          toSlice(body, 'newest', 'body'),
        ),
      ),

    fetchLocationMetrics: async ({ body }) => ({
      status: 200,
      body: await signals.section(body.id, 'locations', toPart(body)),
    }),

    getInfluentialVoices: async ({ body }) => ({
      status: 200,
      body: await signals.section(body.id, 'voices', toPart(body)),
    }),

    getContextSnippets: async ({ body }) => {
      const { node } = readSignalQuery({ x_term: body.x_term, y_term: body.y_term ?? null })
      const { 'document_ids[]': ids, source, geo: country } = body
      return { status: 200, body: { items: await lists.snippets(ids, { node, source, country }) } }
    },
  }
}

interface ToneQuery {
  entity?: string
  geo?: string
  start_date_time?: string
  end_date_time?: string
}

function toNarrowing({ entity, geo, start_date_time, end_date_time }: ToneQuery): Narrowing {
  return { entity, country: geo, publishedFrom: start_date_time, publishedTo: end_date_time }
}

function toPart({ entity, geo, startDate, endDate }: SignalRef): Narrowing {
  return { entity, country: geo, fromDay: startDate, toDay: endDate }
}

function page(body: DocumentPage) {
  return { status: 200 as const, body }
}
