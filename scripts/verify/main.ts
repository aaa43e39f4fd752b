// Usage: npm run verify -- BUNDLE.zip. Counts every number of an exported report again from the documents of its bundle,
// checks every quotation and sentence of its summary and all that its manifest says, prints what matches of the total, and
// fails when anything differs. What the bundle says is printed as text only: it may be made to fool who reads it.
import { readFile, stat } from 'node:fs/promises'
import { BundleUnreadable, isVerified, readBundle, type Verification, verifyBundle } from '@auspex/api'
import { printable } from './printable.ts'

/** Bytes of a file that is read at all. */
const mostBytes = 1024 * 1024 * 1024

const [path] = process.argv.slice(2)
if (path === undefined) fail('Say which bundle: npm run verify -- BUNDLE.zip')
const { size } = await stat(path).catch(() => fail(`${path} cannot be read.`))
if (size > mostBytes) fail(`${path} is larger than 1 GB; no bundle is.`)
const bytes = await readFile(path).catch(() => fail(`${path} cannot be read.`))
try {
  const bundle = readBundle(bytes)
  const verification = verifyBundle(bundle)
  const { query, documents, provenance, sampled, computedAt, software, libraryRevision } = bundle.manifest
  const kind = provenance === 'demo' ? 'documents made up for the demo' : 'real documents'
  say(
    `${query.title}: ${documents.toLocaleString('en')} ${kind}${sampled ? ', one in eight read' : ''}, measured ${computedAt} by Auspex ${software} at library revision ${libraryRevision}`,
  )
  print(verification)
  if (!isVerified(verification)) process.exitCode = 1
} catch (error) {
  if (error instanceof BundleUnreadable) fail(error.message)
  // what a builder throws over files that are not its own says nothing to a person, and may repeat them
  fail('The bundle cannot be counted again: its files have not the shape that Auspex writes.')
}

function print({ numbers, quotes, statements, counts, differences, changedFiles }: Verification): void {
  const shown = 20
  for (const { pointer, shown: was, counted } of differences.slice(0, shown))
    say(`  ${pointer}: shown ${JSON.stringify(was)}, counted ${JSON.stringify(counted)}`)
  if (differences.length > shown) say(`  and ${differences.length - shown} more`)
  for (const name of changedFiles.slice(0, shown)) say(`  ${name} is not the file that was exported`)
  if (changedFiles.length > shown) say(`  and ${changedFiles.length - shown} more files`)
  say(`${numbers.equal} of ${numbers.total} numbers equal, ${quotes.exact} of ${quotes.total} quotes exact`)
  say(
    `${statements.supported} of ${statements.total} sentences supported, ${counts.equal} of ${counts.total} counts found by listing the documents`,
  )
}

function say(line: string): void {
  console.log(printable(line, 1000))
}

function fail(message: string): never {
  console.error(printable(message))
  process.exit(2)
}
