import type { DocumentSource } from '@auspex/sources'
import { expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { sampleDocument } from '../../../testing/sample-document.ts'
import { silentLog } from '../../../testing/test-database.ts'
import type { FeedsRepository } from './feeds.repository.ts'
import { fetchFeeds } from './fetch-feeds.ts'
import { stub } from '../../../testing/stub.ts'

const run = { status: 'ok', reason: null } as const
const urls = ['https://a.example/feed', 'https://poisoned.example/feed', 'https://c.example/feed']

test.each(['reading', 'storing'])(
  'a feed whose %s fails is noted as failed, and the feeds after it are read',
  async (step) => {
    const notes: [url: string, status: string][] = []
    const fail = (isPoisoned: boolean, at: string) => {
      if (isPoisoned && at === step) throw new Error('poisoned')
    }
    const reader = {
      search: async ({ feeds: [url = ''] = [] }: { feeds?: string[] }) => {
        fail(url.includes('poisoned'), 'reading')
        return { run, documents: [sampleDocument({ outlet: new URL(url).hostname })] }
      },
    } as unknown as DocumentSource // the only method that is called
    await fetchFeeds(
      {
        feeds: {
          listDue: async () => urls,
          recordFetch: async (url: string, { status }: { status: string }) => void notes.push([url, status]),
        } as unknown as FeedsRepository, // the only two methods that are called
        documents: stub({
          storeDocuments: async ([first]) => {
            fail(first?.outlet === 'poisoned.example', 'storing')
            return { stored: 1, duplicates: 0, ids: [], undatable: [] }
          },
        }),
        reader,
        clock: createFixedClock('2026-11-21T08:00:00Z'),
        log: silentLog,
      },
      new AbortController().signal,
    )
    expect(notes).toEqual([
      ['https://a.example/feed', 'ok'],
      ['https://poisoned.example/feed', 'schema_changed'],
      ['https://c.example/feed', 'ok'],
    ])
  },
)
