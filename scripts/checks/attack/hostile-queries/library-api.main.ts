/**
 * Usage: node library-api.main.ts FOLDER DOCUMENTS. Runs the real API on the embedded database with a generated library, on a free port that it
 * prints. A bearer token is simply a person's name, because the attack targets the library rather than sign-in.
 */
import {
  createApi,
  createDocumentsModule,
  createLogger,
  createRandomId,
  openDatabase,
  readConfig,
  systemClock,
} from '@auspex/api'
import { generateDocument } from '../../../lab/bench/signals/corpus.ts'

const [folder, size] = process.argv.slice(2)
if (folder === undefined || size === undefined) throw new TypeError('library-api needs a folder and a number')
const documents = Number(size)
const batch = 2_000
const plan = { documents, rare: 50, common: documents / 100 }

const log = createLogger('error')
const database = await openDatabase({ dataDir: folder, log })
const library = createDocumentsModule({ database, clock: systemClock, createId: createRandomId, log })
for (let from = 0; from < documents; from += batch) {
  await library.storeDocuments(Array.from({ length: batch }, (_, n) => generateDocument(from + n, plan)))
}
await database.maintain(['document', 'document_text'])

const api = await createApi({
  config: readConfig({ AUSPEX_SOURCES: 'live', AUSPEX_REQUESTS_PER_MINUTE: '1000000' }),
  database,
  logger: log,
  connectors: [],
  background: false, // without word statistics no query is refused as too costly, so all of them reach the database
  verifier: {
    verify: async (token) => ({
      issuer: 'https://attack.example',
      subject: token,
      clientId: null,
      kind: 'person',
      scopes: [],
      organizationId: `org_${token}`,
      organizationName: token,
      groups: [],
      roles: ['member'],
      email: `${token}@attack.example`,
      isEmailVerified: false,
      name: token,
      expiresAt: Number.MAX_SAFE_INTEGER,
    }),
  },
})
console.log(await api.app.listen({ host: '127.0.0.1', port: 0 }))
