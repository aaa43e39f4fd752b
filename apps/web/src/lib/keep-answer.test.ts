import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keepAnswer } from './keep-answer.ts'

const queryKey = ['portfolio', 'pf_1']

test('a read that began before a change does not undo it on the screen', async () => {
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

test('what is asked for afterwards is shown', async () => {
  const queryClient = new QueryClient()
  keepAnswer(queryClient, queryKey, 'changed')
  expect(await queryClient.fetchQuery({ queryKey, queryFn: () => 'changed again' })).toBe('changed again')
  expect(queryClient.getQueryData(queryKey)).toBe('changed again')
})
