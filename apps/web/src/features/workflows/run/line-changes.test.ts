import { describe, expect, test } from 'vitest'
import { lineChanges } from './compare-runs.tsx'

const apply = (changes: ReturnType<typeof lineChanges>, keptKind: 'removed' | 'added') =>
  changes.filter(({ kind }) => kind === 'same' || kind === keptKind).map(({ line }) => line)

describe('two results', () => {
  test('differ in the lines that differ', () => {
    expect(lineChanges('# Brief\n\n| oat milk | 120 |\n\nThe end', '# Brief\n\n| oat milk | 131 |\n\nThe end')).toEqual(
      [
        { kind: 'same', line: '# Brief' },
        { kind: 'removed', line: '| oat milk | 120 |' },
        { kind: 'added', line: '| oat milk | 131 |' },
        { kind: 'same', line: 'The end' },
      ],
    )
  })

  test('are the same when only the numbers of their evidence differ', () => {
    expect(lineChanges('Grown [1][2]', 'Grown [3]').every(({ kind }) => kind === 'same')).toBe(true)
  })

  test('can both be read from what is shown', () => {
    const [older, newer] = [
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['b', 'x', 'd', 'c', 'f', 'y'],
    ]
    const changes = lineChanges(older.join('\n'), newer.join('\n'))
    expect(apply(changes, 'removed')).toEqual(older)
    expect(apply(changes, 'added')).toEqual(newer)
  })
})
