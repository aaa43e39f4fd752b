import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, describe } from 'vitest'
import { keepAnswer } from './query.ts'
import { createOperationEvents } from './api.tsx'
import { readPages } from './collection-options.ts'

const queryKey = ['portfolio', 'pf_1']

test('a read that began before a change does not overwrite it in the cache', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, 'before')
  const read = Promise.withResolvers<string>()
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => read.promise })
  const stop = observer.subscribe(() => {})
  keepAnswer(queryClient, queryKey, 'changed')
  read.resolve('before')
  await read.promise
  await Promise.resolve()
  expect(observer.getCurrentResult()).toMatchObject({ data: 'changed', status: 'success', fetchStatus: 'idle' })
  stop()
})

test('a later read is shown', async () => {
  const queryClient = new QueryClient()
  keepAnswer(queryClient, queryKey, 'changed')
  expect(await queryClient.fetchQuery({ queryKey, queryFn: () => 'changed again' })).toBe('changed again')
  expect(queryClient.getQueryData(queryKey)).toBe('changed again')
})

const idOf = ({ id }: { id: string }): string => id

const pageOf = (page: number, totalPages: number, ids: string[]) => ({
  items: ids.map((id) => ({ id })),
  page: { page, perPage: 2, total: totalPages * 2, totalPages, nextCursor: null },
})

describe('a list of several pages', () => {
  test('is fetched to the end, and an item that moved between pages appears once', async () => {
    const pages = [pageOf(1, 3, ['a', 'b']), pageOf(2, 3, ['b', 'c']), pageOf(3, 3, ['d'])]
    const { items } = await readPages(async (page) => pages[page - 1] ?? pageOf(page, 3, []), idOf)
    expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('that is empty or has one page needs one request', async () => {
    const read: number[] = []
    for (const totalPages of [0, 1])
      await readPages(async (page) => {
        read.push(page)
        return pageOf(page, totalPages, [])
      }, idOf)
    expect(read).toEqual([1, 1])
  })

  test('fails if one of its pages fails', async () => {
    const reading = readPages(async (page) => {
      if (page === 2) throw new Error('gone')
      return pageOf(page, 2, [])
    }, idOf)
    await expect(reading).rejects.toThrow('gone')
  })
})

describe('operations that succeed', () => {
  const setUp = () => {
    const { hooks, subscribe } = createOperationEvents()
    const succeed = async (operation: string) => {
      await hooks.afterResponse?.({ operation, response: new Response() } as Parameters<
        NonNullable<typeof hooks.afterResponse>
      >[0])
    }
    const listen = (seen?: number) => {
      const heard: string[] = []
      return { heard, stop: subscribe((operation) => void heard.push(operation), seen) }
    }
    return { succeed, listen }
  }

  test('are reported to every listener, also those that came before it subscribed', async () => {
    const { succeed, listen } = setUp()
    await succeed('getMe')
    const early = listen()
    await succeed('topicQuery')
    const late = listen()
    await succeed('getSignal')
    expect(early.heard).toEqual(['getMe', 'topicQuery', 'getSignal'])
    expect(late.heard).toEqual(['getMe', 'topicQuery', 'getSignal'])
  })

  test('are reported once to a listener that pauses while another keeps listening', async () => {
    const { succeed, listen } = setUp()
    const [other, before] = [listen(), listen()]
    await succeed('getMe')
    const seen = before.stop()
    await succeed('topicQuery')
    expect(before.heard).toEqual(['getMe'])
    expect(listen(seen).heard).toEqual(['topicQuery'])
    expect(other.heard).toEqual(['getMe', 'topicQuery'])
  })
})
