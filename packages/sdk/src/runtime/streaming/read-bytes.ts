/** A connection that stayed silent for too long, although nobody closed it. */
export class SilentConnectionError extends Error {
  constructor(idleTimeoutMs: number) {
    super(`Nothing arrived for ${idleTimeoutMs} ms`)
    this.name = 'SilentConnectionError'
  }
}

/**
 * Reads a body chunk by chunk, only as fast as it is asked for. Fails when nothing arrives for `idleTimeoutMs`, for a cable that was pulled closes no
 * connection. Leaving the loop closes the connection.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), idleTimeoutMs)
      if (done) return
      yield value
    }
  } finally {
    // A body that failed has nothing to cancel, and says so by rejecting.
    reader.cancel().catch(() => undefined)
  }
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
