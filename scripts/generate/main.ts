/** Usage: npm run generate. Lints and bundles the contract, then writes everything that is generated from it. */
import { execFileSync } from 'node:child_process'
import { writeOperations } from './operations.ts'

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: 'inherit' })
}

run('redocly', 'lint', 'auspex', '--config', 'openapi/redocly.yaml')
run('redocly', 'bundle', 'auspex', '--config', 'openapi/redocly.yaml', '-o', 'openapi/openapi.gen.yaml')
run('orval', '--config', 'orval.config.ts')
run('pnpm', '--silent', '--filter', '@auspex/openapi-types', 'run', 'generate')
writeOperations()
