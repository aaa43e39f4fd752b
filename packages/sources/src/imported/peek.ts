export interface PeekedStream {
  /** The first bytes: at least as many as asked for, unless there are no more. */
  head: Buffer
  /** All the bytes, the first ones again included. Read once. */
  chunks: AsyncGenerator<Buffer>
}

/** Looks at the first bytes without taking them. A failure behind them is met when the chunks are read. */
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
