/**
 * Usage: npm run check checks/advisories.ts. Queries the registry for known vulnerabilities in the production dependencies. Fails for a high or
 * critical one and prints docs/SECURITY.md's deadline for the fix, and fails if the registry does not answer: unknown is not none.
 */
import { spawnSync } from 'node:child_process'

const { status, stdout, stderr } = spawnSync('pnpm', ['audit', '--prod', '--audit-level', 'high'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const report = `${stdout}${stderr}`.trim()
console.log(report)
if (/ERR_PNPM_AUDIT|ENOTFOUND|ECONNREFUSED/.test(report) || status === null) {
  console.error(
    'The registry did not say which weaknesses are known. Nothing was found out: try again with another registry.',
  )
  process.exit(2)
}
if (status !== 0)
  console.error('A weakness that is high or critical: docs/SECURITY.md says by when a version without it is out.')
process.exit(status)
