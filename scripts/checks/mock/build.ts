/**
 * Usage: node scripts/checks/mock/build.ts. Builds the contents of the packed @auspex/mock-server: its entry points without dependencies, its types
 * and the contract.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const folder = fileURLToPath(new URL('../../../packages/mock-server', import.meta.url))
const contractFile = fileURLToPath(new URL('../../../openapi/openapi.gen.json', import.meta.url))
const dist = join(folder, 'dist')

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })

const bundle = await rolldown({
  cwd: folder,
  platform: 'node',
  external: ['msw'], // users of that entry point have it installed
  input: {
    index: 'src/index.ts',
    msw: 'src/msw.ts',
    server: 'src/server/index.ts',
    contract: 'src/contract.ts',
    cli: 'src/cli.ts',
  },
  transform: { target: 'node20' },
})
await bundle.write({ dir: dist, format: 'esm', chunkFileNames: '[name]-[hash].js', minify: false })
await bundle.close()
copyFileSync(contractFile, join(dist, 'openapi.json'))

// the contract package is bundled, so its types are included, and so is the one type that they import from ajv
const types = join(dist, 'types')
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', types], {
  stdio: 'inherit',
})
const doors: Record<string, string> = {
  '@auspex/contract': join(types, 'contract/src/index.ts'),
  '@auspex/contract/file': join(types, 'contract/src/contract-file.ts'),
  '@auspex/contract/random': join(types, 'contract/src/random.ts'),
  ajv: join(types, 'ajv.ts'),
}
writeFileSync(
  join(types, 'ajv.d.ts'),
  `export interface ErrorObject {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, unknown>
  message?: string
}
`,
)
for (const file of globSync(join(types, '**/*.d.ts'))) {
  const text = readFileSync(file, 'utf8')
  const bundledTypes = text.replaceAll(
    /(from |import\()["'](@auspex\/contract(?:\/file|\/random)?|ajv)["']/g,
    (whole, before: string, name: string) => {
      const door = doors[name]
      return door === undefined ? whole : `${before}'./${relative(dirname(file), door).replaceAll('\\', '/')}'`
    },
  )
  if (bundledTypes !== text) writeFileSync(file, bundledTypes)
}

// types that import a package which users do not have are an error in their programs
const reachable = ['index', 'msw', 'contract', 'server/index'].map((name) =>
  join(types, `mock-server/src/${name}.d.ts`),
)
const strays = new Set<string>()
for (const file of reachable)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    // a scope is called 'import', too
    /(?:\bfrom |\bimport\(|^import )["']([^"'\s;]+)["']/gm,
  )) {
    const next = join(dirname(file), name.replace(/\.ts$/, '.d.ts'))
    if (!name.startsWith('.')) {
      if (!name.startsWith('node:') && name !== 'msw') strays.add(`${relative(types, file)} imports ${name}`)
    } else if (!reachable.includes(next)) reachable.push(next)
  }
if (strays.size > 0) throw new Error(`The types need packages that are not packed: ${[...strays].join('; ')}`)
console.log(`Built ${relative(process.cwd(), dist)}`)
