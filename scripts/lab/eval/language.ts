import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectLanguage } from '@auspex/analytics'
import { detect } from 'tinyld'
import { type EvalTask, shareOf } from '../figures.ts'

/** Eight short texts for each language, written for this evaluation in the style of headlines and posts. */
const texts = readFileSync(join(import.meta.dirname, 'language.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [lang: string, text: string]) // our own file

export const language: EvalTask = {
  name: 'language',
  run: async () => [
    {
      data: `${texts.length} own short texts, ${new Set(texts.map(([lang]) => lang)).size} languages`,
      measure: 'share right',
      value: shareOf(texts, ([lang, text]) => detectLanguage(text).lang === lang),
      bar: { atLeast: 0.9 },
      baseline: { name: 'tinyld', value: shareOf(texts, ([lang, text]) => detect(text) === lang) },
    },
  ],
}
