import type { ExportsRepository } from './exports.repository.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { StoredExport } from './exports.types.ts'

/** Yields the bytes of a file, piece by piece. Throws `ExportRefusal` with a reason for the person who requested it. */
export type MakeFile = (file: StoredExport, signal: AbortSignal) => AsyncIterable<Uint8Array>

const chunkBytes = 262_144
/** Reports progress every four MiB; most files are done before. */
const chunksAReport = 16
/** The contract's maximum file size. */
const maxBytes = 1_073_741_824

export interface WritingOptions {
  signal: AbortSignal
  onProgress: (progress: { bytes: number }) => Promise<void>
}

export interface WriteFileOptions extends WritingOptions {
  repository: ExportsRepository
  makeFile: MakeFile
}

/** Writes the file in chunks, starting over if a stopped process left some, and resolves with its size in bytes. */
export async function writeFile(
  file: StoredExport,
  { repository, makeFile, signal, onProgress }: WriteFileOptions,
): Promise<number> {
  await repository.clearFile(file.id)
  let total = 0
  let position = 0
  for await (const bytes of inChunks(makeFile(file, signal))) {
    signal.throwIfAborted()
    total += bytes.length
    if (total > maxBytes)
      throw new ExportRefusal('The file would be larger than 1 GiB; narrow the search and try again.')
    await repository.addChunk({ id: file.id, position, bytes })
    position += 1
    if (position % chunksAReport === 0) await onProgress({ bytes: total })
  }
  return total
}

/** Joins small pieces and splits large ones, so that all rows have about the same size. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    buffered.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    const joined = Buffer.concat(buffered)
    const whole = joined.length - (joined.length % chunkBytes)
    for (let at = 0; at < whole; at += chunkBytes) yield joined.subarray(at, at + chunkBytes)
    buffered = [joined.subarray(whole)]
    size = joined.length - whole
  }
  if (size > 0) yield Buffer.concat(buffered)
}
