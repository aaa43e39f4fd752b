import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { EngineMessage, EngineRequest, EngineStart } from './engine.messages.ts'
import { engineSettings } from './engine-settings.ts'

// The thread that owns the engine. Its statements run to the end without yielding, which is why it has a thread.

const port = parentPort
if (port === null) throw new Error('engine.worker runs only as a worker thread')
const start = workerData as EngineStart // our own module is the only one that starts this worker
const say = (message: EngineMessage) => port.postMessage(message)

const engine = await PGlite.create({
  ...(start.folder === null ? {} : { dataDir: start.folder }),
  ...(start.snapshotFile === null ? {} : { loadDataDir: new Blob([await readFile(start.snapshotFile)]) }),
  postgresqlconf: [...engineSettings],
})

// An exception here is the engine failing, not SQL failing (that is a normal reply). The socket server would wait for
// ever with its queue locked, so the thread ends and the process hears of it.
const run = engine.execProtocolRawStream.bind(engine)
engine.execProtocolRawStream = async (...request) => {
  try {
    await run(...request)
  } catch (error) {
    say({ kind: 'crashed', reason: String(error) })
    process.exit(1)
  }
}

const server = new PGLiteSocketServer({ db: engine, path: start.socketPath, maxConnections: 64 })
await server.start()

port.on('message', (request: EngineRequest) => {
  void (async () => {
    if (request.kind === 'snapshot') {
      const dump = await engine.dumpDataDir('none')
      const bytes = await dump.arrayBuffer()
      port.postMessage({ kind: 'snapshot', bytes } satisfies EngineMessage, [bytes])
      return
    }
    await server.stop()
    await engine.close()
    say({ kind: 'closed' })
    port.close()
  })()
})
say({ kind: 'ready' })
