/** Usage: npm run generate. Lints and bundles the contract, then writes everything that is generated from it. */
import { execFileSync } from 'node:child_process'
import { repairFiles } from './repair-files.ts'
import { writeMswDoor } from './msw-door.ts'
import { writeOperations } from './operations.ts'

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' })
}

run('redocly', 'lint', 'auspex', '--config', 'openapi/redocly.yaml')
run('redocly', 'bundle', 'auspex', '--config', 'openapi/redocly.yaml', '-o', 'openapi/openapi.gen.json')
run('orval', '--config', 'orval.config.ts')
repairFiles()
writeMswDoor()
// Called directly: pnpm would first compare the install with the lockfile, which a checked copy of the repository has no part in.
execFileSync(
  './node_modules/.bin/openapi-typescript',
  ['../../../openapi/openapi.gen.json', '-o', '../../../packages/sdk/src/generated/schema.ts'],
  { cwd: 'scripts/generate/openapi-types', stdio: 'inherit' },
)
writeOperations()
