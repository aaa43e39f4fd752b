import { describe, expect, test } from 'vitest'
import { findEvaluationData, readJsonLines } from '../testing/evaluation-data.ts'
import { detectLanguage } from './detect-language.ts'
import { shortTitles } from './testing/short-titles.ts'

describe('detectLanguage', () => {
  test.each([
    ['What we know about the new climate report', 'en'],
    ['Lo que sabemos de la crisis económica en España', 'es'],
    ['Was wir über die Krise in der Ukraine wissen', 'de'],
    ['Ce que nous savons de la crise économique', 'fr'],
    ['Wat we weten over de crisis in het land', 'nl'],
    ['Что мы знаем о новом докладе', 'ru'],
    ['気候変動に関する新しい報告', 'ja'],
    ['关于气候变化的新报告', 'zh'],
    ['기후 변화에 관한 새 보고서', 'ko'],
    ['รายงานใหม่เกี่ยวกับสภาพอากาศ', 'th'],
    ['Νέα έκθεση για το κλίμα', 'el'],
    ['Người xây tổ ấm cho đàn cò cùng ước muốn', 'vi'],
  ])('%j is %s', (text, lang) => {
    expect(detectLanguage(text).lang).toBe(lang)
  })

  test.each(['', 'FIS', '2024 10 12', 'ok 24', '!!!'])('%j is too short to identify', (text) => {
    expect(detectLanguage(text)).toEqual({ lang: null, confidence: 0 })
  })

  test('confidence grows with the evidence and stays within 0 and 1', () => {
    const plain = detectLanguage('This is what they said about the report and why it was not true')
    const thin = detectLanguage('Market recap and outlook')
    expect(plain.confidence).toBeGreaterThan(thin.confidence)
    expect(plain.confidence).toBeLessThanOrEqual(1)
  })
})

test('a short title gets its own language or none, and most get their own', () => {
  const rows = Object.entries(shortTitles).flatMap(([lang, titles]) =>
    titles.map((title) => ({ lang, title, found: detectLanguage(title).lang })),
  )
  const wrong = rows.filter(({ lang, found }) => found !== null && found !== lang)
  const correct = rows.filter(({ lang, found }) => found === lang).length
  console.info(`short titles: ${correct} of ${rows.length} own language, ${wrong.length} another`)
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(wrong).toEqual([])
  expect(correct / rows.length).toBeGreaterThan(0.6)
})

interface NewsRow {
  title: string
  lang: string | null
}

const corpora = findEvaluationData('corpora')

test.skipIf(corpora === null)(
  'news titles of five words or more get the language of their outlet',
  () => {
    const rows = readJsonLines<NewsRow>(`${corpora}/news_gdelt_2017_2021.jsonl.gz`)
    for (const [lang, least] of [
      ['en', 0.94],
      ['es', 0.9],
      ['hu', 0.93],
      ['de', 0.88],
      ['vi', 0.95],
      ['nl', 0.95],
    ] as const) {
      const titles = [...new Set(rows.filter((row) => row.lang === lang).map((row) => row.title))]
        .filter((title) => title.split(' ').length >= 5)
        .slice(0, 3_000)
      const right = titles.filter((title) => detectLanguage(title).lang === lang).length
      console.info(`language, ${lang}: ${((100 * right) / titles.length).toFixed(1)} % of ${titles.length}`)
      expect(right / titles.length).toBeGreaterThan(least)
    }
  },
  30_000,
)
