/**
 * Usage: node scripts/checks/count-terms.ts FILE TERM…. Counts matching rows of a JSONL file (plain or gzip) without any product code, to verify the
 * product's counts.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

const [file, ...terms] = process.argv.slice(2)
if (file === undefined || terms.length === 0) {
  console.error('Usage: node scripts/checks/count-terms.ts FILE TERM…')
  process.exit(2)
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function toPlainText(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

/** A letter that continues a word. Letters of scripts written without spaces do not: a Latin word may stand directly between them. */
const inner = String.raw`[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]]`

/** Matches the words next to each other, but not inside longer words; a possessive 's after a word is allowed. */
const patterns = terms.map((term) => {
  const words = fold(term).match(/[\p{L}\p{N}]+/gu) ?? []
  const body = words.join(String.raw`(?:['’]s)?[^\p{L}\p{N}]+`)
  return new RegExp(
    String.raw`(?<!${inner}|${inner}['’])${body}(?:(?=['’]s(?!${inner}))|(?!['’]${inner}))(?!${inner})`,
    'v',
  )
})

const counts = terms.map(() => 0)
let rows = 0
const bytes = createReadStream(file)
for await (const line of createInterface({
  input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes,
  crlfDelay: Infinity,
})) {
  if (line.trim() === '') continue
  rows += 1
  const row = JSON.parse(line) as { title?: string | null; body?: string | null }
  const parts = [row.title, row.body]
    .filter((part): part is string => typeof part === 'string')
    .map((part) => fold(toPlainText(part)))
  for (const [index, pattern] of patterns.entries())
    if (parts.some((part) => pattern.test(part))) counts[index] = (counts[index] ?? 0) + 1
}

console.log(JSON.stringify({ rows, counts: Object.fromEntries(terms.map((term, index) => [term, counts[index]])) }))
