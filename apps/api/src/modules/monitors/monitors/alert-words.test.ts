import { expect, test } from 'vitest'
import type { SignalRule } from './condition-rules.ts'
import { toAlert } from './alert-words.ts'

const judgement = {
  day: '2026-05-10',
  fromDay: '2026-05-04',
  value: 24,
  holds: true,
  unknown: null,
  pointDay: '2026-05-08',
}
const rules: SignalRule[] = [
  { kind: 'volume-times-usual', times: 3, minDocuments: 5, windowDays: 7 },
  { kind: 'momentum-above', ratio: 1.5, windowDays: 7 },
  { kind: 'new-inflection', inflection: 'any' },
]

test.each(rules)('$kind says how many times where that may be told, and else that it may not', (rule) => {
  const reasonOf = (isTold: boolean) => toAlert('sub_1', rule, { ...judgement, isTold })?.reason
  expect(reasonOf(true)).toMatch(/\b24 times/u)
  expect(reasonOf(false)).not.toMatch(/\b24\b/u)
  expect(reasonOf(false)).toContain('too few, or too unevenly spread')
})
