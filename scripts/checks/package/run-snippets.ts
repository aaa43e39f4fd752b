/**
 * Usage: node scripts/checks/package/run-snippets.ts. Runs every documented TypeScript block against the real server; blocks marked `mock` show
 * operations that this server has not built yet, and run against the mock server. Blocks marked `browser` need a page, and are only compiled.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { startMockServer } from '@auspex/mock-server/server'
import { capture } from '../harness/process.ts'
import { startDemoServer } from './consumer.ts'
import {
  documentedUrl,
  prepareFolders,
  readBlocks,
  type Snippet,
  writeComponentProgram,
  writeSnippets,
} from './snippets.ts'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => readBlocks(page).length > 0)
prepareFolders(pages)
const snippets = pages.flatMap(writeSnippets)
const real = await startDemoServer()
const mock = await startMockServer()
const targets = {
  real: { url: real.url, token: real.token },
  mock: { url: mock.url, token: 'mira' },
}

async function run({ block, file }: Snippet): Promise<void> {
  const program = block.language === 'tsx' ? await writeComponentProgram(file) : file
  const { token } = block.marks.includes('mock') ? targets.mock : targets.real
  await capture(process.execPath, [program], { env: { AUSPEX_TOKEN: token, NO_COLOR: '1' }, timeoutMs: 60_000 })
}

/** Replaces the documented address with the server's, including in files that a later block imports from the first one. */
function aim({ file }: Snippet, url: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(documentedUrl, url))
}

const runnable = snippets.filter(({ block }) => !block.marks.includes('browser'))
let ran = 0
let onMock = 0
const failures: string[] = []
for (const target of ['real', 'mock'] as const) {
  const group = runnable.filter(({ block }) => block.marks.includes('mock') === (target === 'mock'))
  // the second target re-aims files that the first one pointed at its own address
  for (const snippet of snippets) {
    aim(snippet, targets[target].url)
    if (target === 'mock')
      writeFileSync(snippet.file, readFileSync(snippet.file, 'utf8').replaceAll(real.url, mock.url))
  }
  for (const snippet of group) {
    const { page, line } = snippet.block
    try {
      await run(snippet)
      ran += 1
      if (target === 'mock') onMock += 1
    } catch (error) {
      failures.push(`${page}:${line}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

await mock.close()
await real.close()
if (failures.length > 0) console.error(failures.join('\n\n'))
console.log(
  `${ran} of ${runnable.length} blocks ran (${ran - onMock} against the real server, ${onMock} against the mock server)`,
)
process.exit(failures.length === 0 ? 0 : 1)
