import { readFile, stat } from 'node:fs/promises'
import { BundleUnreadable, isVerified, readBundle, type Verification, verifyBundle } from '@auspex/api'

/** Bytes of a file that is read at all. */
const mostBytes = 1024 * 1024 * 1024

/** Differences of one kind that are named; the others are counted. */
const mostShown = 20

/**
 * Counts every number of an exported report again from the documents of its bundle, checks every quotation and sentence of its
 * summary and all that its manifest says, and prints what matches of the total. What the bundle says is printed as text only:
 * it may be made to fool who reads it.
 */
export async function verify([path]: readonly string[]): Promise<number> {
  if (path === undefined) return refuse('Say which bundle: npm run verify -- BUNDLE.zip')
  const size = await stat(path).then(
    (facts) => facts.size,
    () => null,
  )
  if (size === null) return refuse(`${path} cannot be read.`)
  if (size > mostBytes) return refuse(`${path} is larger than 1 GB; no bundle is.`)
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return refuse(`${path} cannot be read.`)
  try {
    return verifyBytes(bytes)
  } catch (error) {
    if (error instanceof BundleUnreadable) return refuse(error.message)
    // what a builder throws over files that are not its own says nothing to a person, and may repeat them
    return refuse('The bundle cannot be counted again: its files have not the shape that Auspex writes.')
  }
}

function verifyBytes(bytes: Uint8Array): number {
  const bundle = readBundle(bytes)
  const verification = verifyBundle(bundle)
  const { query, documents, provenance, sampleFraction, computedAt, software, libraryRevision } = bundle.manifest
  const kind = provenance === 'demo' ? 'documents made up for the demo' : 'real documents'
  const read = sampleFraction < 1 ? `, one in ${Math.round(1 / sampleFraction)} read` : ''
  say(
    `${query.title}: ${documents.toLocaleString('en')} ${kind}${read}, measured ${computedAt} by Auspex ${software} at library revision ${libraryRevision}`,
  )
  print(verification)
  return isVerified(verification) ? 0 : 1
}

function print({ numbers, quotes, statements, counts, differences, changedFiles }: Verification): void {
  for (const { pointer, shown, counted } of differences.slice(0, mostShown))
    say(`  ${pointer}: shown ${JSON.stringify(shown)}, counted ${JSON.stringify(counted)}`)
  if (differences.length > mostShown) say(`  and ${differences.length - mostShown} more`)
  for (const name of changedFiles.slice(0, mostShown)) say(`  ${name} is not the file that was exported`)
  if (changedFiles.length > mostShown) say(`  and ${changedFiles.length - mostShown} more files`)
  say(`${numbers.equal} of ${numbers.total} numbers equal, ${quotes.exact} of ${quotes.total} quotes exact`)
  say(
    `${statements.supported} of ${statements.total} sentences supported, ${counts.equal} of ${counts.total} counts found by listing the documents`,
  )
}

function say(line: string): void {
  console.log(printable(line, 1000))
}

function refuse(message: string): 2 {
  console.error(printable(message))
  return 2
}

/**
 * A text of somebody else's file as one line that a terminal only shows: control characters, escape sequences, marks that
 * turn the direction of text and characters without a width are written out as their code points.
 */
function printable(text: string, longest = 300): string {
  const shown = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}
