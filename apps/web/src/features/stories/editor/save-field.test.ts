import { describe, expect, test } from 'vitest'
import { saveField } from './use-story-editor.ts'

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

  test('takes over a change of others that leaves the field alone', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.stored = { title: 'foam', revision: 4 }
    await server.save('froth', 'foam')
    expect(server.stored).toEqual({ title: 'froth', revision: 5 })
  })

  test('does not write over what somebody else wrote into the same field', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.stored = { title: 'bubbles', revision: 4 }
    await expect(server.save('froth', 'foam')).rejects.toMatchObject({ mine: 'froth', theirs: 'bubbles' })
    expect(server.stored.title).toBe('bubbles')
  })

  test('what was typed while the words before it were on their way is no conflict with them', async () => {
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

  test('what was deleted meanwhile is a conflict, not a silent loss', async () => {
    const server = createServer({ title: 'foam', revision: 3 })
    server.known = undefined
    await expect(server.save('froth', 'foam')).rejects.toMatchObject({ mine: 'froth', theirs: null })
  })
})
