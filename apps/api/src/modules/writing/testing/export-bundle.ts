import type { Export, SearchState } from '@auspex/sdk/types'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'
import { sampleLibrary } from './sample-library.ts'

/** The bytes of a bundle of the sample library's report, exported by the real server. */
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
  let exported = await post<Export>('/exports', { kind: 'signal', id: search.signal_id, format: 'bundle' })
  while (exported.status !== 'complete')
    exported = (await api.request({ method: 'GET', path: `/exports/${exported.id}`, as: 'mira' })).json<Export>()
  const file = await api.request({ method: 'GET', path: `/exports/${exported.id}/file`, as: 'mira' })
  await api.close()
  return file.rawPayload
}
