/** Usage: npm run status. Lists the operations of the contract that this server answers with 501. */
import { globSync, readFileSync } from 'node:fs'
import { operations } from '@auspex/sdk/operations'

const named = globSync('apps/api/src/modules/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/notImplemented\(\s*'(\w+)'/g)].map((match) => match[1] ?? ''),
)
const total = Object.keys(operations).length
const missing = new Set(named)
console.log(`${total - missing.size} of ${total} operations are built`)
for (const id of missing) {
  const operation = operations[id as keyof typeof operations]
  console.log(`  not built: ${operation.method} ${operation.path} (${id})`)
}
