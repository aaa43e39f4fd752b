/**
 * Usage: node library-api.main.ts FOLDER DOCUMENTS [slow-sources]. Runs the real API on the embedded database with a generated library, on a free port
 * that it prints. A bearer token is simply a person's name. With `slow-sources` it has four sources that answer after 0.3 to 3 seconds.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { DocumentSource, SourceKey } from '../../../packages/sources/src/index.ts'
import { sampleDocument } from '../../../apps/api/src/testing/stored-documents.ts'
import { generateDocument } from '../../lab/bench/corpus.ts'
import { createLibraryApi, openLibrary, storeDocuments } from './library.ts'

const [folder, size, sources] = process.argv.slice(2)
if (folder === undefined || size === undefined) throw new TypeError('library-api needs a folder and a number')
const documents = Number(size)
const plan = { documents, rare: 50, common: documents / 100 }

const library = await openLibrary({ dataDir: folder })
await storeDocuments(
  library,
  Array.from({ length: documents }, (_, n) => generateDocument(n, plan)),
)
await library.database.maintain(['document', 'document_text'])
const connectors = [
  slowSource('hacker_news', 300, 100),
  slowSource('gdelt', 1_200, 250),
  slowSource('rss', 600, 200),
  slowSource('bluesky', 3_000, 100),
]
// without word statistics no query is refused as too costly, so all of them reach the database
const api = await createLibraryApi(library.database, sources === 'slow-sources' ? { connectors, background: true } : {})
console.log(await api.app.listen({ host: '127.0.0.1', port: 0 }))

/** A source that returns this many documents after this many milliseconds. */
function slowSource(key: SourceKey, ms: number, count: number): DocumentSource {
  return {
    key,
    kind: 'documents',
    label: key,
    licence: 'Made up.',
    rate: 'None.',
    homepage: 'https://source.example',
    probe: async () => ({ status: 'ok', reason: null, retryAfterMs: null }),
    search: async ({ terms: { text } }, { signal }) => {
      await delay(ms, undefined, { signal })
      return {
        run: {
          status: 'ok',
          reason: null,
          nativeQuery: text,
          notHonoured: [],
          requests: 1,
          documentsSeen: count,
          retryAfterMs: null,
          complete: true,
        },
        documents: Array.from({ length: count }, (_, n) => {
          const title = `${text} number ${n} from ${key} with words that make it as long as a post`
          return sampleDocument({
            sourceKey: key,
            nativeId: `${text} ${n}`,
            kind: 'post',
            outlet: `${key}.example`,
            url: `https://${key}.example/${encodeURIComponent(text)}/${n}`,
            title,
            body: `${title}. `.repeat(6),
            author: `author ${n % 20}`,
            publishedAt: new Date(Date.now() - n * 3_600_000).toISOString(),
            engagement: { score: n, comments: n % 7, views: null, reposts: null },
          })
        }),
      }
    },
  }
}
