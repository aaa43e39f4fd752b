export interface PeekedStream {
  /** The first bytes: at least the requested number, unless there are fewer. */
  head: Buffer
  /** All the bytes, including the first ones. Can be read once. */
  chunks: AsyncGenerator<Buffer>
}

/** Reads the first bytes without consuming them. A later failure surfaces when the chunks are read. */
export async function peek(source: AsyncGenerator<Buffer>, bytes: number): Promise<PeekedStream> {
  const first: Buffer[] = []
  let length = 0
  let failure: { error: unknown } | null = null
  try {
    while (length < bytes) {
      const next = await source.next()
      if (next.done) break
      first.push(next.value)
      length += next.value.length
    }
  } catch (error) {
    if (length === 0) throw error
    failure = { error }
  }
  const head = Buffer.concat(first)
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* first
    if (failure) throw failure.error
    yield* source
  }
  return { head, chunks: chunks() }
}
