import type { ZeusReport } from '@auspex/sdk'
import { getZeusReplyMockHandler429, getZeusReplyResponseMock, listZeusReportsResponseMock } from '@auspex/sdk/msw'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeDraft, readDraft } from '../../lib/storage/drafts.ts'
import { readSelectedMessages, selectMessage } from '../../lib/storage/selected-messages.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const personId = 'usr_2k4m8q1z'
const list = listZeusReportsResponseMock()
const example = list.items[0] as ZeusReport // the contract's example has one

/** A report on a fake server: it accepts changes, counts revisions and refuses stale ones, according to the contract. */
const createReportServer = (initial: Partial<ZeusReport> = {}) => {
  const state = { report: { ...structuredClone(example), ...initial }, requests: [] as Record<string, unknown>[] }
  const change = (next: Partial<ZeusReport>) => {
    state.report = { ...state.report, ...next, revision: state.report.revision + 1 }
  }
  server.use(
    http.get(`${apiUrl}/zeus/getZeusReports`, () => HttpResponse.json({ ...list, items: [state.report] })),
    http.post(`${apiUrl}/zeus/updateZeusReport`, async ({ request }) => {
      const body = (await request.json()) as Partial<ZeusReport> & { reportId: string }
      state.requests.push(body)
      if (body.revision !== state.report.revision)
        return HttpResponse.json(
          {
            type: 'about:blank',
            title: 'This report was changed elsewhere',
            status: 409,
            code: 'zeus_reports.stale',
            requestId: 'r',
            current: state.report,
          },
          { status: 409, headers: { 'content-type': 'application/problem+json' } },
        )
      const { reportId: _id, revision: _revision, ...text } = body
      change(text)
      return HttpResponse.json(state.report)
    }),
  )
  return {
    requests: state.requests,
    change,
    get report() {
      return state.report
    },
  }
}

const openReport = async () => {
  const app = renderApp(`/reports/${example.id}`)
  const text = await screen.findByRole('textbox', { name: 'Text of the report' })
  return { ...app, text }
}

/** jsdom has no layout, so text is entered as a paste, which the editor handles without querying positions. */
const paste = (text: HTMLElement, words: string) =>
  act(async () => {
    text.focus()
    const clipboardData = {
      files: [],
      items: [],
      types: ['text/plain'],
      getData: (type: string) => (type === 'text/plain' ? words : ''),
    }
    text.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }))
  })

beforeAll(() => {
  const nowhere = () => new DOMRect()
  Object.assign(Range.prototype, { getClientRects: () => [nowhere()], getBoundingClientRect: nowhere })
})

