/** A connection that stayed silent for too long without being closed. */
export class SilentConnectionError extends Error {
  constructor(idleTimeoutMs: number) {
    super(`Nothing arrived for ${idleTimeoutMs} ms`)
    this.name = 'SilentConnectionError'
  }
}

/** How long a server may take to close a connection on which it has sent everything. */
const maxClosingMs = 1000

/**
 * Reads a body chunk by chunk, only as fast as it is consumed. Fails when nothing arrives for `idleTimeoutMs`, because an unplugged cable does not
 * close a connection. Leaving the loop closes the connection; once everything has arrived, the server gets time to close it first, because browsers
 * log a cancelled request as a failure.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  { idleTimeoutMs, isComplete }: { readonly idleTimeoutMs: number; isComplete(): boolean },
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), idleTimeoutMs)
      if (done) return
      yield value
    }
  } finally {
    if (isComplete()) await within(readToEnd(reader), Math.min(idleTimeoutMs, maxClosingMs)).catch(() => undefined)
    // A failed body has nothing to cancel, and rejects.
    reader.cancel().catch(() => undefined)
  }
}

const readToEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  while (!(await reader.read()).done);
}

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new SilentConnectionError(ms)), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
