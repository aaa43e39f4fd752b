import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** Milliseconds to hash 256 MB: a reference for the current speed of this machine. */
export function hashReferenceMs(): number {
  const block = Buffer.alloc(16 * 1024 * 1024, 7)
  const started = performance.now()
  const hash = createHash('sha256')
  for (let round = 0; round < 16; round += 1) hash.update(block)
  hash.digest()
  return performance.now() - started
}

/** How many rows of the file can be decompressed and parsed in a second without any other work: an upper bound for an import. */
export async function readReference(file: string): Promise<{ rows: number; rowsPerSecond: number }> {
  const started = performance.now()
  const bytes = createReadStream(file)
  let rows = 0
  for await (const line of createInterface({
    input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes,
    crlfDelay: Infinity,
  })) {
    JSON.parse(line)
    rows += 1
  }
  return { rows, rowsPerSecond: rows / ((performance.now() - started) / 1000) }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
