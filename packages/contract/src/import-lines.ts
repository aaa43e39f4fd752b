/** A line of an imported file that was no document, or one with an impossible date. */
export interface RejectedLine {
  line: number
  reason: string
}

/** Consecutive lines of an imported file, as the contract's ImportBatch has them. */
export interface BatchOfLines<Document> {
  firstLine: number
  lastLine: number
  documents: readonly Document[]
  /** The line of each document, in the same order; omitted by clients that do not state lines. */
  lines?: readonly number[] | undefined
  rejected: readonly RejectedLine[]
}

const dayMs = 86_400_000

/** Nothing that Auspex reads was published on the web before; older dates are the zero of some clock or program. */
export const earliestPublicationMs = Date.UTC(1990, 0, 1)
/** A day begins 14 hours earlier at the date line than in UTC, and clocks may be fast. */
export const maxPublicationAheadMs = 2 * dayMs

/**
 * Why something cannot have been published at that time; null when it can. The only rule for everything that enters the library: files, batches,
 * searches, feeds, streams and prices.
 */
export function publicationFault(epochMs: number, now: Date): 'before 1990' | 'in the future' | null {
  if (!(epochMs >= earliestPublicationMs)) return 'before 1990'
  return epochMs > now.getTime() + maxPublicationAheadMs ? 'in the future' : null
}

/** Why a document cannot have been published at its time, as the reason of a rejection; null when it can. */
export function undatableReason({ publishedAt }: { publishedAt: string }, now: Date): string | null {
  const epochMs = Date.parse(publishedAt)
  // text that is not a date is rejected where documents are read
  if (Number.isNaN(epochMs)) return null
  const fault = publicationFault(epochMs, now)
  return fault === null ? null : `published_at is ${fault}: "${publishedAt.slice(0, 60)}"`
}

/**
 * Returns the line of each document in a batch: as stated, or else when documents and rejections account for every line. Null when the lines are
 * ambiguous.
 */
export function linesOf({
  firstLine,
  lastLine,
  documents,
  lines,
  rejected,
}: BatchOfLines<unknown>): readonly number[] | null {
  const refused = new Set(rejected.map(({ line }) => line))
  const isOwn = (line: number) => line >= firstLine && line <= lastLine
  if (refused.size !== rejected.length || ![...refused].every(isOwn)) return null
  if (lines?.length === documents.length) {
    const isFree = (line: number, index: number) => isOwn(line) && !refused.has(line) && line > (lines[index - 1] ?? 0)
    if (lines.every(isFree)) return lines
  }
  if (documents.length + rejected.length !== lastLine - firstLine + 1) return null
  const lineNumbers = Array.from({ length: lastLine - firstLine + 1 }, (_, index) => firstLine + index)
  return lineNumbers.filter((line) => !refused.has(line))
}

/**
 * Returns the batch with each undatable document as a rejected line; its range of lines stays the same. If blank lines make a document's line
 * ambiguous, it gets the earliest possible one, and the reason names the document.
 */
export function rejectUndatable<
  Document extends { publishedAt: string; title: string },
  Batch extends BatchOfLines<Document>,
>(batch: Batch & BatchOfLines<Document>, now: Date): Batch {
  const { documents, rejected } = batch
  const lines = linesOf(batch)
  const guesses = lines ?? earliestLines(batch)
  const [datable, datableLines, rejections]: [Document[], number[], RejectedLine[]] = [[], [], []]
  for (const [index, document] of documents.entries()) {
    const line = guesses[index] ?? batch.lastLine
    const reason = undatableReason(document, now)
    if (reason === null) {
      datable.push(document)
      datableLines.push(line)
    } else rejections.push({ line, reason: lines === null ? `${reason} (${document.title.slice(0, 60)})` : reason })
  }
  if (rejections.length === 0) return batch
  return {
    ...batch,
    documents: datable,
    ...(lines !== null && { lines: datableLines }),
    rejected: [...rejected, ...rejections].toSorted((a, b) => a.line - b.line),
  }
}

function earliestLines({ firstLine, documents, rejected }: BatchOfLines<unknown>): number[] {
  const rejectedLines = new Set(rejected.map(({ line }) => line))
  let line = firstLine - 1
  return documents.map(() => {
    do line += 1
    while (rejectedLines.has(line))
    return line
  })
}

/** Why a batch of an import is refused. */
export const batchRefusals = {
  finished: (id: string) => `Import ${id} is finished.`,
  outOfOrder: (id: string, { next, first }: { next: number; first: number }) =>
    `Import ${id} continues at line ${next}, not at ${first}.`,
} as const

/** Rejections stored word for word per import, the first ones; the rest are only counted. A file of the wrong kind would reject every line. */
export const maxStoredRejections = 1000
/** How many rejections of an import its note names. */
export const maxListedRejections = 3
/** Differences stored with their titles per import, the first ones. */
export const maxStoredDifferences = 20
/** Maximum length of a stored title, as in the contract. */
export const maxTitleLength = 300
/** Texts of duplicates are compared up to this length. */
export const maxComparedLength = 5_000

/** The contract limits characters, and half a surrogate pair is not valid text. */
export function cutTo(maxLength: number, text: string): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).toWellFormed()
}

/** Maximum length of a note, as in the contract. */
const maxNoteLength = 300

/** What an import says beside its counts: the first of its rejections, and `notes` that follow them. Null when there is nothing to say. */
export function noteOfImport({
  rejected,
  rejections,
  keptRejections = Math.min(rejected, maxStoredRejections),
  notes = [],
}: {
  rejected: number
  /** The first of them, in the order of the file. */
  rejections: readonly RejectedLine[]
  /** How many are stored with their reasons. */
  keptRejections?: number
  notes?: readonly string[]
}): string | null {
  const more = rejected - keptRejections
  const counted =
    more <= 0
      ? []
      : [`The reasons of the first ${keptRejections} rejected lines are kept; those of ${more} more are not.`]
  const others = [...counted, ...notes]
  const reasons = reasonsInWords(rejections, rejected, maxNoteLength - others.join(' ').length - 1)
  const all = reasons === null ? others : [reasons, ...others]
  return all.length === 0 ? null : all.join(' ')
}

/** As many of the first rejections as fit, and how many more there are; null when none fits. */
function reasonsInWords(rejections: readonly RejectedLine[], rejected: number, room: number): string | null {
  const lines = rejections.slice(0, maxListedRejections).map(({ line, reason }) => `line ${line} (${shorten(reason)})`)
  const sentences = lines.map((_, index) => {
    const more = rejected - index - 1
    return `Rejected: ${lines.slice(0, index + 1).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  })
  return sentences.findLast(({ length }) => length <= room) ?? null
}

function shorten(reason: string): string {
  return reason.length <= 100 ? reason : `${reason.slice(0, 99).toWellFormed()}…`
}
