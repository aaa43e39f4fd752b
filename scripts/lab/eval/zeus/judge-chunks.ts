import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb, isWebStale, webFolder } from '@auspex/server/web-build'
import type { EvalRow } from '../eval.types.ts'
import { countRow } from './score.ts'

/** What a browser loads for the conversation and for the editor in addition to the first screen, in KB of 1,024 bytes, gzip 9. */
export async function judgeChunks(): Promise<EvalRow[]> {
  if (isWebStale()) await buildWeb()
  const folder = join(webFolder, 'assets')
  const chunks = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  // found by words that occur only on their screen, because chunk names are up to the bundler
  const holding = (words: string) => {
    const [found, ...others] = [...chunks].filter(([, code]) => code.includes(words)).map(([name]) => name)
    if (found === undefined || others.length > 0) throw new Error(`“${words}” is not in one chunk of the web app`)
    return found
  }
  const first = /assets\/(index-[^"]+\.js)/u.exec(readFileSync(join(webFolder, 'index.html'), 'utf8'))?.[1] ?? ''
  const initial = closureOf(chunks, first)
  const kilobytes = (names: Iterable<string>) =>
    Math.round(
      [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name) ?? '', { level: 9 }).byteLength, 0) / 1_024,
    )
  const lazy = (words: string) => [...closureOf(chunks, holding(words))].filter((name) => !initial.has(name))
  const editor = holding('Text of the report')
  if (initial.has(editor) || initial.has(holding('Answer of Zeus'))) throw new Error('A lazy chunk is loaded at once')
  const row = (measure: string, value: number, bar: EvalRow['bar']) =>
    countRow('the built web app', measure, value, bar)
  return [
    row('conversation, KB with everything that it loads, lazy', kilobytes(lazy('Answer of Zeus')), { atMost: 110 }),
    row('editor chunk, KB, lazy', kilobytes([editor]), { atMost: 200 }),
    row('editor, KB with what it shares with other screens', kilobytes(lazy('Text of the report')), null),
  ]
}

/** A chunk and everything that it imports statically. */
function closureOf(chunks: ReadonlyMap<string, string>, name: string, seen = new Set<string>()): Set<string> {
  const code = chunks.get(name)
  if (code === undefined || seen.has(name)) return seen
  seen.add(name)
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/gu))
    closureOf(chunks, imported, seen)
  return seen
}
