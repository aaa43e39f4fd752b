import {
  type AuspexClient,
  type DocumentPage,
  type ListSignalDocumentsParams,
  listToneArticles,
  type ListToneArticlesParams,
  listTonePosts,
  listSignalDocuments,
} from '@auspex/sdk'

/** What a request of one page needs beside the filter. */
interface PageRequest {
  readonly client: AuspexClient
  readonly page: number
  readonly perPage: number
  readonly signal: AbortSignal
}

interface ToneQuestion {
  /** Null for documents of every kind. */
  readonly list: typeof listToneArticles | null
  readonly params: ListToneArticlesParams
}

/** The filter as the lists by tone take it; null when they cannot say all of it. They know tone, country and time, newest first. */
const toToneQuestion = (filter: ListSignalDocumentsParams): ToneQuestion | null => {
  const { tone, country, from, to, kind, group, ...other } = filter
  if (tone === undefined || Object.values(other).some((value) => value !== undefined)) return null
  const params: ListToneArticlesParams = {
    tone_type: tone,
    ...(country !== undefined && { geo: country }),
    // A day is the one of UTC; instants of documents have milliseconds.
    ...(from !== undefined && { start_date_time: `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { end_date_time: `${to}T23:59:59.999Z` }),
  }
  if (kind === undefined && group === undefined) return { list: null, params }
  if (kind === 'article' && group !== 'chatter') return { list: listToneArticles, params }
  return null
}

/** One page of the documents behind a number: of the lists by tone where they can say the filter, which give the same page. */
export const listEvidence = (
  signalId: string,
  filter: ListSignalDocumentsParams,
  { client, page, perPage, signal }: PageRequest,
): Promise<DocumentPage> => {
  const question = toToneQuestion(filter)
  const request = { client, signal }
  if (question === null) return listSignalDocuments(signalId, { ...filter, page, perPage }, request)
  const params = { ...question.params, page, perPage }
  return question.list === null
    ? listTonePosts({ id: signalId, ...params }, request)
    : question.list(signalId, params, request)
}
