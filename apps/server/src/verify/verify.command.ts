import { readFile, stat } from 'node:fs/promises'
import {
  UnreadableBundleError,
  type DeletedPart,
  isVerified,
  readBundle,
  type Verification,
  verifyBundle,
} from '@auspex/api'

/** Maximum size, in bytes, of a file that is read. */
const maxBytes = 1024 * 1024 * 1024

/** How many differences of one kind are listed; the others are only counted. */
const maxShown = 20

/**
 * Recounts every number of an exported report from the documents in its bundle, checks every quotation and sentence of its summary and
 * everything in its manifest, and prints how many of each match. Texts from the bundle are printed without control characters, because
 * the bundle may be made to deceive the reader. The exit status is 0 if all is equal, 1 if anything differs but the wording of sentences, 3 if only
 * that does, and 2 if the file cannot be verified. With `--deleted FILE`, documents that were deleted since are reported apart, and 4 says that all else
 * is equal.
 */
export async function verify(args: readonly string[]): Promise<number> {
  const [path, option, list] = args
  if (path === undefined) return refuse('Name a bundle: npm run verify -- BUNDLE.zip [--deleted FILE]')
  if (option !== undefined && (option !== '--deleted' || list === undefined))
    return refuse('After the bundle, only --deleted FILE is possible: a file with the ids of deleted documents.')
  const deletedIds = await readDeletedIds(list)
  if (deletedIds === null) return refuse(`${list} cannot be read.`)
  const size = await stat(path).then(
    (facts) => facts.size,
    () => null,
  )
  if (size === null) return refuse(`${path} cannot be read.`)
  if (size > maxBytes) return refuse(`${path} is larger than 1 GB; no bundle is.`)
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return refuse(`${path} cannot be read.`)
  try {
    return verifyBytes(bytes, deletedIds)
  } catch (error) {
    if (error instanceof UnreadableBundleError) return refuse(error.message)
    // an exception of the builder over foreign files does not help a person, and may quote them
    return refuse('The bundle cannot be verified: its files do not have the format that Auspex writes.')
  }
}

/** Every id in the file, which may be an answer of `listDeletedDocuments` or a list of lines. Null when it cannot be read. */
async function readDeletedIds(list: string | undefined): Promise<ReadonlySet<string> | null> {
  if (list === undefined) return new Set()
  const text = await readFile(list, 'utf8').catch(() => null)
  return text === null ? null : new Set(text.match(/\bdoc_[a-z0-9]{1,20}\b/gu))
}

function verifyBytes(bytes: Uint8Array, deletedIds: ReadonlySet<string>): number {
  const bundle = readBundle(bytes)
  const verification = verifyBundle(bundle, deletedIds)
  const { query, documents, provenance, sampleFraction, computedAt, software, libraryRevision } = bundle.manifest
  const kind = provenance === 'demo' ? 'documents made up for the demo' : 'real documents'
  const sampleNote = sampleFraction < 1 ? `, one in ${Math.round(1 / sampleFraction)} read` : ''
  printLine(
    `${query.title}: ${documents.toLocaleString('en')} ${kind}${sampleNote}, measured ${computedAt} by Auspex ${software} at library revision ${libraryRevision}`,
  )
  print(verification)
  if (isVerified(verification)) return verification.deleted === null ? 0 : 4
  return isOnlyReworded(verification) ? 3 : 1
}

function isOnlyReworded({ differences, changedFiles }: Verification): boolean {
  return differences.length === 0 && changedFiles.length === 0
}

function print(verification: Verification): void {
  const { numbers, quotes, statements, counts, differences, rewordings, changedFiles } = verification
  for (const { pointer, shown, counted } of differences.slice(0, maxShown))
    printLine(`  ${pointer}: shown ${JSON.stringify(shown)}, counted ${JSON.stringify(counted)}`)
  if (differences.length > maxShown) printLine(`  and ${differences.length - maxShown} more`)
  for (const { pointer, shown, counted } of rewordings.slice(0, maxShown))
    printLine(`  ${pointer}: in the bundle ${JSON.stringify(shown)}, by this version ${JSON.stringify(counted)}`)
  if (rewordings.length > maxShown) printLine(`  and ${rewordings.length - maxShown} more sentences`)
  for (const name of changedFiles.slice(0, maxShown)) printLine(`  ${name} is not the file that was exported`)
  if (changedFiles.length > maxShown) printLine(`  and ${changedFiles.length - maxShown} more files`)
  printLine(`${numbers.equal} of ${numbers.total} numbers equal, ${quotes.exact} of ${quotes.total} quotes exact`)
  printLine(
    `${statements.supported} of ${statements.total} sentences supported, ${counts.equal} of ${counts.total} counts found by listing the documents`,
  )
  if (verification.deleted !== null) printDeleted(verification.deleted)
  if (rewordings.length > 0) {
    const sentences = rewordings.length === 1 ? '1 sentence is' : `${rewordings.length} sentences are`
    printLine(
      `${sentences} worded differently by this version${isOnlyReworded(verification) ? '; every number is equal' : ''}`,
    )
  }
}

function printDeleted({ documentIds, removedIds, quotes, statements, unproved }: DeletedPart): void {
  const removed =
    removedIds.length === 0 ? 'all are still in its files' : `${removedIds.length} of them were taken out of its files`
  printLine(`${documentIds.length} of its documents were deleted since; ${removed}`)
  for (const id of documentIds.slice(0, maxShown)) printLine(`  ${id}`)
  printLine(`  ${quotes} quotes and ${statements} sentences stand on them and are not counted above`)
  if (unproved.length > 0) printLine(`  ${unproved.length} values cannot be recounted without them`)
}

function printLine(line: string): void {
  console.log(printable(line, 1000))
}

function refuse(message: string): 2 {
  console.error(printable(message))
  return 2
}

/**
 * Text from someone else's file as a single line that is safe on a terminal: control characters, escape sequences, marks that change
 * the direction of text and zero-width characters are written as their code points.
 */
function printable(text: string, maxLength = 300): string {
  const escaped = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength)}…` : escaped
}
