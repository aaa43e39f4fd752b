/** Usage: node scripts/lab/bench/web.ts, after a build. Prints what a browser loads before the first screen, brotli-compressed, as JSON. */
import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { webFolder } from '@auspex/server/web-build'

function compressedSize(path: string): number {
  return brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function kb(bytes: number): number {
  return Number((bytes / 1024).toFixed(1))
}

const html = readFileSync(`${webFolder}/index.html`, 'utf8')

function initial(pattern: RegExp): number {
  return [...html.matchAll(pattern)].reduce((sum, [, path = '']) => sum + compressedSize(`${webFolder}${path}`), 0)
}

const scripts = globSync(`${webFolder}/assets/*.js`).map((path) => ({
  name: path.replace(/^.*\/|-[\w-]{8}\.js$/g, ''),
  kb: kb(compressedSize(path)),
}))

console.log(
  JSON.stringify(
    {
      initialJavaScriptKb: kb(initial(/(?:src|modulepreload"[^>]*href)="([^"]+\.js)"/g)),
      initialStylesKb: kb(initial(/href="([^"]+\.css)"/g)),
      largestScripts: scripts.toSorted((a, b) => b.kb - a.kb).slice(0, 8),
    },
    null,
    2,
  ),
)
