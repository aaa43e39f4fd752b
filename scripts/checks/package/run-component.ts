import { writeFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

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
