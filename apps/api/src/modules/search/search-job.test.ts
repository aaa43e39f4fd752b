import { suggestMore } from '@auspex/analytics'
import type { SignalQuery } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { readSignalQuery } from '../reports/index.ts'
import { createConcurrencyLimit } from './running-searches.ts'
import { withinBudget } from './search-plan.ts'
import { endedRun, pendingRun } from './source-run-states.ts'

describe('search suggestions', () => {
  const suggest = (
    query: SignalQuery,
    runs: Parameters<typeof suggestMore>[0]['runs'] = [],
    { demoEnded = false, isDemo = false } = {},
  ) => suggestMore({ echo: readSignalQuery(query).echo, runs, demoEnded, isDemo })
  test('do not send anybody to imports where only demo documents are searched', () => {
    const [, last] = suggest({ query_term: 'oatly' }, [], { isDemo: true })
    expect(last).toContain('demo documents only')
  })

  const failedRun = (status: 'rate_limited' | 'upstream_down') =>
    endedRun(pendingRun({ key: 'gdelt', label: 'GDELT' }), {
      status,
      reason: 'It said so.',
      at: new Date('2026-11-21T08:00:00Z'),
    })

  describe('suggestions for a sparse topic', () => {
    test('mention the end of the demo first, then other suggestions', () => {
      expect(suggest({ query_term: 'oatly' }, [], { demoEnded: true })).toEqual([
        expect.stringContaining('The demo has ended'),
        'Check the spelling, or search for a wider term.',
        expect.stringContaining('Import documents'),
      ])
      expect(suggest({ query_term: 'oatly' }).join(' ')).not.toContain('demo')
    })

    test('name the restrictive parts of the query', () => {
      expect(suggest({ query_term: 'oatly', geo: 'SE', startDate: '2026-01-01', sources: ['rss'] })[0]).toBe(
        'Search without the country SE, dates and a choice of sources.',
      )
    })

    test('name rate-limited sources and those that did not answer', () => {
      expect(suggest({ query_term: 'oatly' }, [failedRun('rate_limited')]).join(' ')).toContain('GDELT asked to wait')
      expect(suggest({ query_term: 'oatly' }, [failedRun('upstream_down')]).join(' ')).toContain('GDELT did not answer')
    })

    test('suggest relaxing a pair or a phrase', () => {
      expect(suggest({ x_term: 'tea', y_term: 'matcha', isCompound: true })[0]).toContain('either of')
      expect(suggest({ query_term: 'oat milk latte' })[0]).toContain('AND')
      expect(suggest({ query_term: 'oat milk latte', geo: 'DE' }).join(' ')).not.toContain('AND')
    })

    test('name the restrictive conditions of the query language', () => {
      const sentences = suggest({ query_term: 'oat near/2 milk outlet:nytimes.com' })
      expect(sentences[0]).toContain('near each other')
      expect(sentences[1]).toContain('Remove conditions')
      expect(sentences.join(' ')).not.toContain('side by side')
    })

    test("are never empty and never exceed the contract's limits", () => {
      expect(suggest({ query_term: 'oatly' }).length).toBeGreaterThan(1)
      for (const sentence of suggest({ query_term: 'word '.repeat(99).trim() }))
        expect(sentence.length).toBeLessThanOrEqual(300)
    })
  })
})

describe('within budget', () => {
  const forever = () => new Promise<never>(() => {})
  const budgetMs = 60_000

  describe('an attempt within a budget', () => {
    test('returns its result', async () => {
      const { signal } = new AbortController()
      expect(await withinBudget(async () => 7, { budgetMs, signal })).toEqual({ kind: 'answered', value: 7 })
    })

    test('is abandoned when its time is up, even if it ignores its signal', async () => {
      const { signal } = new AbortController()
      expect(await withinBudget(forever, { budgetMs: 5, signal })).toEqual({ kind: 'timed_out' })
    })

    test('is aborted when its caller aborts', async () => {
      const controller = new AbortController()
      let wasAborted = false
      const attempt = (signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => {
            wasAborted = true
            reject(signal.reason)
          })
          controller.abort()
        })
      expect(await withinBudget(attempt, { budgetMs, signal: controller.signal })).toEqual({ kind: 'cancelled' })
      expect(wasAborted).toBe(true)
    })

    test('does not start if it is already cancelled', async () => {
      let hasStarted = false
      const attempt = async () => (hasStarted = true)
      expect(await withinBudget(attempt, { budgetMs, signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' })
      expect(hasStarted).toBe(false)
    })

    test('fails as the attempt fails', async () => {
      const { signal } = new AbortController()
      await expect(withinBudget(() => Promise.reject(new Error('broken')), { budgetMs, signal })).rejects.toThrow(
        'broken',
      )
    })
  })
})

describe('concurrency limit', () => {
  const { signal } = new AbortController()
  const isWaiting = async (entering: Promise<unknown>) =>
    (await Promise.race([
      entering.then(() => 'in'),
      new Promise((resolve) => setImmediate(() => resolve('waits'))),
    ])) === 'waits'

  describe('a concurrency limit', () => {
    test('admits as many as its limit, and others in order of arrival', async () => {
      const limit = createConcurrencyLimit(2)
      const leaveFirst = await limit.enter(signal)
      await limit.enter(signal)
      const third = limit.enter(signal)
      const fourth = limit.enter(signal)
      expect(await isWaiting(third)).toBe(true)
      leaveFirst()
      leaveFirst() // leaving twice frees one place
      await third
      expect(await isWaiting(fourth)).toBe(true)
    })

    test('removes callers that stopped waiting', async () => {
      const limit = createConcurrencyLimit(1)
      const release = await limit.enter(signal)
      const impatient = new AbortController()
      const second = limit.enter(impatient.signal)
      const third = limit.enter(signal)
      impatient.abort()
      await expect(second).rejects.toThrow()
      release()
      await expect(third).resolves.toBeTypeOf('function')
    })
  })
})
