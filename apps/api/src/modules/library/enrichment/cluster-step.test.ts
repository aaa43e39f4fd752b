import { describe, expect, test } from 'vitest'
import { chooseClusters } from './enrichment.ts'

const week = '2026-01-05'
const before = '2026-01-03'
const row = (id: string, cluster_id: string, day = week) => ({ id, cluster_id, day })

describe('naming story clusters', () => {
  test('writes nothing when stored stories are the found ones', () => {
    const window = [row('1', 's'), row('2', 's'), row('3', '3')]
    expect(
      chooseClusters({
        window,
        firstIds: new Map([
          ['1', '1'],
          ['2', '1'],
          ['3', '3'],
        ]),
        week,
      }),
    ).toEqual([])
  })

  test('joins a copy to a story that began the week before, under its name', () => {
    const window = [row('1', 's', before), row('2', '2')]
    const found = new Map([
      ['1', '1'],
      ['2', '1'],
    ])
    expect(chooseClusters({ window, firstIds: found, week })).toEqual([{ id: '2', cluster: 's' }])
  })

  test('parts two stories that had one title', () => {
    const window = [row('1', 's'), row('2', 's')]
    expect(
      chooseClusters({
        window,
        firstIds: new Map([
          ['1', '1'],
          ['2', '2'],
        ]),
        week,
      }),
    ).toEqual([{ id: '2', cluster: '2' }])
  })
})
