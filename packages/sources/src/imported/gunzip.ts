import { createGunzip } from 'node:zlib'

import { ImportDamagedError } from './import-errors.ts'

/** Small enough that even a 1000:1 bomb inflates to only a few megabytes before the reader's next turn. */
const pieceBytes = 16 * 1024

/**
 * Decompresses gzip piece by piece. A piped stream would drop its output when the input ends early, so the pieces are written one at a time and all
 * output is yielded before the error.
 *
 * When zlib fails, it also drops the output of the failing piece. So a second inflater tries each piece first, and a piece that it rejects is written
 * to the real one byte by byte: no row before the damage is lost.
 * @throws ImportDamagedError when the input is truncated or damaged, after everything that could be inflated was yielded.
 */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const trial = createInflater({ isTrial: true })
  const inflater = createInflater({ isTrial: false })
  try {
    for await (const chunk of compressed) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await trial.write(piece)
        if (trial.failure() === null) await inflater.write(piece)
        else await writeByByte(inflater, piece)
        yield* inflater.take()
        throwDamage(inflater.failure())
      }
    }
    await inflater.end()
    yield* inflater.take()
    throwDamage(inflater.failure())
  } finally {
    trial.destroy()
    inflater.destroy()
  }
}

async function writeByByte(inflater: ReturnType<typeof createInflater>, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length && inflater.failure() === null; at += 1)
    await inflater.write(piece.subarray(at, at + 1))
}

function createInflater({ isTrial }: { isTrial: boolean }) {
  const stream = createGunzip({ chunkSize: 128 * 1024 })
  let inflated: Buffer[] = []
  let failure: NodeJS.ErrnoException | null = null
  stream.on('data', (bytes: Buffer) => isTrial || inflated.push(bytes))
  stream.on('error', (error) => (failure = error))
  /** Resolves when a step is done, or the stream failed on it. */
  const settled = (start: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      stream.once('close', resolve)
      start(() => {
        stream.off('close', resolve)
        resolve()
      })
    })
  return {
    write: (piece: Buffer) => settled((done) => stream.write(piece, done)),
    end: () => settled((done) => stream.once('end', done).end()),
    take(): Buffer[] {
      const output = inflated
      inflated = []
      return output
    },
    failure: (): NodeJS.ErrnoException | null => failure,
    destroy: () => void stream.destroy(),
  }
}

function throwDamage(failure: NodeJS.ErrnoException | null): void {
  if (failure === null) return
  throw new ImportDamagedError(failure.code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt', { cause: failure })
}
