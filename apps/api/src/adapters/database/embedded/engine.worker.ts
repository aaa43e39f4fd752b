// The thread that owns the engine (messages: engine.messages.ts). Its statements run to completion without yielding, which is why it needs one.

import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { EngineMessage, EngineRequest, EngineStart } from './engine.messages.ts'
import { type EngineError, createReplyReader } from './engine-replies.ts'
import { guardEngineFiles } from './engine-files.ts'
import { chooseBufferMb, engineSettings } from './engine-settings.ts'
import { isDiskFull } from './room.ts'

/** Parts of the engine's module that its types omit: its memory, and the addresses of two flags in it. */
interface EngineModule {
  wasmMemory: WebAssembly.Memory
  /** `InterruptPending` and `QueryCancelPending` of PostgreSQL's globals.c. */
  _InterruptPending: number
  _QueryCancelPending: number
}

/**
 * Lets another thread cancel the running statement. A statement blocks this thread from start to end and the engine has no signals, so it can be
 * reached only from inside: reading the time (`clock_timestamp()`) calls `Date.now`, which checks `flag`. PostgreSQL then ends the statement like any
 * cancelled one. Only statements that read the time can be cancelled: `interruptible` of document-filter.ts adds that to long ones.
 *
 * Call `forget` before each message: a cancellation of one statement must not reach the next.
 */
function listenForInterrupts(engine: PGlite, flag: Int32Array): { interrupt(): void; forget(): void } {
  // the engine stores its module in an untyped property
  const { wasmMemory, _InterruptPending, _QueryCancelPending } = (engine as unknown as { mod: EngineModule }).mod
  const set = (value: 0 | 1) => {
    const memory = new DataView(wasmMemory.buffer) // created each time: memory that has grown has a different buffer
    memory.setInt32(_InterruptPending, value, true)
    memory.setInt32(_QueryCancelPending, value, true)
  }
  const now = Date.now
  // this thread runs nothing but the engine
  Date.now = () => {
    if (Atomics.load(flag, 0) !== 0) set(1)
    return now()
  }
  return { interrupt: () => set(1), forget: () => set(0) }
}

const port = parentPort
if (port === null) throw new Error('engine.worker runs only as a worker thread')
const start = workerData as EngineStart // only our own module starts this worker
const post: (message: EngineMessage) => void = (message) => port.postMessage(message)

/** PostgreSQL's codes of a full disk, of a change in a read-only transaction, and of a cancelled statement. */
const codes = { full: '53100', readOnly: '25006', canceled: '57014' }
/** Checking the disk takes microseconds, which would still dominate quick statements. */
const checkEveryMs = 200
const letterOf = { query: 0x51, parse: 0x50, terminate: 0x58 }
/** A startup message has no letter: it begins with its length. */
const startupByte = 0
/** A reply is sent in pieces of about this size, so that its reader begins before it ends and yields in between. */
const pieceBytes = 256 * 1024

let interrupts: ReturnType<typeof listenForInterrupts> | null = null
let isCancelledForDiskSpace = false
if (start.folder !== null)
  guardEngineFiles(start.folder, () => {
    isCancelledForDiskSpace = true
    announceFull()
    interrupts?.interrupt()
  })

/** Starts without reading the names of array types, which only PGlite's own `query` needs, so that the first statement is ours. */
class Engine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

const engine = new Engine({
  ...(start.folder === null ? {} : { dataDir: start.folder }),
  ...(start.snapshotFile === null ? {} : { loadDataDir: new Blob([await readFile(start.snapshotFile)]) }),
  postgresqlconf: engineSettings({ bufferMb: await chooseBufferMb(start.folder) }),
})
await engine.waitReady
await runFirstStatement()

/**
 * Runs an empty statement with the optimization of functions turned off, so that PostgreSQL's parser, which runs here for the first time, is compiled
 * without a counter that would request it later. The parser is one function of 100 kB: optimizing it took 600 MB of memory, and a core for more
 * than a second, soon after every start.
 */
async function runFirstStatement(): Promise<void> {
  setFlagsFromString('--wasm-tier-up-filter=10000000') // only the function of this number may be optimized, and there is none
  try {
    await engine.execProtocolRawStream(writeQuery(''), { onRawData: () => {} })
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1')
  }
}

