import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeBlock, readBlocks } from './readme-blocks.ts'

/** A block as a file that compiles and runs by itself. */
export interface Snippet {
  readonly block: CodeBlock
  readonly file: string
}

/** The folder for a page's snippets, next to the packages that its examples import. */
function folderOf(page: string): string {
  return join(/^(packages|apps)\/[^/]+\//.exec(page)?.[0] ?? '.', 'test-results/snippets')
}

function declaredIn(code: string): string[] {
  return [...code.matchAll(/^(?:export )?(?:const|let) (?:\{([^}]*)\}|(\w+))/gm)].flatMap(([, several = '', one]) =>
    one === undefined ? several.split(',').map((name) => name.trim()) : [one],
  )
}

/** Writes the TypeScript blocks of a page as files. A later block may use what the first one declares, as its readers do, and imports those names. */
export function writeSnippets(page: string): Snippet[] {
  const blocks = readBlocks(page)
  const folder = folderOf(page)
  const slug = page.replaceAll(/\W+/g, '-')
  const first = blocks[0]
  const offered = first ? declaredIn(first.code) : []
  return blocks.map((block, n) => {
    const ownNames = new Set(declaredIn(block.code))
    const used =
      n === 0 ? [] : offered.filter((name) => !ownNames.has(name) && new RegExp(`\\b${name}\\b`).test(block.code))
    const before = used.length > 0 ? `import { ${used.join(', ')} } from './${slug}-${first?.line}.ts'\n` : ''
    const after = n === 0 && offered.length > 0 ? `export { ${offered.join(', ')} }\n` : 'export {}\n'
    const file = join(folder, `${slug}-${block.line}.${block.language}`)
    writeFileSync(file, `${before}${block.code}\n${after}`)
    return { block, file }
  })
}

/** Empties the folders of all pages, makes each a separate project, and returns the folders. */
export function prepareFolders(pages: readonly string[]): string[] {
  const folders = [...new Set(pages.map(folderOf))]
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const up = '../'.repeat(folder.split('/').length)
    const compilerOptions = { types: ['node'] }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: `${up}.config/tsconfig.base.json`, compilerOptions, include: ['*.ts', '*.tsx'] }),
    )
  }
  return folders
}
