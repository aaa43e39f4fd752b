/** Usage: node fan-out.main.ts, configured like the server. The real API and identity provider, with sources whose delays are given in a table. */
import { createApi, createLogger, openDatabase, readConfig } from '@auspex/api'
import type { DocumentSource, SourceDocument, SourceKey } from '@auspex/sources'
import { openGateway, startIdentity, writeServerFile } from '@auspex/server'
import { setTimeout as delay } from 'node:timers/promises'

const config = readConfig()
const log = createLogger('warn')

/** A source that returns this many documents after this many milliseconds. */
function slowSource(key: SourceKey, { ms, documents }: { ms: number; documents: number }): DocumentSource {
  return {
    key,
    kind: 'documents',
    label: key,
    licence: 'Made up.',
    rate: 'None.',
    homepage: 'https://source.example',
    probe: async () => ({ status: 'ok', reason: null, retryAfterMs: null }),
    search: async ({ terms }, { signal }) => {
      await delay(ms, undefined, { signal })
      const found = Array.from({ length: documents }, (_, n): SourceDocument =>
        makeDocument({ key, n, text: terms.text }),
      )
      return {
        run: {
          status: 'ok',
          reason: null,
          nativeQuery: terms.text,
          notHonoured: [],
          requests: 1,
          documentsSeen: documents,
          retryAfterMs: null,
          complete: true,
        },
        documents: found,
      }
    },
  }
}

function makeDocument({ key, n, text }: { key: SourceKey; n: number; text: string }): SourceDocument {
  const words = `${text} number ${n} from ${key} with words that make it as long as a post`
  return {
    sourceKey: key,
    nativeId: `${text} ${n}`,
    kind: 'post',
    outlet: `${key}.example`,
    url: `https://${key}.example/${encodeURIComponent(text)}/${n}`,
    title: words,
    body: `${words}. `.repeat(6),
    author: `author ${n % 20}`,
    publishedAt: new Date(Date.now() - n * 3_600_000).toISOString(),
    datePrecision: 'second',
    country: null,
    countryBasis: null,
    lang: 'en',
    engagement: { score: n, comments: n % 7, views: null, reposts: null },
  }
}

const gateway = await openGateway({ host: '127.0.0.1', port: config.port, publicUrl: config.publicUrl.origin, log })
const database = await openDatabase({ dataDir: config.dataDir, log })
const identity = await startIdentity(config, database, log, () => {})
const api = await createApi({
  config,
  database,
  logger: log,
  isTokenRevoked: identity.provider.isRevoked,
  connectors: [
    slowSource('hacker_news', { ms: 300, documents: 100 }),
    slowSource('gdelt', { ms: 1_200, documents: 250 }),
    slowSource('rss', { ms: 600, documents: 200 }),
    slowSource('bluesky', { ms: 3_000, documents: 100 }),
  ],
})
await api.app.ready()
gateway.mount('/identity', identity.provider.handler)
gateway.mount('/api', api.handler)
writeServerFile(config.dataDir, { pid: process.pid, url: config.publicUrl.origin, issuer: config.oidc.issuer })
console.log('Auspex is ready')
process.on('SIGTERM', () => {
  void (async () => {
    await api.close()
    await identity.close()
    await database.close()
    await gateway.close()
    process.exit(0)
  })()
})