// A failure of the engine itself rather than of a statement (which is a normal reply): an exception, or a FATAL or PANIC message, after which this
// single-process engine loops or hangs for ever. The thread ends and reports the reason to the process.
function crash(reason: string, isFull = false): never {
  post({ kind: 'crashed', reason, isFull })
  process.exit(1)
}

interrupts = listenForInterrupts(engine, start.interrupt)
const replies = createReplyReader(answerError)
let isReadOnly: boolean | null = false // null after a client connected, since its settings may have changed
let checkedAt = -Infinity

/** Runs messages of the protocol, in whole ones; the reply goes to `send`. */
async function execute(messages: Uint8Array, send: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  const flush = () => {
    const piece = new Uint8Array(bytes)
    let at = 0
    for (const part of pieces) {
      piece.set(part, at)
      at += part.length
    }
    pieces = []
    bytes = 0
    if (at > 0) send(piece)
  }
  try {
    interrupts?.forget()
    isCancelledForDiskSpace = false
    checkDiskSpace()
    await applyReadOnly(messages)
    await engine.execProtocolRawStream(messages, {
      onRawData: (data) => {
        const piece = replies.read(data)
        pieces.push(piece)
        bytes += piece.length
        if (bytes >= pieceBytes) flush()
      },
    })
    flush()
  } catch (error) {
    crash(String(error))
  }
}

/** Rolls back what a client left open: the engine has one session, which the next client continues. */
async function endTransaction(): Promise<void> {
  if (engine.isInTransaction()) await engine.execProtocolRawStream(writeQuery('rollback'), { onRawData: replies.read })
}

let last = Promise.resolve()

/** Serves a client; clients take turns by message, so only one of them may be in a transaction. */
function serve(client: MessagePort): void {
  const enqueue = (task: () => Promise<void>) => {
    last = last.then(() => engine.runExclusive(task))
  }
  client.on('message', (messages: Uint8Array) => {
    const [kind] = messages
    if (kind === startupByte || kind === letterOf.terminate) enqueue(endTransaction)
    if (kind === letterOf.terminate) client.close()
    else enqueue(() => execute(messages, (piece) => client.postMessage(piece, [piece.buffer])))
  })
}

/** Maps every error of a change refused for lack of space to the code of a full disk. */
function answerError({ severity, code, message }: EngineError): string | null {
  if (severity === 'FATAL' || severity === 'PANIC') crash(message, code === codes.full)
  if (code === codes.readOnly && isReadOnly === true) return codes.full
  if (code === codes.canceled && isCancelledForDiskSpace) return codes.full
  if (code === codes.full) announceFull()
  return null
}

function announceFull(): void {
  if (start.folder !== null && Atomics.compareExchange(start.full, 0, 0, 1) === 0) post({ kind: 'full' })
}

function checkDiskSpace(): void {
  const now = performance.now()
  if (start.folder === null || now - checkedAt < checkEveryMs) return
  checkedAt = now
  if (isDiskFull(start.folder)) announceFull()
}

/** Refuses or accepts changes from the next transaction on, by making transactions read-only: PostgreSQL knows best which statement is a change. */
async function applyReadOnly(request: Uint8Array): Promise<void> {
  if (request[0] === startupByte) isReadOnly = null
  const refusesChanges = Atomics.load(start.full, 0) !== 0
  if (isReadOnly === refusesChanges || !replies.isIdle()) return
  if (request[0] !== letterOf.query && request[0] !== letterOf.parse) return
  const setting = writeQuery(`set default_transaction_read_only = ${refusesChanges ? 'on' : 'off'}`)
  await engine.execProtocolRawStream(setting, { onRawData: () => {} })
  isReadOnly = refusesChanges
}

/** A simple query message of the protocol. */
function writeQuery(text: string): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(text) + 1)
  return Buffer.concat([Buffer.of(letterOf.query), length, Buffer.from(`${text}\0`)])
}

port.on('message', (request: EngineRequest) => {
  if (request.kind === 'connect') serve(request.port)
  // takes the engine for itself: inside `runExclusive` it would wait for its own end
  if (request.kind === 'snapshot') last = last.then(snapshot)
  if (request.kind === 'close') void close()
})

async function snapshot(): Promise<void> {
  const dump = await engine.dumpDataDir('none')
  const bytes = await dump.arrayBuffer()
  port?.postMessage({ kind: 'snapshot', bytes } satisfies EngineMessage, [bytes])
}

async function close(): Promise<void> {
  await engine.close()
  process.exit()
}

post({ kind: 'ready' })
