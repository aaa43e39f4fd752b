import { describe, expect, test } from 'vitest'
import { SaveQueue } from './save-queue.ts'

/** A request that the test resolves. */
const createRequest = () => {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  const answer = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  return { run: () => answer, resolve: () => settle?.resolve(), reject: (error: Error) => settle?.reject(error) }
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

describe('saving', () => {
  test('sends one change after the other, in the order in which they were made', async () => {
    const queue = new SaveQueue()
    const sentTexts: string[] = []
    const first = createRequest()
    queue.add({ place: 'title', run: () => (sentTexts.push('title'), first.run()) })
    queue.add({ place: 'order', run: async () => void sentTexts.push('order') })
    await nextTurn()
    expect(sentTexts).toEqual(['title'])
    expect(queue.state).toEqual({ status: 'saving' })
    first.resolve()
    await nextTurn()
    expect(sentTexts).toEqual(['title', 'order'])
    expect(queue.state).toEqual({ status: 'saved' })
  })

  test('a later change of the same place replaces one that was not sent yet', async () => {
    const queue = new SaveQueue()
    const sent: string[] = []
    const first = createRequest()
    queue.add({ place: 'card', run: () => (sent.push('a'), first.run()) })
    queue.add({ place: 'card', run: async () => void sent.push('b') })
    queue.add({ place: 'card', run: async () => void sent.push('c') })
    first.resolve()
    await nextTurn()
    expect(sent).toEqual(['a', 'c'])
  })

  test('what failed is kept, holds what follows, and is sent when it is tried again', async () => {
    const queue = new SaveQueue()
    const sent: string[] = []
    let isDown = true
    queue.add({
      place: 'title',
      run: async () => {
        if (isDown) throw new Error('down')
        sent.push('title')
      },
    })
    await nextTurn()
    queue.add({ place: 'order', run: async () => void sent.push('order') })
    await nextTurn()
    expect(queue.state).toMatchObject({ status: 'failed' })
    expect(sent).toEqual([])
    isDown = false
    queue.retry()
    await nextTurn()
    expect(sent).toEqual(['title', 'order'])
    expect(queue.state).toEqual({ status: 'saved' })
  })

  test('what was dropped is not sent, and the rest goes on', async () => {
    const queue = new SaveQueue()
    const sent: string[] = []
    queue.add({ place: 'title', run: () => Promise.reject(new Error('stale')) })
    await nextTurn()
    queue.add({ place: 'order', run: async () => void sent.push('order') })
    queue.drop('title')
    await nextTurn()
    expect(sent).toEqual(['order'])
    expect(queue.state).toEqual({ status: 'saved' })
  })
})
