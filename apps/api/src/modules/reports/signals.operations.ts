import type { SignalRef, SignalReport } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { rawJson } from '../../http/raw-json.ts'
import type { ListSlice } from '../library/index.ts'
import { chatterKinds, type Narrowing } from './signal-filter.ts'
import { toSlice } from './list-cursor.ts'
import { type ListInput, listSignalDocuments, listSnippets, readSignalDocument } from './list-documents.ts'
import { compareMeasurements, listMeasurements } from './measurements/compare-measurements.ts'
import { readCount, readReportText } from './read-report.ts'
import { readSignalQuery } from './signal-query.ts'
import { readSection } from './signals.usecases.ts'
import type { ReportDependencies } from './report-dependencies.ts'

export type SignalOperations = ReturnType<typeof createSignalOperations>

/** The operations of signals. A signal is a public query, so every signed-in person may read any of them. */
export function createSignalOperations(deps: ReportDependencies) {
  const list = async (id: string, input: ListInput, slice: ListSlice) => ({
    status: 200 as const,
    body: await listSignalDocuments(id, input, slice, deps),
  })
  return {
    getSignalReport: async ({ path, query }) => {
      const { text, compressed } = await readReportText(path.id, query, deps)
      return { status: 200, body: rawJson<SignalReport>(text, compressed) }
    },

    listSignalDocuments: async ({ path, query }) => {
      const { from, to, ids, sort: order, page: _page, perPage: _perPage, cursor: _cursor, ...filters } = query
      const input = { ...filters, fromDay: from, toDay: to, ids: ids?.split(','), order }
      return list(path.signalId, input, toSlice(query, order, 'query'))
    },

    getSignalDocument: async ({ path, query }) => ({
      status: 200,
      body: await readSignalDocument({ ...path, find: query.find }, deps),
    }),

    listMeasurements: async ({ path }) => ({ status: 200, body: await listMeasurements(path.signalId, deps) }),

    compareMeasurements: async ({ path, query }) => ({
      status: 200,
      body: await compareMeasurements({ ...path, ...query }, deps),
    }),

    getDocumentCount: async ({ path }) => ({ status: 200, body: await readCount(path.id, deps) }),

    getTone: async ({ query }) => ({
      status: 200,
      body: await readSection({ id: query.id, name: 'tone', part: toNarrowing(query) }, deps),
    }),

    listTonePosts: async ({ query }) =>
      list(
        query.id,
        { ...toNarrowing(query), tone: query.tone_type, order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    listToneArticles: async ({ path, query }) =>
      list(
        path.id,
        { ...toNarrowing(query), tone: query.tone_type, kinds: ['article'], order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    listToneComments: async ({ path, query }) =>
      list(
        path.id,
        { ...toNarrowing(query), tone: query.tone_type, kinds: chatterKinds, forum: 'reddit', order: 'newest' },
        toSlice(query, 'newest', 'query'),
      ),

    getChatter: async ({ body }) =>
      list(body.id, { ...toPart(body), kinds: chatterKinds, order: 'newest' }, toSlice(body, 'newest', 'body')),

    fetchLocationMetrics: async ({ body }) => ({
      status: 200,
      body: await readSection({ id: body.id, name: 'locations', part: toPart(body) }, deps),
    }),

    getInfluentialVoices: async ({ body }) => ({
      status: 200,
      body: await readSection({ id: body.id, name: 'voices', part: toPart(body) }, deps),
    }),

    getContextSnippets: async ({ body }) => {
      const { node } = readSignalQuery({ x_term: body.x_term, y_term: body.y_term ?? null })
      const { 'document_ids[]': ids, source, geo: country } = body
      return { status: 200, body: { items: await listSnippets(ids, { node, source, country }, deps) } }
    },
  } satisfies Partial<Handlers>
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
