import { join } from 'node:path'
import {
  type ApiOptions,
  createApi,
  createDocumentsModule,
  createLogger,
  createRandomId,
  type Database,
  type DocumentsModule,
  openDatabase,
  readConfig,
  systemClock,
} from '@auspex/api'
import type { SourceDocument } from '../../../packages/sources/src/index.ts'
import { makeTemporaryFolder } from './process.ts'

type LogLevel = Parameters<typeof createLogger>[0]

/** An embedded library in this process, without a server. */
interface Library {
  database: Database
  documents: DocumentsModule
  dataDir: string
  close(): Promise<void>
}

/** Opens a library, in a temporary folder unless one is given; `documentsIn` names a ClickHouse for its documents. */
export async function openLibrary({
  dataDir = join(makeTemporaryFolder('library'), 'data'),
  documentsIn,
  databaseUrl,
  log = 'error',
}: {
  dataDir?: string
  documentsIn?: string | undefined
  databaseUrl?: string | undefined
  log?: LogLevel
} = {}): Promise<Library> {
  const logger = createLogger(log)
  const database = await openDatabase({ databaseUrl, dataDir, documents: documentsIn, log: logger })
  const documents = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log: logger })
  await documents.openLibrary()
  return {
    database,
    documents,
    dataDir,
    async close() {
      await documents.enrich.stop()
      await database.close()
    },
  }
}

/** Stores documents in batches, at most this many. */
export async function storeDocuments(
  { documents }: Library,
  source: AsyncIterable<SourceDocument> | Iterable<SourceDocument>,
  most = Infinity,
): Promise<void> {
  let [batch, read]: [SourceDocument[], number] = [[], 0]
  for await (const document of source) {
    if (++read > most) break
    batch.push(document)
    if (batch.length === 1_000) await documents.storeDocuments(batch.splice(0))
  }
  await documents.storeDocuments(batch)
}

/**
 * The API over a library in this process, without sources. A bearer token is simply `NAME.ORGANIZATION`, because what is checked here is not sign-in;
 * `northwind` if the organization is left out.
 */
export async function createLibraryApi(
  database: Database,
  { roles = ['member'], log = 'silent', ...options }: { roles?: string[]; log?: LogLevel } & Partial<ApiOptions> = {},
) {
  const names: Record<string, string> = { northwind: 'Northwind Foods', contoso: 'Contoso Energy' }
  const config = options.config ?? readConfig({ AUSPEX_SOURCES: 'live', AUSPEX_REQUESTS_PER_MINUTE: '1000000' })
  return createApi({
    config,
    database,
    logger: createLogger(log),
    connectors: [],
    medicine: null,
    priceProviders: [],
    background: false,
    verifier: {
      verify: async (token) => {
        const [name = '', organization = 'northwind'] = token.split('.')
        return {
          issuer: 'https://checks.example',
          subject: name,
          // signed in to the web app, so that a person may do all that their role allows
          clientId: config.oidc.clientId,
          kind: 'person',
          scopes: ['read', 'write', 'administer'],
          organizationId: `org_${organization}`,
          organizationName: names[organization] ?? organization,
          groups: [],
          roles,
          email: `${name}@${organization}.example`,
          isEmailVerified: false,
          name,
          expiresAt: Number.MAX_SAFE_INTEGER,
        }
      },
    },
    ...options,
  })
}

/** Sends a request to an API, and returns the body of its success; throws otherwise. */
export type Request = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>

/** Imports documents through an API, as an importer would. */
export async function importDocuments(request: Request, documents: readonly SourceDocument[]): Promise<void> {
  const { id: importId } = await request('POST', '/imports', { name: 'check.jsonl', sha256: 'a'.repeat(64), bytes: 1 })
  for (let at = 0; at < documents.length; at += 1_000) {
    const batch = documents.slice(at, at + 1_000)
    const lines = { firstLine: at + 1, lastLine: at + batch.length, rejected: [] }
    await request('POST', `/imports/${String(importId)}/batches`, { ...lines, documents: batch })
  }
  await request('PATCH', `/imports/${String(importId)}`, { state: 'completed' })
}
