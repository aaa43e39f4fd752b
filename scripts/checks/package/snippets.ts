import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** A code block of a page. */
interface CodeBlock {
  readonly page: string
  /** First line of its code */
  readonly line: number
  readonly language: 'ts' | 'tsx'
  /** Words after the language, for example `run` */
  readonly marks: readonly string[]
  readonly code: string
}

/** The TypeScript blocks of a Markdown page, in order. */
export function readBlocks(page: string): CodeBlock[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```(tsx?)\b([^\n]*)\n(.*?)^```/gms)].map(
    ({ 1: language, 2: marks = '', 3: code = '', index }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language: language === 'tsx' ? 'tsx' : 'ts',
      marks: marks.trim().split(/\s+/).filter(Boolean),
      code,
    }),
  )
}

/** Where the pages state that Auspex runs. */
export const documentedUrl = 'http://localhost:4000'

/** Does what a page would: mounts `App`, and waits until it no longer shows that it is loading. */
function mount(file: string): string {
  return `
import { JSDOM } from 'jsdom'
const { window } = new JSDOM('<div id="root"></div>', { url: 'http://localhost/' })
Object.assign(globalThis, { window, document: window.document })
const [{ createElement }, { createRoot }, { App }] = await Promise.all([import('react'), import('react-dom/client'), import('./${file}')])
createRoot(document.getElementById('root')).render(createElement(App))
const pageText = () => document.body.textContent
while (pageText() === '' || pageText().includes('Reading')) await new Promise((resolve) => setTimeout(resolve, 50))
if (document.querySelector('[role=alert]')) throw new Error(pageText())
console.log(pageText())
process.exit(0)
`
}

/** Turns a snippet that shows a component into a program that Node can run; returns its file. */
export async function writeComponentProgram(file: string): Promise<string> {
  const entry = file.replace(/\.tsx$/, '.mount.js')
  const program = file.replace(/\.tsx$/, '.program.mjs')
  writeFileSync(entry, mount(file.split('/').at(-1) ?? file))
  const build = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    external: [/^[a-z@]/],
    transform: { jsx: 'react-jsx' },
  })
  await build.write({ file: program, format: 'es', codeSplitting: false })
  await build.close()
  return program
}

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
  return [...code.matchAll(/^(?:export )?(?:const|let) (?:\{([^}]*)\}|(\w+))/gm)].flatMap(([, names = '', single]) =>
    single === undefined ? names.split(',').map((name) => name.trim()) : [single],
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
