import { readFileSync } from 'node:fs'

/** A code block of a page. */
export interface CodeBlock {
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