describe('a report', () => {
  test('is shown as it will be read, with its title, as already saved', async () => {
    createReportServer({ contents: '## Foam\n\nIt **rises**.\n\n| a | b |\n| - | - |\n| c | d |' })
    const { text } = await openReport()
    expect(within(text).getByRole('heading', { name: 'Foam', level: 2 })).toBeTruthy()
    expect(within(text).getByText('rises').tagName).toBe('STRONG')
    expect(within(text).getByRole('columnheader', { name: 'a' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Title of the report' })).toHaveProperty('value', example.title)
    expect(screen.getByText('Saved')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  test('is saved on request, with the new text and the revision that was read', async () => {
    const reports = createReportServer({ contents: 'Foam rises.' })
    const { user, text } = await openReport()
    await paste(text, 'Truly: ')
    await screen.findByText('Not saved yet; kept in this browser')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved')
    expect(reports.requests).toMatchObject([{ reportId: example.id, revision: 1, contents: 'Truly: Foam rises.' }])
    await waitFor(() => expect(readDraft(personId, `report.${example.id}`)).toBeNull())
  })

  test('a new title is saved with it', async () => {
    const reports = createReportServer()
    const { user } = await openReport()
    await user.type(screen.getByRole('textbox', { name: 'Title of the report' }), ', at last')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(reports.report.title).toBe(`${example.title}, at last`))
    expect(reports.report.contents).toBe(example.contents)
  })

  test('survives a reload without losing typed text', async () => {
    createReportServer({ contents: 'Foam rises.' })
    storeDraft(personId, `report.${example.id}`, { text: 'Foam rises, they say.', base: 'Foam rises.' })
    const { text } = await openReport()
    expect(text.textContent).toContain('Foam rises, they say.')
    expect(screen.getByText('Your unsaved text from last time was restored.')).toBeTruthy()
  })

  test('unsaved changes can be discarded', async () => {
    createReportServer({ contents: 'Foam rises.' })
    storeDraft(personId, `report.${example.id}`, { text: 'Nonsense.', base: 'Foam rises.' })
    const { user } = await openReport()
    await user.click(screen.getByRole('button', { name: 'More for this report' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Discard unsaved changes' }))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Text of the report' }).textContent).toBe('Foam rises.')
    expect(readDraft(personId, `report.${example.id}`)).toBeNull()
  })

  test('is not changed by a reset, which clears the editor', async () => {
    const reports = createReportServer({ contents: 'Foam rises.' })
    storeDraft(personId, `report.${example.id}`, { text: 'Nonsense.', base: 'Foam rises.' })
    storeDraft(personId, 'report.new', { text: 'Begun before.', base: '' })
    const { user } = await openReport()
    await user.click(screen.getByRole('button', { name: 'More for this report' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset the editor?' }))
    expect(dialog.getByText(/The saved report stays as it is/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Title of the report' })).toHaveProperty('value', ''),
    )
    expect(screen.getByRole('textbox', { name: 'Text of the report' }).textContent).toBe('')
    expect([readDraft(personId, `report.${example.id}`), readDraft(personId, 'report.new')]).toEqual([null, null])
    expect(reports.requests).toEqual([])
  })

  test('that does not exist says so', async () => {
    server.use(http.get(`${apiUrl}/zeus/getZeusReports`, () => HttpResponse.json({ ...list, items: [] })))
    renderApp('/reports/rp_none')
    expect(await screen.findByRole('heading', { name: 'Report not found' })).toBeTruthy()
  })
})

describe('a message of Zeus as suggested edits', () => {
  const contents = '* Foam rises in Norway.\n\nThe end.'
  const content = '* Foam rises in Norway.\n\nThe end, for now.\n\nMilk falls.'

  const suggest = async () => {
    const message = { timestamp: '2026-11-20T15:00:00Z', role: 'assistant' as const, content }
    const reports = createReportServer({ contents, selectedMessages: [message] })
    const { user, text } = await openReport()
    await user.click(screen.getByRole('button', { name: 'Suggest as edits' }))
    const bar = within(await screen.findByRole('group', { name: 'Suggested edits' }))
    return { reports, user, text, bar }
  }

  test('shows each edit, and the saved text stays unchanged until one is accepted', async () => {
    const { bar, text } = await suggest()
    expect(bar.getByRole('status').textContent).toContain('1 of 2 suggested edits')
    expect(within(text).getByText(', for now').tagName).toBe('INS')
    expect(within(text).getByText('Milk falls.').closest('ins')).toBeTruthy()
    expect(screen.getByText('Saved')).toBeTruthy()
  })

  test('adds accepted edits to the text, and nothing of rejected ones', async () => {
    const { bar, user, reports } = await suggest()
    await user.click(bar.getByRole('button', { name: 'Reject' }))
    await user.click(bar.getByRole('button', { name: 'Accept' }))
    expect(screen.queryByRole('group', { name: 'Suggested edits' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(reports.report.contents).toBe('* Foam rises in Norway.\n\nThe end.\n\nMilk falls.'))
  })

  test('leaves the text byte for byte if all edits are rejected', async () => {
    const { bar, user, reports } = await suggest()
    await user.click(bar.getByRole('button', { name: 'Reject all' }))
    expect(screen.queryByRole('group', { name: 'Suggested edits' })).toBeNull()
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(reports.requests).toEqual([])
  })
})

describe('a report that two people edited at once', () => {
  const contents = 'One.\n\nTwo.\n\nThree.'

  const writeBoth = async () => {
    const reports = createReportServer({ contents })
    const { user, text } = await openReport()
    await paste(text, 'Mine: ')
    await screen.findByText('Not saved yet; kept in this browser')
    reports.change({ contents: 'One.\n\nTwo.\n\nThree. Theirs.' })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    const dialog = within(await screen.findByRole('dialog', { name: /changed elsewhere while you were writing/ }))
    return { reports, user, dialog }
  }

  test('shows both versions and the merged text, which is then saved', async () => {
    const { reports, user, dialog } = await writeBoth()
    expect(dialog.getByRole('region', { name: 'Yours' }).textContent).toContain('Mine: One.')
    expect(dialog.getByRole('region', { name: 'Stored now' }).textContent).toContain('Three. Theirs.')
    await user.click(dialog.getByRole('button', { name: 'Keep both, merged' }))
    await waitFor(() => expect(reports.report.contents).toBe('Mine: One.\n\nTwo.\n\nThree. Theirs.'))
    expect(reports.requests.at(-1)).toMatchObject({ revision: 2 })
  })

  test('keeps my version if I choose it', async () => {
    const { reports, user, dialog } = await writeBoth()
    await user.click(dialog.getByRole('button', { name: 'Keep yours' }))
    await waitFor(() => expect(reports.report.contents).toBe('Mine: One.\n\nTwo.\n\nThree.'))
  })

  test('keeps the stored version if I choose it, and sends nothing', async () => {
    const { reports, user, dialog } = await writeBoth()
    await user.click(dialog.getByRole('button', { name: 'Keep the stored version' }))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(reports.requests).toHaveLength(1)
    expect(screen.getByRole('textbox', { name: 'Text of the report' }).textContent).toContain('Three. Theirs.')
  })

  test('asks immediately if a draft from before a reload is based on an older text', async () => {
    createReportServer({ contents: 'Two.' })
    storeDraft(personId, `report.${example.id}`, { text: 'One. Mine.', base: 'One.' })
    renderApp(`/reports/${example.id}`)
    expect(await screen.findByRole('dialog', { name: /changed elsewhere while you were writing/ })).toBeTruthy()
  })
})

describe('a new report', () => {
  test('includes the messages picked in a chat, and uses the first words as its name', async () => {
    const saved: unknown[] = []
    server.use(
      http.post(`${apiUrl}/zeus/saveZeusReport`, async ({ request }) => {
        saved.push(await request.json())
        return HttpResponse.json(example)
      }),
    )
    const message = (second: number) => ({
      timestamp: `2026-11-20T15:00:0${second}Z`,
      role: 'assistant' as const,
      content: `Answer **${second}** of Zeus.`,
    })
    selectMessage(personId, message(1))
    selectMessage(personId, message(2))
    const { user } = renderApp('/reports/new')
    const messages = within(await screen.findByRole('list', { name: 'Messages for this report' }))
    await user.click(messages.getAllByRole('button', { name: 'Insert' })[0] as HTMLElement)
    await user.click(messages.getAllByRole('button', { name: 'Remove the message' })[1] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(saved).toEqual([
        { title: 'Answer 1 of Zeus.', contents: 'Answer **1** of Zeus.', selectedMessages: [message(1)] },
      ]),
    )
    await waitFor(() => expect(readSelectedMessages(personId)).toEqual([]))
  })

  const begin = async () => {
    storeDraft(personId, 'report.new', { text: 'Foam rises.', base: '' })
    storeDraft(personId, 'report.new.title', { text: 'Foam', base: '' })
    selectMessage(personId, { timestamp: '2026-11-20T15:00:01Z', role: 'assistant', content: 'An answer.' })
    const { user } = renderApp('/reports/new')
    await screen.findByRole('list', { name: 'Messages for this report' })
    await user.click(screen.getByRole('button', { name: 'More for this report' }))
    return user
  }
  const written = () => [
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Title of the report' }).value,
    screen.getByRole('textbox', { name: 'Text of the report' }).textContent,
  ]

  test('discards typed text and keeps its messages', async () => {
    const user = await begin()
    expect(written()).toEqual(['Foam', 'Foam rises.'])
    await user.click(await screen.findByRole('menuitem', { name: 'Discard unsaved changes' }))
    await waitFor(() => expect(written()).toEqual(['', '']))
    expect(readSelectedMessages(personId)).toHaveLength(1)
    expect(readDraft(personId, 'report.new')).toBeNull()
  })

  test('is emptied by a reset', async () => {
    const user = await begin()
    await user.click(await screen.findByRole('menuitem', { name: 'Reset' }))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(written()).toEqual(['', '']))
    expect(screen.queryByRole('list', { name: 'Messages for this report' })).toBeNull()
    expect(readSelectedMessages(personId)).toEqual([])
    expect([readDraft(personId, 'report.new'), readDraft(personId, 'report.new.title')]).toEqual([null, null])
  })

  test('keeps text that is typed during saving', async () => {
    const reports = createReportServer({ contents: 'Foam rises.' })
    const answer = Promise.withResolvers<undefined>()
    server.use(
      http.post(`${apiUrl}/zeus/saveZeusReport`, async () => {
        await answer.promise
        return HttpResponse.json(reports.report)
      }),
    )
    const { user } = renderApp('/reports/new')
    const text = await screen.findByRole('textbox', { name: 'Text of the report' })
    await paste(text, 'Foam rises.')
    await screen.findByText('Not saved yet; kept in this browser')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await paste(text, ' And falls.')
    answer.resolve(undefined)
    await screen.findByRole('button', { name: 'Export' })
    expect(screen.getByRole('textbox', { name: 'Text of the report' }).textContent).toBe('Foam rises. And falls.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(reports.report.contents).toBe('Foam rises. And falls.'))
    expect(readDraft(personId, 'report.new')).toBeNull()
  })
})

describe('a passage requested from Zeus in the report', () => {
  test('is offered as edits with its sources as footnotes, and is kept with the report', async () => {
    const reports = createReportServer({ contents: 'Ours stays.' })
    const reply = getZeusReplyResponseMock()
    const requestBodies: unknown[] = []
    server.use(
      http.post(`${apiUrl}/zeus/getZeusReply`, async ({ request }) => {
        requestBodies.push(await request.json())
        return HttpResponse.json(reply)
      }),
    )
    const { user, text } = await openReport()
    await user.click(screen.getByRole('button', { name: 'Ask Zeus for a passage' }))
    await user.type(
      await screen.findByRole('textbox', { name: 'What should Zeus write about?' }),
      'How is the tone?{Enter}',
    )
    const bar = within(await screen.findByRole('group', { name: 'Suggested edits' }))
    expect(requestBodies).toMatchObject([{ message: 'How is the tone?', reportId: example.id }])
    expect(text.querySelector('del')).toBeNull()
    expect(text.textContent).not.toContain('[^')
    await user.click(bar.getByRole('button', { name: 'Accept' }))
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(reports.report.contents).toMatch(/^Ours stays\.\n\nNeutral in 140 of 412 documents \[\^1\]/),
    )
    expect(reports.report.selectedMessages.at(-1)).toMatchObject({ timestamp: reply.message.timestamp })
  })

  test('that fails says why and leaves the text unchanged', async () => {
    createReportServer({ contents: 'Ours stays.' })
    server.use(getZeusReplyMockHandler429())
    const { user, text } = await openReport()
    await user.click(screen.getByRole('button', { name: 'Ask Zeus for a passage' }))
    await user.type(
      await screen.findByRole('textbox', { name: 'What should Zeus write about?' }),
      'How is the tone?{Enter}',
    )
    expect((await screen.findByRole('alert')).textContent).toContain('Error while getting Zeus reply')
    expect(text.textContent).toBe('Ours stays.')
  })
})
