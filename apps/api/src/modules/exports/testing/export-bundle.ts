import type { Export, SearchState } from '@auspex/sdk/types'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../documents/index.ts'
import { sampleLibrary } from './sample-library.ts'

/** The bytes of a bundle of the sample library's report, made by the real server. */
export async function exportBundle(): Promise<Uint8Array> {
  const api = await createTestApi({ config: { sources: 'live' }, jobs: true })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(sampleLibrary)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  const post = async <T>(path: string, body: object) =>
    (await api.request({ method: 'POST', path, as: 'mira', body })).json<T>()
  let search = await post<SearchState>('/explore/topicQuery', { query_term: 'oat milk' })
  while (search.finishedAt === null)
    search = await post<SearchState>('/explore/getQueryStatus', { request_id: search.request_id })
  let made = await post<Export>('/exports', { kind: 'signal', id: search.signal_id, format: 'bundle' })
  while (made.status !== 'complete')
    made = (await api.request({ method: 'GET', path: `/exports/${made.id}`, as: 'mira' })).json<Export>()
  const file = await api.request({ method: 'GET', path: `/exports/${made.id}/file`, as: 'mira' })
  await api.close()
  return file.rawPayload
}
