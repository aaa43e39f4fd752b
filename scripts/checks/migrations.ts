/**
 * Usage: node scripts/checks/migrations.ts [--record]. Fails if a released migration was changed or removed: databases that applied it
 * would differ from new ones for ever. A change of tables needs a new file. The baselines count as released. After a release, --record adds
 * the released migrations.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'

const record = 'scripts/checks/released-migrations.json'
const releasedHashes = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>
const files = globSync('apps/*/migrations/*.sql').toSorted()

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

if (process.argv.includes('--record')) {
  const hashes = { ...releasedHashes, ...Object.fromEntries(files.map((file) => [file, hashOf(file)])) }
  writeFileSync(record, `${JSON.stringify(hashes, null, 2)}\n`)
}

const faults = Object.entries(releasedHashes).flatMap(([file, hash]) => {
  if (!existsSync(file)) return [`${file} was released and is gone`]
  return hashOf(file) === hash ? [] : [`${file} was released and is changed: write a new migration instead`]
})
for (const fault of faults) console.error(fault)
console.log(`${files.length} migrations, ${Object.keys(releasedHashes).length} of them released`)
if (faults.length > 0) process.exit(1)
