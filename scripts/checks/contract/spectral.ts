/**
 * Usage: node scripts/checks/contract/spectral.ts. Lints the bundled contract by Spectral's rules of OpenAPI and by those of OWASP, which npm
 * brings for this run alone. Nothing may be found beside what `openapi/spectral.yaml` keeps with its reason, and what it keeps must be there.
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

/** Spectral ends with 1 when it has found something, and with 2 when it failed, without a file of findings. */
async function lint(): Promise<Finding[]> {
  const folder = makeTemporaryFolder('spectral')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lint', private: true }))
  await install(folder, packages)
  for (const file of [files.ruleset, files.contract]) copyFileSync(join('openapi', file), join(folder, file))
  const program = join('node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js')
  const args = ['lint', '--quiet', '-r', files.ruleset, '-f', 'json', '-o', files.findings, files.contract]
  const end = await capture(process.execPath, [program, ...args], { cwd: folder }).catch((error: Error) => error)
  const written = join(folder, files.findings)
  if (!existsSync(written)) throw new Error(`Spectral did not lint: ${end instanceof Error ? end.message : end}`)
  return JSON.parse(readFileSync(written, 'utf8')) as Finding[] // the shape of Spectral's JSON format
}
