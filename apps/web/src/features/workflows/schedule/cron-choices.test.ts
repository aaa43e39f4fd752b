import { describe, expect, test } from 'vitest'
import { firstChoice, readCron, toCron } from './schedule-section.tsx'

describe('a schedule as fields', () => {
  test.each([
    '0 7 * * 1',
    '30 18 * * 5',
    '5 0 * * *',
    '0 9 * * 1-5',
    '15 6 1 * *',
    '0 8 * * 7',
    '0 7 1 * 1',
    '0 */6 * * *',
  ])('%s is the same after it was read and written', (cron) => expect(toCron(readCron(cron))).toBe(cron))

  test('what people typed loses its doubled blanks, and nothing else', () => {
    expect(toCron({ ...firstChoice, kind: 'cron', cron: ' 0  8 * *  MON ' })).toBe('0 8 * * MON')
  })
})
