// Usage: npm run verify -- BUNDLE.zip. Counts every number of an exported report again from the documents of its bundle,
// checks every quotation and sentence of its summary, prints what matches of the total, and fails when anything differs.
import { readFile } from 'node:fs/promises'
import { BundleUnreadable, isVerified, readBundle, type Verification, verifyBundle } from '@auspex/api'

const [path] = process.argv.slice(2)
if (path === undefined) fail('Say which bundle: npm run verify -- BUNDLE.zip')
const bytes = await readFile(path).catch(() => fail(`${path} cannot be read.`))
try {
  const bundle = readBundle(bytes)
  const { manifest } = bundle
  console.log(
    `${manifest.query.title}: ${manifest.documents.toLocaleString('en')} documents${manifest.sampled ? ', one in eight read' : ''}, measured ${manifest.computedAt} by Auspex ${manifest.software} at library revision ${manifest.libraryRevision}`,
  )
  const verification = verifyBundle(bundle)
  print(verification)
  if (!isVerified(verification)) process.exitCode = 1
} catch (error) {
  if (error instanceof BundleUnreadable) fail(error.message)
  throw error
}

function print({ numbers, quotes, statements, counts, differences, changedFiles }: Verification): void {
  const shown = 20
  for (const { pointer, shown: was, counted } of differences.slice(0, shown))
    console.log(`  ${pointer}: shown ${JSON.stringify(was)}, counted ${JSON.stringify(counted)}`)
  if (differences.length > shown) console.log(`  and ${differences.length - shown} more`)
  for (const name of changedFiles) console.log(`  ${name} is not the file that was exported`)
  console.log(`${numbers.equal} of ${numbers.total} numbers equal, ${quotes.exact} of ${quotes.total} quotes exact`)
  console.log(
    `${statements.supported} of ${statements.total} sentences supported, ${counts.equal} of ${counts.total} counts found by listing the documents`,
  )
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
