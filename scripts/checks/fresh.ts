/** Usage: node scripts/checks/fresh.ts. Fails if generated code differs from what the contract, the sources and the routes generate now. Leaves the fresh files in place. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

const generatedFiles = [
  'openapi/openapi.gen.json',
  'packages/sdk/src/generated/**/*',
  'packages/mock-server/src/collection-name.gen.ts',
  'packages/sources/src/imported/document-limits.gen.ts',
  'apps/web/src/routeTree.gen.ts',
  'docs/query-language.md',
]

function hashes(): Map<string, string> {
  return new Map(
    globSync(generatedFiles, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

const before = hashes()
execFileSync('node', ['scripts/generate/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
const after = hashes()
const changedFiles = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
)
if (changedFiles.length > 0) {
  console.error(`Generated code is stale. Run "npm run generate" and commit:\n${changedFiles.slice(0, 20).join('\n')}`)
  process.exit(1)
}

console.log(`${after.size} generated files are fresh`)
