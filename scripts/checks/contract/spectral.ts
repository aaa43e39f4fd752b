/**
 * Usage: node scripts/checks/contract/spectral.ts. Lints the bundled contract with Spectral's OpenAPI rules and with OWASP's, which npm
 * downloads for this run only. Every finding must be excepted with a reason in `openapi/spectral.yaml`, and every exception must still be needed.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContractDocument } from '@auspex/contract/file'
import { capture } from '../package/capture.ts'
import { install } from '../package/consumer.ts'
import { makeTemporaryFolder } from '../package/temporary-folder.ts'
import { readKept } from './kept-findings.ts'

const packages = ['@stoplight/spectral-cli@6.16.3', '@stoplight/spectral-owasp-ruleset@2.0.1']
const files = { ruleset: 'spectral.yaml', contract: 'openapi.gen.json', findings: 'findings.json' }

interface Finding {
  code: string
  message: string
  path: (string | number)[]
}

const exemptions = readKept(readFileSync(join('openapi', files.ruleset), 'utf8'), readContractDocument())
const findings = await lint()
const owasp = findings.filter(({ code }) => code.startsWith('owasp:'))
for (const { code, message, path } of findings) console.error(`${code}: ${message} (${path.join(' / ')})`)
for (const fault of exemptions.faults) console.error(fault)
console.log(
  `Spectral: ${findings.length - owasp.length} findings of its rules of OpenAPI, ${owasp.length} of OWASP's; ${exemptions.rules} rules and ${exemptions.places} places are kept, each with its reason in openapi/spectral.yaml`,
)
process.exit(findings.length + exemptions.faults.length === 0 ? 0 : 1)

/** Spectral exits with 1 if it has findings, and with 2, without a findings file, if it failed. */
async function lint(): Promise<Finding[]> {
  const folder = makeTemporaryFolder('spectral')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lint', private: true }))
  await install(folder, packages)
  for (const file of [files.ruleset, files.contract]) copyFileSync(join('openapi', file), join(folder, file))
  const program = join('node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js')
  const args = ['lint', '--quiet', '-r', files.ruleset, '-f', 'json', '-o', files.findings, files.contract]
  const end = await capture(process.execPath, [program, ...args], { cwd: folder }).catch((error: Error) => error)
  const findingsFile = join(folder, files.findings)
  if (!existsSync(findingsFile)) throw new Error(`Spectral did not lint: ${end instanceof Error ? end.message : end}`)
  return JSON.parse(readFileSync(findingsFile, 'utf8')) as Finding[] // Spectral's JSON format
}
