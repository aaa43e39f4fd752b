import { loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { pageOffset, toPageInfo, toPageRequest } from './page.ts'
import { formatWait } from './retry-after.ts'
import { severities } from './security-event.ts'
import { createSharedWork } from './shared-work.ts'
import { currentWork, runAs, runForTenant, serverWork, strangers } from './work.ts'

describe('fold text', () => {
  test('folds spellings that people consider equal to the same text', () => {
    expect(['Nestlé', 'NESTLE', ' nestle\u0301 '].map(foldText)).toEqual(['nestle', 'nestle', 'nestle'])
    expect(foldText('Oat \n  Milk')).toBe('oat milk')
    expect(foldText('東京')).toBe('東京')
  })
})

describe('logger', () => {
  const program = fileURLToPath(new URL('testing/log-lines.main.ts', import.meta.url))

  // a Linux device on which every write fails as on a full disk
  test.runIf(existsSync('/dev/full'))('a log on a full disk does not end the process', () => {
    const output = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [program], {
      stdio: ['ignore', output, 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
    })
    closeSync(output)
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'came to its end' })
  })

  test('writes every line to a working log', () => {
    const { status, stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8', maxBuffer: 2 ** 24 })
    const lines = stdout.trimEnd().split('\n')
    expect(status).toBe(0)
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
      Array.from({ length: 300 }, (_, n) => n),
    )
  })
})

describe('page', () => {
  test('a page starts after the items of previous pages', () => {
    expect(pageOffset({ page: 3, perPage: 20 })).toBe(40)
    expect(toPageRequest({})).toEqual({ page: 1, perPage: 20 })
  })

  test('the last page may be short, and an empty list has no pages', () => {
    expect(toPageInfo({ page: 1, perPage: 20 }, 41).totalPages).toBe(3)
    expect(toPageInfo({ page: 1, perPage: 20 }, 0).totalPages).toBe(0)
  })
})

describe('say wait', () => {
  test('states a short wait in seconds, rounded up', () => {
    expect([1, 45, 89, 90, 120, 121, 3600].map(formatWait)).toEqual([
      'a second',
      '45 seconds',
      '89 seconds',
      '2 minutes',
      '2 minutes',
      '3 minutes',
      '60 minutes',
    ])
  })
})

describe('security event', () => {
  test('documents exactly the events of the security log for operators', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const [, section = ''] = /^## Security log$([^]*?)^## /m.exec(page) ?? []
    const explained = [...section.matchAll(/^- (`.+?`): /gm)].flatMap(([, names = '']) =>
      names.match(/[a-z-]+\.[a-z-]+/g),
    )
    expect(new Set(explained)).toEqual(new Set(Object.keys(severities)))
  })

  test('allows filtering by the name of every security event', () => {
    const operation = loadContract(readContractDocument()).operations.find(({ id }) => id === 'listSecurityEvents')
    for (const name of Object.keys(severities)) expect(operation?.checkQuery({ name })).toEqual([])
  })
})

describe('shared work', () => {
  /** A task that ends on demand, or when its work is aborted. */
  function pendingTask() {
    let finish: (value: string) => void = () => {}
    let runs = 0
    const task = () =>
      new Promise<string>((resolve, reject) => {
        runs += 1
        finish = resolve
        const { signal } = currentWork()
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    return { task, finish: (value: string) => finish(value), runs: () => runs }
  }

  test('concurrent callers share one run, which continues when one of them disconnects', async () => {
    const share = createSharedWork<string>()
    const { task, finish, runs } = pendingTask()
    const [first, second] = [new AbortController(), new AbortController()]
    const firstResult = runAs({ owner: 'a', signal: first.signal, tenant: null }, () => share('key', task))
    const secondResult = runAs({ owner: 'b', signal: second.signal, tenant: null }, () => share('key', task))
    first.abort(new Error('hung up'))
    finish('measured')
    expect(await Promise.all([firstResult, secondResult])).toEqual(['measured', 'measured'])
    expect(runs()).toBe(1)
  })

  test('a run is aborted when the last caller disconnects, and the next caller starts another', async () => {
    const share = createSharedWork<string>()
    const { task, finish, runs } = pendingTask()
    const callers = [new AbortController(), new AbortController()]
    const waiting = callers.map(({ signal }) => runAs({ owner: 'a', signal, tenant: null }, () => share('key', task)))
    for (const caller of callers) caller.abort(new Error('hung up'))
    const late = share('key', task)
    await expect(waiting[0]).rejects.toThrow('hung up')
    await expect(waiting[1]).rejects.toThrow('hung up')
    finish('measured')
    await expect(late).resolves.toBe('measured')
    expect(runs()).toBe(2)
  })

  test('a failure is passed to all callers and not cached', async () => {
    const share = createSharedWork<string>()
    const failing = () => Promise.reject(new Error('no library'))
    await expect(Promise.allSettled([share('key', failing), share('key', failing)])).resolves.toMatchObject([
      { reason: { message: 'no library' } },
      { reason: { message: 'no library' } },
    ])
    await expect(share('key', async () => 'measured')).resolves.toBe('measured')
  })
})

describe('work', () => {
  test('work started by a request belongs to it until its result is delivered, and then to the server', async () => {
    let isDelivered = false
    const tenant = { userId: 'usr_mira', organizationId: null }
    const work = { owner: 'usr_mira', signal: new AbortController().signal, tenant, isDelivered: () => isDelivered }
    const later = await runAs(work, async () => {
      await Promise.resolve()
      expect(currentWork()).toBe(work)
      return { current: currentWork, resume: Promise.resolve() }
    })
    isDelivered = true
    await runAs(work, async () => {
      await later.resume
      // but never with access to everyone's rows
      expect(later.current()).toEqual({ ...serverWork, tenant })
    })
  })

  test('work outside a request belongs to the server and is not aborted', () => {
    expect(currentWork()).toBe(serverWork)
    expect(serverWork.signal).toBeNull()
  })

  test('a task for another tenant ends with its caller, who then continues as themselves', () => {
    const { signal } = new AbortController()
    const tenant = { userId: 'usr_mira', organizationId: 'org_northwind' }
    runAs({ owner: 'usr_mira', signal, tenant }, () => {
      runForTenant(strangers, () => expect(currentWork()).toEqual({ owner: 'usr_mira', signal, tenant: strangers }))
      expect(currentWork().tenant).toBe(tenant)
    })
  })
})
