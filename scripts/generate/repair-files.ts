import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** What orval writes wrong, and what it means. */
const repairs: readonly (readonly [wrong: RegExp, right: string])[] = [
  // Node cannot resolve directories and names without extension.
  [/(from '(?:\.\.?\/)+(?:model|zod-model))'/g, "$1/index.ts'"],
  [/(from '(?:\.\.?\/)+(?:client|runtime)\/[\w/-]+)'/g, "$1.ts'"],
  // A schema that holds itself is read before all of its parts exist, and none of them tells its discriminator yet.
  [
    /^(export const \w+: zod\.ZodMiniType<\w+> = \/\*#__PURE__\*\/ )zod\.discriminatedUnion\('\w+', (\[[\w,]+\])\)/gm,
    '$1zod.lazy(() => zod.union($2))',
  ],
  // A file has a size, no length, and is no text.
  [/(zod\.instanceof\(Blob\)\.check\([^)]*)zod\.maxLength\(/g, '$1zod.maxSize('],
  [/^(export const \w+ResponseMock\w* = \(\): \w+ => \()(".*")\)$/gm, '$1new Blob([$2]))'],
]

/** Repairs the files that orval wrote. */
export function repairFiles(): void {
  for (const file of globSync('packages/sdk/src/generated/**/*.ts')) {
    const text = readFileSync(file, 'utf8')
    const repaired = repairs.reduce((result, [wrong, right]) => result.replace(wrong, right), text)
    if (repaired !== text) writeFileSync(file, repaired)
  }
}
