import { describe, expect, test } from 'vitest'
import type { StoryCard } from '@auspex/sdk'
import { saveField } from './use-story-editor.ts'
import { SaveQueue } from './saved-fields.ts'
import { applyOrder, isReordered, moveId } from './card-order.ts'

interface Version {
  title: string
  revision: number
}

/** A fake server that refuses stale revisions. */
const createServer = (stored: Version) => {
  const server = {
    stored,
    /** The version that the browser knows. */
    known: { ...stored } as Version | undefined,
    own: '',
    save: (text: string, base: string) =>
      saveField<Version>({
        place: 'title',
        text,
        base,
        isOwn: (words) => words === server.own,
        known: () => server.known,
        read: ({ title }) => title,
        send: async ({ revision }) => {
          if (revision !== server.stored.revision) throw new Error('stale')
          server.stored = { title: text, revision: revision + 1 }
        },
        adopt: () => {
          server.known = { ...server.stored }
          return true
        },
      }),
  }
  return server
}

describe('saving a field', () => {
  test('sends what was typed', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    await server.save('froth', 'foam')
    expect(server.stored.title).toBe('froth')
  })

  test('adopts a change by others that does not touch the field', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.stored = { title: 'foam', revision: 4 }
    await server.save('froth', 'foam')
    expect(server.stored).toEqual({ title: 'froth', revision: 5 })
  })

  test('does not overwrite somebody else’s change to the same field', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.stored = { title: 'bubbles', revision: 4 }
    await expect(server.save('froth', 'foam')).rejects.toMatchObject({ mine: 'froth', theirs: 'bubbles' })
    expect(server.stored.title).toBe('bubbles')
  })

  test('text typed during a save does not conflict with it', async () => {
    const server = createServer({ title: 'froth', revision: 4 })
    server.own = 'froth'
    await server.save('frothy', 'foam')
    expect(server.stored.title).toBe('frothy')
  })

  test('two people who typed the same agree', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.stored = { title: 'froth', revision: 4 }
    await server.save('froth', 'foam')
    expect(server.stored.revision).toBe(4)
  })

  test('a concurrent deletion is a conflict, not a silent loss', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.known = undefined
    await expect(server.save('froth', 'foam')).rejects.toMatchObject({ mine: 'froth', theirs: null })
  })
})

/** A request that the test resolves. */
const createRequest = () => {
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
  const answer = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  return { run: () => answer, resolve: () => settle?.resolve(), reject: (error: Error) => settle?.reject(error) }
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

describe('saving', () => {
  test('sends changes one at a time, in order', async () => {
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

  test('a later change to the same place replaces one that was not sent yet', async () => {
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

  test('a failed change is kept, blocks later ones, and is sent on retry', async () => {
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

  test('a dropped change is not sent, and the rest continues', async () => {
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

const card = (id: string): StoryCard => ({
  id,
  caption: null,
  frozen: false,
  asOf: null,
  content: { kind: 'text', text: '' },
})
const idsOf = (cards: readonly StoryCard[]) => cards.map(({ id }) => id)

describe('the order of cards', () => {
  test.each<[string, number, string[]]>([
    ['c', 0, ['c', 'a', 'b']],
    ['a', 2, ['b', 'c', 'a']],
    ['b', -1, ['b', 'a', 'c']],
    ['b', 9, ['a', 'c', 'b']],
  ])('%s moves to %d', (id, to, ids) => {
    expect(moveId(['a', 'b', 'c'], id, to)).toEqual(ids)
  })

  test('cards that a colleague added stay, at the end', () => {
    expect(idsOf(applyOrder([card('a'), card('b'), card('new')], ['b', 'a']))).toEqual(['b', 'a', 'new'])
  })

  test('cards that a colleague deleted do not reappear', () => {
    expect(idsOf(applyOrder([card('a')], ['b', 'a']))).toEqual(['a'])
  })

  test('adding and deleting is not another order, moving is', () => {
    expect(isReordered(['a', 'b', 'c'], ['a', 'c', 'new'])).toBe(false)
    expect(isReordered(['a', 'b', 'c'], ['b', 'a', 'c'])).toBe(true)
  })
})
