import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { examples } from '@auspex/fixtures'
import { stringify } from 'yaml'

const folder = 'openapi/src/examples'

const toText = (kind: string, value: unknown): string => {
  const summary = kind === 'response' ? 'An answer' : 'A request'
  return `# Generated from packages/fixtures. Do not edit.\n${stringify({ summary, value }, { lineWidth: 0, aliasDuplicateObjects: false })}`
}

/** Writes one file an example of the fixtures; the contract's sources refer to them as `<operationId>.<request|response>.yaml`, or `<operationId>.<name>.response.yaml`. */
export const writeExamples = (): void => {
  const files = new Map<string, string>()
  for (const [operationId, { responses = {}, ...example }] of Object.entries(examples)) {
    for (const [kind, value] of Object.entries(example)) files.set(`${operationId}.${kind}.yaml`, toText(kind, value))
    for (const [name, value] of Object.entries(responses))
      files.set(`${operationId}.${name}.response.yaml`, toText('response', value))
  }
  mkdirSync(folder, { recursive: true })
  for (const file of globSync(`${folder}/*.yaml`)) if (!files.has(file.split('/').at(-1) ?? '')) rmSync(file)
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
}
