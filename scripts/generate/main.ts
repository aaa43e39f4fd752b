/** Usage: npm run generate. Lints and bundles the contract, then writes everything that is generated from it. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { writeCollectionNames } from './collection-names.ts'
import { writeExamples } from './examples.ts'
import { writeFacade } from './facade/facade.ts'
import { describeFields } from './field-docs.ts'
import { gatherSchemas } from './gather-schemas.ts'
import { writeImportLimits } from './import-limits.ts'
import { writeMswDoor } from './msw-door.ts'
import { writeOperationTypes } from './operation-types.ts'
import { writeOperations } from './operations.ts'

/** Errors in orval's output, and their replacements. */
const repairs: readonly (readonly [wrong: RegExp, right: string])[] = [
  // Node cannot resolve directories and names without extension.
  [/(from '(?:\.\.?\/)+(?:model|zod-model))'/g, "$1/index.ts'"],
  [/(from '(?:\.\.?\/)+(?:client|query|runtime)\/[\w/-]+)'/g, "$1.ts'"],
  // A recursive schema is read before all of its parts exist, so its members have no discriminator yet.
  [
    /^(export const \w+: zod\.ZodMiniType<\w+> = \/\*#__PURE__\*\/ )zod\.discriminatedUnion\('\w+', (\[[\w,]+\])\)/gm,
    '$1zod.lazy(() => zod.union($2))',
  ],
  // A file has a size rather than a length.
  [/(zod\.instanceof\(Blob\)\.check\([^)]*)zod\.maxLength\(/g, '$1zod.maxSize('],
  [/^(export const \w+ResponseMock\w* = \(\): \w+ => \()(".*")\)$/gm, '$1new Blob([$2]))'],
]

/** orval names the mocks of `getMe` `getGetMeMockHandler`; ours begin with the operation, like its query keys and options. */
const getBefore = /\bget([A-Z])(\w*(?:MockHandler|ResponseMock)\d*)\b/g

/** Repairs orval's output files. */
function repairFiles(): void {
  for (const file of globSync('packages/sdk/src/generated/**/*.ts')) {
    const text = readFileSync(file, 'utf8')
    const repaired = repairs
      .reduce((result, [wrong, right]) => result.replace(wrong, right), markHooks(file, text))
      .replace(getBefore, (_, first: string, rest: string) => first.toLowerCase() + rest)
    if (repaired !== text) writeFileSync(file, repaired)
  }
}

/** Marks hooks as client-only for frameworks with server components. The index stays unmarked, because they allow no `export *` in a client file. */
function markHooks(file: string, text: string): string {
  const isHooks = /generated\/react\/[\w-]+\/[\w-]+\.ts$/.test(file.replaceAll('\\', '/'))
  return isHooks ? `'use client'\n${text}` : text
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' })
}

run('redocly', 'lint', 'auspex', '--config', 'openapi/redocly.yaml')
run('redocly', 'bundle', 'auspex', '--config', 'openapi/redocly.yaml', '-o', 'openapi/openapi.gen.json')
run('orval', '--config', 'orval.config.ts')
repairFiles()
describeFields()
gatherSchemas()
writeExamples()
writeFacade()
writeMswDoor()
writeCollectionNames()
writeImportLimits()
writeOperations()
writeOperationTypes()
