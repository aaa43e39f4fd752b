import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { chooseBufferMb } from './buffer-size.ts'
import type { EngineMessage, EngineRequest, EngineStart } from './engine.messages.ts'
import { engineSettings } from './engine-settings.ts'
import { listenForInterrupts } from './interrupts.ts'

// The thread that owns the engine. Its statements run to the end without yielding, which is why it has a thread.

const port = parentPort
if (port === null) throw new Error('engine.worker runs only as a worker thread')
const start = workerData as EngineStart // our own module is the only one that starts this worker
const say: (message: EngineMessage) => void = (message) => port.postMessage(message)

const engine = await PGlite.create({
  ...(start.folder === null ? {} : { dataDir: start.folder }),
  ...(start.snapshotFile === null ? {} : { loadDataDir: new Blob([await readFile(start.snapshotFile)]) }),
  postgresqlconf: engineSettings({ bufferMb: await chooseBufferMb(start.folder) }),
})

// A failure of the engine itself, not of a statement (that is a normal reply): an exception, or a FATAL message, after
// which this single-process engine repeats itself for ever. The thread ends and the process hears why.
function crash(reason: string): never {
  say({ kind: 'crashed', reason })
  process.exit(1)
}

const fatal = Buffer.from('SFATAL\0')
const forgetInterrupts = listenForInterrupts(engine, start.interrupt)
const run = engine.execProtocolRawStream.bind(engine)
engine.execProtocolRawStream = async (request, options) => {
  try {
    forgetInterrupts()
    await run(request, {
      ...options,
      onRawData: (data) => {
        options?.onRawData?.(data)
        // 'E' begins an error; its first field, after the length, is the severity
        if (data[0] === 0x45 && fatal.equals(data.subarray(5, 5 + fatal.length))) crash(describeFatal(data))
      },
    })
  } catch (error) {
    crash(String(error))
  }
}

function describeFatal(data: Uint8Array): string {
  return (
    Buffer.from(data)
      .toString('latin1')
      .split('\0')
      .find((field) => field.startsWith('M'))
      ?.slice(1) ?? 'FATAL'
  )
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
