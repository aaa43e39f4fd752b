/**
 * Usage: node scripts/checks/contract/spectral.ts. Lints the bundled contract with Spectral's OpenAPI rules and with OWASP's, which npm
 * downloads for this run only. Every finding must be excepted with a reason in `openapi/spectral.yaml`, and every exception must still be needed.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContractDocument } from '@auspex/contract/file'
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { capture, makeTemporaryFolder } from '../harness/process.ts'
import { install } from '../package/packed.ts'

interface KeptFindings {
  /** Rules that are off for the entire contract */
  readonly rules: number
  /** Places where rules are off */
  readonly places: number
  /** Exceptions without a reason, or for a place that no longer exists */
  readonly faults: readonly string[]
}

/** Reads what a Spectral ruleset switches off. The comment above a rule, or above the first of several, is its reason. */
function readKept(ruleset: string, contract: object): KeptFindings {
  const document = parseDocument(ruleset)
  const everywhere = toMap(document.get('rules'))
  const entries = toList(document.get('overrides')).map(toMap)
  const pointers = entries.flatMap((entry) =>
    toList(entry.get('files')).map((name) => decodeURIComponent(String(name).split('#')[1] ?? '')),
  )
  return {
    rules: everywhere.items.length,
    places: pointers.length,
    faults: [
      ...everywhere.items.flatMap(({ key }) => (hasComment(key, everywhere) ? [] : [`${String(key)} has no reason`])),
      ...entries.flatMap((entry) => {
        const rules = toMap(entry.get('rules'))
        const first = rules.items[0]?.key
        return hasComment(first, rules)
          ? []
          : [`${String(first)} has no reason at ${String(toList(entry.get('files')))}`]
      }),
      ...pointers.flatMap((pointer) => (isThere(pointer, contract) ? [] : [`${pointer} is not in the contract`])),
    ],
  }
}

function toList(node: unknown): unknown[] {
  return isSeq(node) ? node.items : []
}

function toMap(node: unknown): YAMLMap {
  if (!isMap(node)) throw new Error('the ruleset has a list or a text where rules belong')
  return node
}

/** The yaml library attaches the comment above a map's first entry to the map. */
function hasComment(key: unknown, map: YAMLMap): boolean {
  const keyComment = (key as { commentBefore?: string | null }).commentBefore // all keys are scalars
  return Boolean(keyComment ?? (map.items[0]?.key === key ? map.commentBefore : null))
}

function isThere(pointer: string, contract: object): boolean {
  let place: unknown = contract
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof place !== 'object' || place === null || !(name in place)) return false
    place = (place as Record<string, unknown>)[name] // checked one line above
  }
  return true
}

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
