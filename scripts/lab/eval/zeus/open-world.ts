import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createApi,
  createDocumentsModule,
  createLogger,
  createRandomId,
  openDatabase,
  readConfig,
  systemClock,
} from '@auspex/api'
import { type AuspexClient, createClient } from '@auspex/sdk'
import type { SourceDocument } from '@auspex/sources'

/** A complete API over a library that the evaluation filled, and clients of people in two organizations. */
export interface World {
  client: AuspexClient
  /** A person in another organization. */
  stranger: AuspexClient
  close: () => Promise<void>
}

const batchSize = 1_000
const people = {
  mira: { organizationId: 'org_northwind', organizationName: 'Northwind Foods' },
  ana: { organizationId: 'org_contoso', organizationName: 'Contoso Energy' },
}

/** Fills a library in a temporary folder and serves it on loopback without any sources, so that it contains nothing else. */
export async function openWorld(documents: AsyncIterable<SourceDocument> | Iterable<SourceDocument>): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'auspex-zeus-'))
  // an API error fails the row that caused it; its log would end up in the table
  const log = createLogger('silent')
  const database = await openDatabase({ dataDir, log })
  const library = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
  let batch: SourceDocument[] = []
  for await (const document of documents) {
    batch.push(document)
    if (batch.length === batchSize) await library.storeDocuments(batch.splice(0))
  }
  await library.storeDocuments(batch)
  while (await library.enrich.step());
  await library.enrich.stop()
  const config = readConfig({ AUSPEX_SOURCES: 'live', AUSPEX_REQUESTS_PER_MINUTE: '1000000' })
  const api = await createApi({
    config,
    database,
    logger: log,
    connectors: [],
    medicine: null,
    priceProviders: [],
    background: false,
    verifier: { verify: async (token) => tokenOf(token === 'ana' ? 'ana' : 'mira') },
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  // listen() on a TCP port gives an AddressInfo, never a pipe name
  const baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api`
  const clientOf = (name: keyof typeof people) =>
    createClient({ baseUrl, auth: { getToken: () => name }, retry: false })
  return {
    client: clientOf('mira'),
    stranger: clientOf('ana'),
    close: async () => {
      await api.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The claims of a token; here a token is simply a person's name. */
function tokenOf(name: keyof typeof people) {
  return {
    issuer: 'https://identity.example/oidc',
    subject: name,
    clientId: 'auspex-web',
    kind: 'person' as const,
    scopes: ['openid', 'search'],
    ...people[name],
    groups: [],
    roles: ['member'],
    email: `${name}@example.org`,
    isEmailVerified: true,
    name,
    expiresAt: Math.floor(Date.now() / 1000) + 3_600,
  }
}
