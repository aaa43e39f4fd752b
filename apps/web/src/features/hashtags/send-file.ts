import type { AuspexClient, HashtagImport } from '@auspex/sdk'
import { sendLines } from './hashtags.queries.ts'

const linesABatch = 1000
/** A batch is at most 4 MiB as JSON; characters of a line can take three bytes and a backslash. */
const lettersABatch = 900_000
/** Longer lines are no video: they are sent cut, so that the server refuses them by their number. */
const longestLine = 20_000

/** Sends a file line by line in batches, in order; the answer counts all of them. Rejects for an empty file. */
export const sendFile = async (
  client: AuspexClient,
  file: File,
  onProgress: (part: number) => void,
): Promise<HashtagImport> => {
  const { name } = file
  let report: HashtagImport | null = null
  let batch: string[] = []
  let letters = 0
  let firstLine = 1
  let sentBytes = 0
  const send = async () => {
    if (batch.length === 0) return
    report = await sendLines(client, {
      ...(report !== null && { importId: report.importId }),
      name: name.slice(0, 200) || 'videos.jsonl',
      firstLine,
      lines: batch,
    })
    firstLine += batch.length
    batch = []
    letters = 0
    onProgress(file.size === 0 ? 1 : Math.min(1, sentBytes / file.size))
  }
  for await (const line of linesOf(file, (bytes) => (sentBytes = bytes))) {
    batch.push(line.slice(0, longestLine))
    letters += line.length
    if (batch.length >= linesABatch || letters >= lettersABatch) await send()
  }
  await send()
  if (report === null) throw new Error('This file is empty.')
  return report
}

const bytesAPiece = 1_048_576

/** The lines of a file, read piece by piece: a large one is never held whole. */
async function* linesOf(file: File, onRead: (bytes: number) => void): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let from = 0; from < file.size; from += bytesAPiece) {
    const piece = await file.slice(from, from + bytesAPiece).arrayBuffer()
    onRead(Math.min(file.size, from + bytesAPiece))
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
