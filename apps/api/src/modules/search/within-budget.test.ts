import { describe, expect, test } from 'vitest'
import { withinBudget } from './within-budget.ts'

const forever = () => new Promise<never>(() => {})
const budgetMs = 60_000

describe('an attempt within a budget', () => {
  test('answers', async () => {
    const { signal } = new AbortController()
    expect(await withinBudget(async () => 7, { budgetMs, signal })).toEqual({ kind: 'answered', value: 7 })
  })

  test('is left behind when its time is up, even when it ignores its signal', async () => {
    const { signal } = new AbortController()
    expect(await withinBudget(forever, { budgetMs: 5, signal })).toEqual({ kind: 'timed_out' })
  })

  test('is told to stop when nobody waits any more', async () => {
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

  test('does not begin when it is cancelled already', async () => {
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
