import { createGunzip } from 'node:zlib'

import { ImportDamagedError } from './import-errors.ts'

/** Small enough that even a 1000:1 bomb inflates to a few megabytes before the reader takes its turn. */
const pieceBytes = 16 * 1024

/**
 * Decompresses gzip piece by piece. A piped stream would drop what it had inflated when the input ends early, so the
 * pieces are written one at a time and everything that came out is handed on before the error.
 * @throws ImportDamagedError when the input is cut short or damaged, after all that could be inflated was given.
 */
export async function* gunzip(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createGunzip({ chunkSize: 128 * 1024 })
  let inflated: Buffer[] = []
  let failure: NodeJS.ErrnoException | null = null
  inflater.on('data', (bytes: Buffer) => inflated.push(bytes))
  inflater.on('error', (error) => (failure = error))
  const take = (): Buffer[] => {
    const taken = inflated
    inflated = []
    return taken
  }
  const settled = (start: (done: () => void) => void) =>
    new Promise<void>((resolve) => {
      inflater.once('close', resolve)
      start(() => {
        inflater.off('close', resolve)
        resolve()
      })
    })
  try {
    for await (const chunk of compressed) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        await settled((done) => inflater.write(piece, done))
        yield* take()
        if (failure) throw toDamagedError(failure)
      }
    }
    await settled((done) => inflater.once('end', done).end())
    yield* take()
    if (failure) throw toDamagedError(failure)
  } finally {
    inflater.destroy()
  }
}

function toDamagedError(failure: NodeJS.ErrnoException): ImportDamagedError {
  return new ImportDamagedError(failure.code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt', { cause: failure })
}
