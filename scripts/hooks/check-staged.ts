/**
 * Usage: node scripts/hooks/check-staged.ts, by git before a commit. Formats the staged files, lints them, and asks whether generated code is
 * fresh when the contract is among them. A file of which only a part is staged is not formatted: that would stage the rest of it.
 */
import { execFileSync, spawnSync } from 'node:child_process'

function list(...args: string[]): string[] {
  return execFileSync('git', ['diff', '--name-only', '--diff-filter=d', ...args], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
}

const stagedFiles = list('--cached')
const partlyStaged = new Set(list())
const whole = stagedFiles.filter((file) => !partlyStaged.has(file))
const code = stagedFiles.filter((file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file))

function run(command: string, args: readonly string[], alone: string): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) return
  console.error(`\nThe commit was stopped. Run it again alone with:  ${alone}`)
  process.exit(1)
}

if (whole.length > 0) {
  run('oxfmt', ['--no-error-on-unmatched-pattern', ...whole], 'npx oxfmt')
  execFileSync('git', ['add', '--', ...whole])
}

if (code.length > 0) run('oxlint', ['--deny-warnings', ...code], `npx oxlint ${code.join(' ')}`)
if (stagedFiles.some((file) => file.startsWith('openapi/')))
  run('node', ['scripts/checks/fresh.ts'], 'npm run check checks/fresh.ts')
