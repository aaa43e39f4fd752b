/**
 * Usage: node scripts/checks/contract/spectral.ts. Lints the bundled contract with Spectral's OpenAPI rules and with OWASP's, which npm
 * downloads for this run only. Every finding must be excepted in `openapi/spectral.yaml`, for a place that exists.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { capture, finish, makeTemporaryFolder } from '../harness/process.ts'
import { install } from '../package/consumer.ts'

const packages = ['@stoplight/spectral-cli@6.16.3', '@stoplight/spectral-owasp-ruleset@2.0.1']
const files = { ruleset: 'spectral.yaml', contract: 'openapi.gen.json', findings: 'findings.json' }
const folder = makeTemporaryFolder('spectral')
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lint', private: true }))
await install(folder, packages)
for (const file of [files.ruleset, files.contract]) copyFileSync(join('openapi', file), join(folder, file))

// Spectral exits with 1 if it has findings, and with 2, without a findings file, if it failed
const program = join('node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js')
const args = ['lint', '--quiet', '-r', files.ruleset, '-f', 'json', '-o', files.findings, files.contract]
const output = await capture(process.execPath, [program, ...args], { cwd: folder }).catch(String)
const findingsFile = join(folder, files.findings)
if (!existsSync(findingsFile)) throw new Error(`Spectral did not lint: ${output}`)
const findings = JSON.parse(readFileSync(findingsFile, 'utf8')) as { code: string; message: string; path: unknown[] }[] // Spectral's JSON format

const { rules = {}, overrides = [] } = parse(readFileSync(join('openapi', files.ruleset), 'utf8')) as {
  rules?: object
  overrides?: { files: string[] }[]
} // Spectral's ruleset format
const contract: unknown = JSON.parse(readFileSync(join('openapi', files.contract), 'utf8'))
const pointers = overrides.flatMap((each) => each.files.map((name) => decodeURIComponent(name.split('#')[1] ?? '')))
const staleExceptions = pointers.filter((pointer) => !exists(pointer))
const ofOwasp = findings.filter(({ code }) => code.startsWith('owasp:')).length
console.log(
  `Spectral: ${findings.length - ofOwasp} findings of its rules of OpenAPI, ${ofOwasp} of OWASP's; ${Object.keys(rules).length} rules and ${pointers.length} places are excepted in openapi/spectral.yaml`,
)
finish([
  ...findings.map(({ code, message, path }) => `${code}: ${message} (${path.join(' / ')})`),
  ...staleExceptions.map((pointer) => `${pointer} is not in the contract`),
])

function exists(pointer: string): boolean {
  const names = pointer.split('/').slice(1)
  return (
    names
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], contract) !== undefined
  )
}
