import {
  getMeMockHandler,
  getMeResponseMock,
  getPortfolioMockHandler,
  getScoreboardMockHandler,
  listGroupPortfoliosMockHandler,
  listInboxMockHandler,
  listPortfoliosMockHandler,
  listRecentSearchesMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setDateStyle } from '../../lib/storage/settings.ts'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { createShortcutGroups } from '../shortcuts/shortcut-sheet.tsx'
import { createPageCommands, pages } from '../pages.ts'

type User = ReturnType<typeof renderApp>['user']

const openPalette = async (user: User) => {
  await screen.findByRole('navigation', { name: 'Main' })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Search and commands' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return within(dialog)
}

const optionsOf = (palette: ReturnType<typeof within>, group: string) => {
  const label = palette.getByText(group)
  // Mantine's groups have no role; a label and its options share a parent.
  return within(label.parentElement ?? label).getAllByRole('option')
}

/** Types the words after ">", which limits the list to commands, and runs the first. */
const run = async (user: User, words: string) => {
  await openPalette(user)
  await user.keyboard(`>${words}{Enter}`)
}

/** Headings that ask or greet, or say more than the page's title. */
const headings: Readonly<Record<string, string>> = {
  '/': 'What do you want to understand?',
  '/compare': 'Compare signals',
  '/profile': 'Mira Solberg',
  '/scoreboard': 'Scoreboard',
  '/zeus': 'Ask Zeus',
}
const commands = pages.flatMap(({ to, title, commandTitle = title, views = [] }) => {
  const heading = headings[to] ?? title
  return [
    [commandTitle, to, heading] as const,
    ...views.map((part) => [part.title, `${to}?view=${part.view}`, heading] as const),
  ]
})

