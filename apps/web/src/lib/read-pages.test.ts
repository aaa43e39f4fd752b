import { describe, expect, test } from 'vitest'
import { readPages } from './read-pages.ts'

const idOf = ({ id }: { id: string }): string => id

const pageOf = (page: number, totalPages: number, ids: string[]) => ({
  items: ids.map((id) => ({ id })),
  page: { page, perPage: 2, total: totalPages * 2, totalPages, nextCursor: null },
})

describe('a list of several pages', () => {
  test('is read to its end, and what moved between two pages stands in it once', async () => {
    const pages = [pageOf(1, 3, ['a', 'b']), pageOf(2, 3, ['b', 'c']), pageOf(3, 3, ['d'])]
    const { items } = await readPages(async (page) => pages[page - 1] ?? pageOf(page, 3, []), idOf)
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('that is empty or has one page is asked once', async () => {
    const read: number[] = []
    for (const totalPages of [0, 1])
      await readPages(async (page) => {
        read.push(page)
        return pageOf(page, totalPages, [])
      }, idOf)
    expect(read).toEqual([1, 1])
  })

  test('fails when one of its pages does', async () => {
    const reading = readPages(async (page) => {
      if (page === 2) throw new Error('gone')
      return pageOf(page, 2, [])
    }, idOf)
    await expect(reading).rejects.toThrow('gone')
  })
})
