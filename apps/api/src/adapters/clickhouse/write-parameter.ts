import type { Value } from './statement.ts'

/** A value as the HTTP interface takes it: text with escapes, texts of an array in quotes too. */
export function writeParameter(value: Value): string {
  if (typeof value === 'string') return escape(value)
  if (!Array.isArray(value)) return String(value)
  return `[${value.map((one) => (typeof one === 'string' ? `'${escape(one)}'` : String(one))).join(',')}]`
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }

function escape(text: string): string {
  return text.replaceAll(/[\t\n\r'\\]/g, (sign) => escapes[sign] ?? sign)
}