describe('commands', () => {
  test('every page has a command', async () => {
    const { user } = renderApp('/inbox')
    const palette = await openPalette(user)
    expect(optionsOf(palette, 'Pages').map((option) => option.querySelector('span span')?.textContent)).toEqual(
      commands.map(([title]) => title),
    )
  })

  test.each(commands)('%s opens its page', async (title, address, heading) => {
    server.use(getScoreboardMockHandler(), listPortfoliosMockHandler())
    const { user, location } = renderApp(title === 'Inbox' ? '/sources' : '/inbox')
    const palette = await openPalette(user)
    await user.click(palette.getByRole('option', { name: new RegExp(`^${title}(?!:)`) }))
    await waitFor(() => expect(location().href).toBe(address))
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  })

  test('any page offers more than thirty actions with distinct names', async () => {
    server.use(listRecentSearchesMockHandler({ items: [] }))
    const { user } = renderApp('/inbox')
    const titles = optionsOf(await openPalette(user), 'Actions').map(({ textContent }) => textContent)
    expect(titles.length).toBeGreaterThanOrEqual(30)
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('a report adds its own commands: map, documents, files, comparison, monitor', async () => {
    const { user, location } = renderApp('/signals/sig_k2m4p6q8')
    await screen.findByRole('heading', { level: 1, name: 'oat milk' })
    const titles = optionsOf(await openPalette(user), 'This report').map(({ textContent }) => textContent)
    expect(titles).toEqual(
      expect.arrayContaining([
        'Save to a portfolioS',
        'Open the context map',
        'Export the report: PDF',
        'Watch this topic',
      ]),
    )
    await user.keyboard('>export csv')
    // the page behind the palette has its own options
    const palette = within(screen.getByRole('dialog', { name: 'Search and commands' }))
    expect(palette.getAllByRole('option')[0]?.textContent).toBe('Export the report: CSV')
    await user.keyboard('{Escape}')
    await run(user, 'compare this')
    await waitFor(() => expect(location().href).toBe('/compare?signals=sig_k2m4p6q8'))
  })

  test('a person’s portfolios and projects open by name', async () => {
    // in this order: otherwise the handler of one portfolio would match the list's address
    server.use(listGroupPortfoliosMockHandler(), getPortfolioMockHandler())
    const { user, location } = renderApp('/inbox')
    await openPalette(user)
    await user.keyboard('>plant')
    await user.click(await screen.findByRole('option', { name: /^Portfolio: Plant milks/ }))
    await waitFor(() => expect(location().pathname).toBe('/portfolios/pf_p1a2m3'))
  })

  test.each(['>', ' ', '> '])(
    '%j alone offers every page and action, no things, and Enter runs none',
    async (typed) => {
      server.use(listGroupPortfoliosMockHandler(), getPortfolioMockHandler())
      const { user, location } = renderApp('/inbox')
      const palette = await openPalette(user)
      await user.keyboard('plant')
      expect(await palette.findByRole('option', { name: /^Portfolio: Plant milks/ })).toBeTruthy()
      await user.clear(palette.getByRole('textbox', { name: 'Topic or command' }))
      await user.keyboard(typed)
      const titles = palette.getAllByRole('option').map(({ textContent }) => textContent)
      expect(titles).toContain('New comparison')
      expect(titles.filter((title) => /^(Portfolio|Project): /.test(title))).toEqual([])
      await user.keyboard('{Enter}')
      expect(screen.getByRole('dialog', { name: 'Search and commands' })).toBeTruthy()
      expect(location().pathname).toBe('/inbox')
    },
  )

  test('a person without signals is not offered reports of earlier searches', async () => {
    const { user } = renderApp('/inbox')
    const search = await screen.findByRole('link', { name: /oat milk/ })
    server.use(getMeMockHandler({ ...getMeResponseMock(), modules: [{ module: 'signals', access: false }] }))
    await run(user, 'refresh this page')
    await waitFor(() => expect(search.isConnected).toBe(false))
    const palette = await openPalette(user)
    expect(palette.queryByText('Your signals')).toBeNull()
    await user.keyboard('oat')
    expect(palette.queryByRole('option', { name: /oat milk/ })).toBeNull()
  })

  test('a command runs although the browser refuses to remember it', async () => {
    const { user } = renderApp('/inbox')
    const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    await run(user, 'new comparison')
    expect(await screen.findByRole('heading', { level: 1, name: 'Compare signals' })).toBeTruthy()
    expect(store).toHaveBeenCalledWith('auspex.commands', '["compare.new"]')
    store.mockRestore()
  })

  test('Escape closes the palette and restores the focus', async () => {
    const { user } = renderApp('/inbox')
    const opener = await screen.findByRole('button', { name: /Search a topic/ })
    await user.click(opener)
    await screen.findByRole('dialog', { name: 'Search and commands' })
    await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  test('matches a few letters in order', async () => {
    const { user } = renderApp('/inbox')
    await openPalette(user)
    await user.keyboard('>swdrk')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Switch to the dark theme')
    await user.clear(screen.getByRole('textbox', { name: 'Topic or command' }))
    await user.keyboard('>zzzz')
    expect(screen.getByText('No matching commands')).toBeTruthy()
  })

  test('matches an abbreviation that a command has for a keyword', async () => {
    const { user } = renderApp('/inbox')
    await openPalette(user)
    await user.keyboard('>gdpr')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Delete your account')
  })

  test('a word without ">" searches a topic, and offers commands below', async () => {
    const { user, location } = renderApp('/inbox')
    await openPalette(user)
    await user.keyboard('compare')
    const titles = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(titles[0]).toContain('Search “compare”')
    expect(titles).toContain('New comparison')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location().href).toBe('/search?term=compare'))
  })

  test('recently used commands come first', async () => {
    const { user } = renderApp('/inbox')
    await run(user, 'switch to the dark')
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
    expect(document.cookie).toContain('auspex.theme=dark')
    const palette = await openPalette(user)
    expect(optionsOf(palette, 'Recent commands').map(({ textContent }) => textContent)).toEqual([
      'Switch to the light theme',
    ])
  })

  test('a command changes the date format', async () => {
    const { user } = renderApp('/signals/sig_k2m4p6q8')
    await screen.findByRole('heading', { level: 1, name: 'oat milk' })
    await run(user, '2026-01-03')
    expect(await screen.findByText('Dates are now shown as 2026-01-03.')).toBeTruthy()
    expect((await screen.findAllByText(/\b20\d\d-\d\d-\d\d – 20\d\d-\d\d-\d\d/)).length).toBeGreaterThan(0)
    setDateStyle('day-first')
  })

  test('copying the link is confirmed', async () => {
    const { user } = renderApp('/inbox')
    await run(user, 'copy the link')
    expect(await screen.findByText('Link copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(window.location.href)
  })

  test('signing out is a command', async () => {
    const signOut = vi.fn<() => Promise<void>>(async () => {})
    const { user } = renderApp('/inbox', { signOut })
    await run(user, 'sign out')
    expect(signOut).toHaveBeenCalledOnce()
  })

  test('all messages are marked as read, or a notice says that none were unread', async () => {
    server.use(
      listInboxMockHandler({
        items: [],
        unread: 0,
        page: { nextCursor: null, page: 1, perPage: 30, total: 0, totalPages: 1 },
      }),
    )
    const { user } = renderApp('/sources')
    await run(user, 'mark all')
    expect(await screen.findByText('You have no unread messages.')).toBeTruthy()
  })

  test('searches are cleared and restored', async () => {
    const { user } = renderApp('/inbox')
    await screen.findByRole('link', { name: /oat milk/ })
    await run(user, 'clear your recent')
    expect(await screen.findByText(/1 search cleared\. You can undo this for ten minutes\./)).toBeTruthy()
    await run(user, 'restore')
    expect(await screen.findByText('1 search restored.')).toBeTruthy()
  })
})

describe('shortcuts', () => {
  test('"?" shows all of them, and so does a command', async () => {
    const { user } = renderApp('/inbox')
    await screen.findByRole('navigation', { name: 'Main' })
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await run(user, 'keyboard shortcuts')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })

  test('no two pages share a shortcut, and the sheet lists the shortcuts of the pages', () => {
    const pageCommands = createPageCommands({ navigate: async () => {} })
    const keys = pageCommands.flatMap((command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    const goToShortcuts = createShortcutGroups(
      'Ctrl',
      pageCommands.filter((command) => command.keys),
    ).flatMap(({ title, shortcuts }) => (title === 'Go to' ? shortcuts : []))
    expect(goToShortcuts.flatMap((shortcut) => shortcut.keys).toSorted()).toEqual(
      keys.map((key) => key.toUpperCase()).toSorted(),
    )
  })

  test('"g" and a letter open a page, except while typing or when single keys are off', async () => {
    const { user, location } = renderApp('/inbox')
    await screen.findByRole('navigation', { name: 'Main' })
    await user.keyboard('gc')
    await waitFor(() => expect(location().pathname).toBe('/compare'))
    await user.keyboard('gh')
    const field = await screen.findByRole('textbox', { name: 'Topic' })
    await user.type(field, 'gi?')
    expect(location().pathname).toBe('/')
    expect(screen.queryByRole('dialog')).toBeNull()
    await run(user, 'turn off shortcuts')
    await user.click(screen.getByRole('heading', { level: 1 }))
    await user.keyboard('gi')
    expect(location().pathname).toBe('/')
  })
})
