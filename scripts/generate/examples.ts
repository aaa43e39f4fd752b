import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { examples } from '@auspex/fixtures'
import { stringify } from 'yaml'

const folder = 'openapi/src/examples'

/** Writes one file an example of the fixtures; the contract's sources refer to them as `<operationId>.<request|response>.yaml`. */
export const writeExamples = (): void => {
  const files = new Map<string, string>()
  for (const [operationId, example] of Object.entries(examples)) {
    for (const [kind, value] of Object.entries(example))
      files.set(
        `${operationId}.${kind}.yaml`,
        `# Generated from packages/fixtures. Do not edit.\n${stringify({ summary: kind === 'response' ? 'An answer' : 'A request', value }, { lineWidth: 0, aliasDuplicateObjects: false })}`,
      )
  }
  mkdirSync(folder, { recursive: true })
  for (const file of globSync(`${folder}/*.yaml`)) if (!files.has(file.split('/').at(-1) ?? '')) rmSync(file)
  for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
}
