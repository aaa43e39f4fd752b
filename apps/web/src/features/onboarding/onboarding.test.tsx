import type { UserProfile } from '@auspex/sdk'
import { getMeResponseMock, getMeMockHandler, getSuggestionsMockHandler } from '@auspex/sdk/msw'
import { describe, expect, test, afterEach } from 'vitest'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { completedBy, nextTask, toChecklist } from './onboarding-progress.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const person = { id: 'usr_a', email: null, name: null }
/** A person with this many contacts, these tasks done, and this one stored as the current. */
const userWith = (
  contacts: number,
  completed: readonly string[] = [],
  currentTask: string | null = null,
): UserProfile => ({
  ...getMeResponseMock(),
  contacts: Array.from({ length: contacts }, (_, n) => ({ ...person, id: `usr_${n}` })),
  onboarding: { completedTasks: Object.fromEntries(completed.map((id) => [id, true as const])), currentTask },
})
const all = ['searchForSignal', 'addSignalToYourPortfolio', 'compareSignals', 'shareInsightsWithYourTeam']

describe('the checklist', () => {
  test.each([
    [0, 3],
    [1, 3],
    [2, 4],
  ])('with %i contacts has %i tasks', (contacts, tasks) => {
    expect(toChecklist(userWith(contacts)).tasks).toHaveLength(tasks)
  })

  test.each([
    ['the stored one', [], 'compareSignals', 'compareSignals'],
    ['the first that is not done, when none is stored', ['searchForSignal'], null, 'addSignalToYourPortfolio'],
    [
      'the first that is not done, when the stored one is done',
      ['searchForSignal'],
      'searchForSignal',
      'addSignalToYourPortfolio',
    ],
    ['none, when all are done', all, null, null],
  ])('the current task is %s', (_which, completed, stored, expected) => {
    expect(toChecklist(userWith(5, completed, stored)).current).toBe(expected)
  })

  test('a stored task that is omitted without contacts is not the current one', () => {
    expect(toChecklist(userWith(1, [], 'shareInsightsWithYourTeam')).current).toBe('searchForSignal')
  })
})

describe('a task', () => {
  test.each([
    ['getSignalReport', 'searchForSignal'],
    ['addTrends', 'addSignalToYourPortfolio'],
    ['createPortfolioWithTrends', 'addSignalToYourPortfolio'],
    ['compareSignals', 'compareSignals'],
    ['sendSignalMessage', 'shareInsightsWithYourTeam'],
    ['createShareLink', 'shareInsightsWithYourTeam'],
  ])('is completed by %s, whichever is the current one, and only once', (operation, task) => {
    for (const current of all) expect(completedBy(operation, toChecklist(userWith(5, [], current)))).toBe(task)
    expect(completedBy(operation, toChecklist(userWith(5, [task])))).toBeNull()
  })

  test('is completed by no other operation', () => {
    expect(completedBy('getMe', toChecklist(userWith(5)))).toBeNull()
  })

  test('is followed by the next task that is not done, even an earlier one', () => {
    expect(nextTask(toChecklist(userWith(5)))).toBe('addSignalToYourPortfolio')
    expect(
      nextTask(toChecklist(userWith(5, ['searchForSignal', 'addSignalToYourPortfolio'], 'shareInsightsWithYourTeam'))),
    ).toBe('compareSignals')
    expect(nextTask(toChecklist(userWith(5, all.slice(0, 3))))).toBe(null)
  })
})

afterEach(() => localStorage.clear())

const example = getMeResponseMock()
const contacts = ['Jon Aker', 'Ana Ruiz'].map((name, n) => ({ id: `usr_c${n}`, email: null, name }))
const preferences = { archetype: 'Analyst', industry: 'Food', goal: 'Follow a market', industry_id: null }

/** A person with two contacts; `change` overrides further fields. */
const signInAs = (change: Partial<UserProfile> = {}) =>
  server.use(getMeMockHandler({ ...example, contacts, ...change }))

const withPreferences = { profile: { ...example.profile, preferences: { params: preferences } } }

/** The checklist is one line until it is opened. */
const findLine = async (name = 'Getting started') => within(await screen.findByRole('region', { name }))
const openCard = async (user: UserEvent, name?: string) => {
  const card = await findLine(name)
  await user.click(card.getByRole('button', { expanded: false }))
  return card
}

