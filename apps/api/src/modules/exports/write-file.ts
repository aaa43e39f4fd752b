import type { ExportsRepository } from './exports.repository.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { StoredExport } from './exports.types.ts'

/** Makes the bytes of a file, piece by piece. Throws `ExportRefusal` with a reason for the person who asked. */
export type MakeFile = (file: StoredExport, signal: AbortSignal) => AsyncIterable<Uint8Array>

const chunkBytes = 262_144
/** Every four MiB; most files are done before. */
const chunksAReport = 16
/** The contract's bound of a file. */
const maxBytes = 1_073_741_824

export interface WriteFileOptions {
  repository: Pick<ExportsRepository, 'clearFile' | 'addChunk'>
  makeFile: MakeFile
  signal: AbortSignal
  onProgress: (progress: { bytes: number }) => Promise<void>
}

/** Writes the file in pieces, anew when a stopped process left some, and resolves with its bytes. */
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

/** Joins small pieces and splits large ones, so that each row holds about the same. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    const joined = Buffer.concat(held)
    const whole = joined.length - (joined.length % chunkBytes)
    for (let at = 0; at < whole; at += chunkBytes) yield joined.subarray(at, at + chunkBytes)
    held = [joined.subarray(whole)]
    size = joined.length - whole
  }
  if (size > 0) yield Buffer.concat(held)
}
