import { readConfig } from '@auspex/api'
import type { ContractDocument } from '@auspex/contract'
import { createMock } from '@auspex/mock-server'
import type { SourceDocument } from '../../../packages/sources/src/index.ts'
import { createClientAdministration, prepareIdentityTables } from '../../../apps/identity/src/index.ts'
import { createLibraryApi, importDocuments, openLibrary } from '../harness/library.ts'

export interface Call {
  method: string
  /** Includes the query, but not the prefix. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

export type SendCall = (call: Call) => Promise<Reply>

/** Topics of requests: two that the library contains, and one that it does not. */
export const topics = ['oat milk', 'solar power', 'unheard topic'] as const

const documentsPerTopic = 40

/**
 * The real API in this process, on a private embedded database; it queries no sources. With `background` it also runs the jobs that requests queue,
 * with `library` it has documents about the first two topics. The caller is an administrator unless the call sets its own authorization.
 */
export async function startRealApi({ background = false, library: hasLibrary = false } = {}) {
  const library = await openLibrary({ log: 'silent' })
  const config = readConfig({ AUSPEX_SOURCES: 'demo', AUSPEX_REQUESTS_PER_MINUTE: '1000000' })
  // sign-in is tested elsewhere
  await prepareIdentityTables(library.database.pool)
  const api = await createLibraryApi(library.database, {
    roles: ['godmode'],
    background,
    config,
    openProviderClients: (database) => createClientAdministration({ database }),
  })
  await api.app.ready()
  const send: SendCall = async ({ method, path, headers, body }) => {
    const reply = await api.app.inject({
      method: method as 'GET', // inject supports every method of the contract
      url: `/api${path}`,
      headers: { authorization: 'Bearer root', ...headers },
      ...(body === null ? {} : { payload: body }),
    })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body }
  }
  if (hasLibrary)
    await importDocuments(async (method, path, body) => {
      const headers = { authorization: 'Bearer importer', 'content-type': 'application/json' }
      const reply = await send({ method, path, headers, body: JSON.stringify(body) })
      if (reply.status !== 200) throw new Error(`The samples cannot be imported: ${reply.status} ${reply.body}`)
      return JSON.parse(reply.body) as Record<string, unknown> // an import, by the contract
    }, sampleDocuments())
  return {
    send,
    async close() {
      await api.close()
      await library.close()
    },
  }
}

/** The mock in this process; the caller is the same administrator of the same organization as on the real server. */
export function startMockApi(document: ContractDocument): SendCall {
  const mock = createMock({ document })
  return async ({ method, path, headers, body }) => {
    const reply = await mock.answer({
      method,
      target: `/api${path}`,
      headers: { authorization: 'Bearer org_northwind.usr_root.godmode', ...headers },
      readBody: async () => new TextEncoder().encode(body ?? ''),
      signal: new AbortController().signal,
    })
    // the product API has no streams
    return { status: reply.status, headers: reply.headers, body: typeof reply.body === 'string' ? reply.body : '' }
  }
}

function sampleDocuments(): SourceDocument[] {
  return topics.slice(0, 2).flatMap((topic, block) =>
    Array.from({ length: documentsPerTopic }, (_, n) => ({
      sourceKey: 'imported' as const,
      nativeId: `sample-${block}-${n}`,
      kind: n % 3 === 0 ? ('comment' as const) : ('article' as const),
      url: `https://news.example/${block}/${n}`,
      title: `${topic} is a good thing, number ${n}`,
      body: `People love ${topic}. Some hate it. Report ${n}.`,
      author: `author${n % 5}`,
      outlet: `outlet${n % 7}.example`,
      publishedAt: new Date(Date.UTC(2026, 9, 1 + (n % 45))).toISOString(),
      datePrecision: 'second' as const,
      country: n % 2 === 0 ? 'SE' : 'DE',
      countryBasis: 'source' as const,
      engagement: null,
      lang: 'en',
    })),
  )
}

/** Parses a body; null for one that is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
