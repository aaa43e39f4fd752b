import { detectLanguage } from '@auspex/analytics'
import { detect } from 'tinyld'
import type { EvalRow, EvalTask } from './eval.types.ts'
import { textsByLanguage } from './language/texts.ts'

const texts = Object.entries(textsByLanguage).flatMap(([lang, languageTexts]) =>
  languageTexts.map((text) => ({ lang, text })),
)

function shareRight(identifyLanguage: (text: string) => string | null): number {
  return texts.filter(({ lang, text }) => identifyLanguage(text) === lang).length / texts.length
}

export const language: EvalTask = {
  name: 'language',
  run: async () => {
    const row: EvalRow = {
      task: 'language',
      data: `${texts.length} own short texts, ${Object.keys(textsByLanguage).length} languages`,
      measure: 'share right',
      value: shareRight((text) => detectLanguage(text).lang),
      bar: { atLeast: 0.9 },
      baseline: { name: 'tinyld', value: shareRight((text) => detect(text)) },
    }
    return [row]
  },
}