describe('the guided checklist', () => {
  test('begins with an introduction, four tasks and the way into the first', async () => {
    signInAs()
    const { user } = renderApp('/')
    expect(
      (await findLine()).getByText(/^Four short tasks show you around. The first: Search for a signal/),
    ).toBeTruthy()
    const card = await openCard(user)
    expect(card.getByText(/^Each task takes less than a minute/)).toBeTruthy()
    expect(card.getByText('0 of 4 done')).toBeTruthy()
    const current = within(card.getByRole('listitem', { current: 'step' }))
    expect(current.getByText('Search for a signal')).toBeTruthy()
    expect(current.getByRole('button', { name: 'Search' })).toBeTruthy()
  })

  test('omits sharing for people without contacts', async () => {
    signInAs({ contacts: contacts.slice(0, 1) })
    const { user } = renderApp('/')
    const card = await openCard(user)
    expect(card.getByText(/^Three short tasks/)).toBeTruthy()
    expect(card.queryByText('Share insights with your team')).toBeNull()
  })

  test('opening a report completes the first task: a badge, the next task, and no introduction', async () => {
    const completed: unknown[] = []
    signInAs()
    server.use(
      http.put(`${apiUrl}/onboarding/completeTask`, async ({ request }) => {
        completed.push(await request.json())
        return HttpResponse.json({
          completedTasks: { searchForSignal: true },
          currentTask: 'addSignalToYourPortfolio',
        })
      }),
    )
    const { user, router } = renderApp('/signals/sig_k2m4p6q8')
    expect(await screen.findByText('You earned a badge: First signal.')).toBeTruthy()
    expect(completed).toEqual([{ taskId: 'searchForSignal', currentTask: 'addSignalToYourPortfolio' }])
    await router.navigate({ to: '/' })
    const card = await openCard(user)
    expect(card.getByText('1 of 4 done')).toBeTruthy()
    expect(card.queryByText(/Each task takes/)).toBeNull()
    expect(card.getByText('First signal')).toBeTruthy()
  })

  test('a task done out of order earns its badge too, and the list stays where the person was', async () => {
    const requests: unknown[] = []
    signInAs({ onboarding: { completedTasks: {}, currentTask: 'compareSignals' } })
    server.use(
      http.put(`${apiUrl}/onboarding/:operation`, async ({ request, params }) => {
        requests.push([params['operation'], await request.json()])
        return HttpResponse.json({ completedTasks: { searchForSignal: true }, currentTask: 'compareSignals' })
      }),
    )
    renderApp('/signals/sig_k2m4p6q8')
    expect(await screen.findByText('You earned a badge: First signal.')).toBeTruthy()
    expect(requests).toEqual([
      ['updateCurrentTask', { currentTask: 'searchForSignal' }],
      ['completeTask', { taskId: 'searchForSignal', currentTask: 'compareSignals' }],
    ])
  })

  test('another task can be done next', async () => {
    const requests: unknown[] = []
    signInAs()
    server.use(
      http.put(`${apiUrl}/onboarding/updateCurrentTask`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json({ completedTasks: {}, currentTask: 'compareSignals' })
      }),
    )
    const { user } = renderApp('/')
    const card = await openCard(user)
    await user.click(card.getAllByRole('button', { name: 'Do this next' })[1]!)
    await waitFor(() => expect(requests).toEqual([{ currentTask: 'compareSignals' }]))
    expect(await card.findByRole('link', { name: 'Compare' })).toBeTruthy()
  })

  test('all three preferences show the achievements and matching topics', async () => {
    signInAs(withPreferences)
    server.use(
      getSuggestionsMockHandler({ items: [{ term: 'pea protein', reason: 'Grows', documents: 9, momentum: null }] }),
    )
    const { user } = renderApp('/')
    const card = await openCard(user, 'Your achievements')
    expect((await card.findByRole('link', { name: 'pea protein' })).getAttribute('href')).toBe(
      '/search?term=pea+protein',
    )
  })

  test('starting over forgets badges and preferences after a second click', async () => {
    signInAs({ ...withPreferences, onboarding: { completedTasks: { searchForSignal: true }, currentTask: null } })
    server.use(
      getSuggestionsMockHandler({ items: [] }),
      http.put(`${apiUrl}/onboarding/reset`, () =>
        HttpResponse.json({ completedTasks: {}, currentTask: 'searchForSignal' }),
      ),
    )
    const { user } = renderApp('/')
    const card = await openCard(user, 'Your achievements')
    await user.click(card.getByRole('button', { name: 'Start over…' }))
    expect(card.getByText(/This deletes your badges and preferences/)).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Start over' }))
    expect(await (await findLine()).findByText(/^Four short tasks/)).toBeTruthy()
  })

  test('is open for a link that leads to it', async () => {
    signInAs()
    renderApp('/#getting-started')
    expect((await findLine()).getByRole('combobox', { name: 'Your work' })).toBeTruthy()
  })
})

describe('preferences', () => {
  test('are saved immediately on the home page', async () => {
    const sent: unknown[] = []
    signInAs()
    server.use(
      http.put(`${apiUrl}/onboarding/updatePreferences`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ params: { ...preferences, industry: null, goal: null } })
      }),
    )
    const { user } = renderApp('/')
    await user.click((await openCard(user)).getByRole('combobox', { name: 'Your work' }))
    await user.click(await screen.findByRole('option', { name: 'Analyst' }))
    await waitFor(() => expect(sent).toEqual([{ params: { archetype: 'Analyst' } }]))
  })

  test.each([
    ['there are some', withPreferences, true],
    ['there are none', {}, false],
  ])('are in the menu of other pages if %s', async (_when, change, isOffered) => {
    signInAs(change)
    const { user } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByRole('menuitem', { name: 'Your preferences' }) !== null).toBe(isOffered)
  })
})
