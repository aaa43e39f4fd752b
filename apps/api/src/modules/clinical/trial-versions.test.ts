import { describe, expect, test } from 'vitest'
import { changePairs } from './testing/change-pairs.ts'
import { compareRecords, toVersions } from './trial-versions.ts'

describe('trial versions', () => {
  const recordOf = (field: string, value: string | null): Record<string, string> =>
    value === null ? {} : { [field]: value }

  describe('compareRecords', () => {
    test('classifies material and administrative changes correctly in at least 95 of 100 pairs', () => {
      const mistakes = changePairs.filter(({ pair: [field, before, after], kind }) => {
        const [change] = compareRecords(recordOf(field, before), recordOf(field, after))
        return change?.kind !== kind
      })
      expect(changePairs).toHaveLength(100)
      expect(mistakes.map(({ pair }) => pair[0])).toEqual([])
      // both kinds, so that a rule with the same answer for all would fail
      expect(changePairs.filter(({ kind }) => kind === 'material').length).toBeGreaterThan(40)
    })

    test.each([
      ['material', 'T-score ≤ -2.5', 'T-score ≤ 2.5'],
      ['material', 'Temperature from -5 to 5', 'Temperature from 5 to 5'],
      ['material', 'T-score:-2.5', 'T-score: 2.5'],
      ['material', 'from [-5 to 5]', 'from [5 to 5]'],
      ['administrative', 'Aged 18-65', 'Aged 18 - 65'],
      ['administrative', 'Aged 18-65', 'Aged 18 -65'],
      ['administrative', 'Criteria:\n-18 years', 'Criteria:\n- 18 years'],
    ])('a dash before a number is its sign: %s, from %s to %s', (kind, before, after) => {
      const recordOfCriteria = (text: string) => recordOf('eligibilityModule.eligibilityCriteria', text)
      expect(compareRecords(recordOfCriteria(before), recordOfCriteria(after))).toMatchObject([{ kind }])
    })

    test('identical records have no changes, and material changes come first', () => {
      expect(compareRecords({ a: '1' }, { a: '1' })).toEqual([])
      const changes = compareRecords(
        { 'aModule.b': '1', 'statusModule.overallStatus': 'RECRUITING' },
        { 'aModule.b': '2', 'statusModule.overallStatus': 'COMPLETED' },
      )
      expect(changes.map(({ kind }) => kind)).toEqual(['material', 'administrative'])
    })
  })

  describe('toVersions', () => {
    test('each version is compared with the one before it, newest first', () => {
      const version = (day: string, status: string) => ({
        updatedDay: day,
        readAt: new Date(`${day}T08:00:00Z`),
        fields: { 'statusModule.overallStatus': status },
      })
      const versions = toVersions([version('2026-01-01', 'RECRUITING'), version('2026-02-01', 'COMPLETED')])
      expect(versions.map(({ updatedDay, isMaterial }) => [updatedDay, isMaterial])).toEqual([
        ['2026-02-01', true],
        ['2026-01-01', false],
      ])
    })
  })
})
