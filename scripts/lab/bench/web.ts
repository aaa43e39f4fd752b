/** Usage: node scripts/lab/bench/web.ts, after a build. Prints what a browser loads before the first screen, brotli-compressed, as JSON. */
import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { webFolder } from '@auspex/server/web-build'

function kilobytes(paths: readonly string[]): number {
  const bytes = paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(path)).length, 0)
  return Number((bytes / 1024).toFixed(1))
}

const html = readFileSync(`${webFolder}/index.html`, 'utf8')

function initial(pattern: RegExp): number {
  return kilobytes([...html.matchAll(pattern)].map(([, path = '']) => `${webFolder}${path}`))
}

const scripts = globSync(`${webFolder}/assets/*.js`).map((path) => ({
  name: path.replace(/^.*\/|-[\w-]{8}\.js$/g, ''),
  kb: kilobytes([path]),
}))
const figures = {
  initialJavaScriptKb: initial(/(?:src|modulepreload"[^>]*href)="([^"]+\.js)"/g),
  initialStylesKb: initial(/href="([^"]+\.css)"/g),
  largestScripts: scripts.toSorted((a, b) => b.kb - a.kb).slice(0, 8),
}
console.log(JSON.stringify(figures, null, 2))
