import { describe, expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const document = contractUnderTest()
const root = 'org_northwind.usr_root.godmode.importer'

function open(token = root) {
  const mock = createMock({ document })
  return async (method: string, path: string, json?: unknown) => {
    const request: Call = { method, path, token, ...(json !== undefined && { json }) }
    return (await call(mock.fetch, 'http://mock.example', request)).body
  }
}

const lineOf = (nativeId: string) => ({
  sourceKey: 'imported',
  nativeId,
  kind: 'article',
  outlet: 'news.example',
  url: null,
  title: `Number ${nativeId}`,
  body: null,
  author: null,
  publishedAt: '2026-11-01T00:00:00Z',
  datePrecision: 'day',
  country: null,
  countryBasis: null,
  engagement: null,
  lang: 'en',
})

describe('an import', () => {
  test('starts empty, counts the rows of its batches, and completes', async () => {
    const send = open()
    const begun = await send('POST', '/imports', { name: 'news.jsonl', sha256: 'c'.repeat(64), bytes: 10 })
    expect(begun).toMatchObject({
      state: 'running',
      resumeLine: 0,
      read: 0,
      stored: 0,
      duplicates: 0,
      rejected: 0,
      note: null,
    })
    const path = `/imports/${begun.id}`
    const rejected = [{ line: 3, reason: 'No JSON.' }]
    const batch = { firstLine: 1, lastLine: 3, documents: [lineOf('a'), lineOf('b')], rejected }
    const first = await send('POST', `${path}/batches`, batch)
    expect(first).toMatchObject({ resumeLine: 3, read: 3, stored: 2, rejected: 1 })
    const again = await send('POST', `${path}/batches`, batch)
    expect(again).toMatchObject({ resumeLine: 3, stored: 2, rejected: 1 })
    const behindGap = await send('POST', `${path}/batches`, { ...batch, firstLine: 9, lastLine: 9, rejected: [] })
    expect(behindGap).toMatchObject({ status: 409, code: 'imports.out_of_order' })
    await send('POST', `${path}/batches`, { firstLine: 4, lastLine: 4, documents: [lineOf('c')], rejected: [] })
    expect(await send('GET', path)).toMatchObject({ resumeLine: 4, read: 4, stored: 3, rejected: 1, finishedAt: null })
    const ended = await send('PATCH', path, { state: 'completed' })
    expect(ended).toMatchObject({ state: 'completed', finishedAt: expect.stringMatching(/^2026-11-21T08:00/) })
  })

  test('brings documents that searches, lists and reports have from then on, each once, until it is deleted', async () => {
    const send = open()
    const begin = async (name: string, digit: string) =>
      `/imports/${(await send('POST', '/imports', { name, sha256: digit.repeat(64), bytes: 10 })).id}`
    const path = await begin('news.jsonl', 'c')
    const documents = ['a', 'b', 'a'].map((id) => ({
      ...lineOf(id),
      title: 'Quibblefrost is a success',
      body: 'People love it.',
    }))
    const search = async () =>
      await send('POST', '/explore/topicQuery', { query_term: 'quibblefrost', sources: ['imported'] })
    const before = await search()
    const list = async () =>
      (await send('GET', `/signals/${before.signal_id}/documents?perPage=200`)) as {
        items: { title: string; tone: { label: string } }[]
        page: { total: number }
      }
    const total = (await list()).page.total
    expect(await send('POST', `${path}/batches`, { firstLine: 1, lastLine: 3, documents, rejected: [] })).toMatchObject(
      { stored: 2, duplicates: 1 },
    )
    const { items, page } = await list()
    expect(page.total).toBe(total + 2)
    const imported = items.filter(({ title }) => title === 'Quibblefrost is a success')
    expect(imported).toMatchObject(
      [1, 2].map(() => ({ source: 'imported', tone: { label: 'positive' }, highlights: { title: [[0, 12]] } })),
    )
    const { counts } = await send('GET', `/signal/json/${before.signal_id}`)
    expect(counts).toMatchObject({ documents: total + 2 })
    const others = await send('POST', '/explore/topicQuery', { query_term: 'oat milk', sources: ['imported'] })
    expect(JSON.stringify(await send('GET', `/signals/${others.signal_id}/documents?perPage=200`))).not.toContain(
      'Quibblefrost',
    )
    const again = await begin('again.jsonl', 'd')
    expect(
      await send('POST', `${again}/batches`, { firstLine: 1, lastLine: 1, documents: [documents[0]], rejected: [] }),
    ).toMatchObject({ stored: 0, duplicates: 1 })
    await send('PATCH', path, { state: 'completed' })
    const deletion = { name: 'news.jsonl', documents: 1, kept: 1 }
    expect(await send('GET', `${path}/deletion`)).toMatchObject({ ...deletion, isDeleted: false })
    expect(await send('DELETE', path)).toMatchObject({ ...deletion, isDeleted: true })
    // the one that the other import named too
    expect((await list()).page.total).toBe(total + 1)
    expect(await send('DELETE', again)).toMatchObject({ documents: 1, kept: 0 })
    expect((await list()).page.total).toBe(total)
  })

  test('that is deleted and imported again with corrected texts is found with those, under the same ids', async () => {
    const send = open()
    const { signal_id: id } = await send('POST', '/explore/topicQuery', {
      query_term: 'quibblefrost',
      sources: ['imported'],
    })
    const listTitles = async () => {
      const { items } = (await send('GET', `/signals/${id}/documents?perPage=200`)) as { items: { title: string }[] }
      const report = JSON.stringify(await send('GET', `/signal/json/${id}`))
      const titles = ['Quibblefrost wrong', 'Quibblefrost right']
      return titles.filter((title) => items.some((item) => item.title === title) && report.includes(title))
    }
    const load = async (title: string) => {
      const begun = { name: 'news.jsonl', sha256: 'c'.repeat(64), bytes: 10 }
      const path = `/imports/${(await send('POST', '/imports', begun)).id}`
      const documents = [{ ...lineOf('a'), title, publishedAt: '2026-11-20T23:59:59Z' }]
      await send('POST', `${path}/batches`, { firstLine: 1, lastLine: 1, documents, rejected: [] })
      return path
    }
    const path = await load('Quibblefrost wrong')
    expect(await listTitles()).toEqual(['Quibblefrost wrong'])
    await send('DELETE', path)
    await load('Quibblefrost right')
    expect(await listTitles()).toEqual(['Quibblefrost right'])
  })

  test.each([{}, { startDate: '1985-01-01' }])('is found whatever its day is, up to now: %o', async (days) => {
    const send = open()
    const { signal_id: id } = await send('POST', '/explore/topicQuery', {
      query_term: 'quibblefrost',
      sources: ['imported'],
      ...days,
    })
    const path = `/imports/${(await send('POST', '/imports', { name: 'a.jsonl', sha256: 'c'.repeat(64), bytes: 10 })).id}`
    const times = ['1990-01-01T00:00:00Z', '2015-03-01T00:00:00Z', '2026-11-20T01:00:00Z', '2026-11-21T01:00:00Z']
    const documents = [...times, '2026-11-22T12:00:00Z'].map((publishedAt) => ({
      ...lineOf(publishedAt),
      title: 'Quibblefrost is new',
      publishedAt,
    }))
    await send('POST', `${path}/batches`, { firstLine: 1, lastLine: 5, documents, rejected: [] })
    const found = []
    for (const publishedAt of times) {
      const day = publishedAt.slice(0, 10)
      const { items } = (await send('GET', `/signals/${id}/documents?from=${day}&to=${day}&perPage=200`)) as {
        items: { title: string; publishedAt: string }[]
      }
      found.push(...items.filter(({ title }) => title === 'Quibblefrost is new').map((each) => each.publishedAt))
    }
    expect(found).toEqual(times)
    const listed = await send('GET', `/signals/${id}/documents?perPage=200`)
    expect(listed.items[0]).toMatchObject({ publishedAt: times.at(-1) })
    const report = await send('GET', `/signal/json/${id}`)
    expect(report).toMatchObject({
      lastDay: '2026-11-20',
      firstDay: '1990-01-01',
      counts: { documents: listed.page.total, laterDocuments: 1 },
    })
  })
})

describe('an imported document', () => {
  test('of a day before 1990, or more than two days ahead, is rejected, and the note names its line with the reason', async () => {
    const send = open()
    const path = `/imports/${(await send('POST', '/imports', { name: 'a.jsonl', sha256: 'c'.repeat(64), bytes: 10 })).id}`
    const days = ['1989-12-31', '1990-01-01', '2026-11-23', '2026-11-24']
    const documents = days.map((day) => ({ ...lineOf(day), publishedAt: `${day}T00:00:00Z` }))
    const stored = await send('POST', `${path}/batches`, { firstLine: 1, lastLine: 4, documents, rejected: [] })
    const reasons =
      'line 1 (published_at is before 1990: "1989-12-31T00:00:00Z"), line 4 (published_at is in the future: "2026-11-24T00:00:00Z")'
    const counts = { read: 4, stored: 2, rejected: 2, duplicates: 0, note: `Rejected: ${reasons}.` }
    expect(stored).toMatchObject(counts)
    const rejected = [5, 6].map((line) => ({ line, reason: 'No JSON.' }))
    await send('POST', `${path}/batches`, { firstLine: 5, lastLine: 6, documents: [], rejected })
    expect(await send('GET', path)).toMatchObject({
      rejected: 4,
      note: `Rejected: ${reasons}, line 5 (No JSON.) and 1 more.`,
    })
  })
})

describe('an imported document that the library has', () => {
  async function load(documents: readonly object[], lines: readonly number[] = documents.map((_, at) => at + 1)) {
    const send = open()
    const path = `/imports/${(await send('POST', '/imports', { name: 'a.jsonl', sha256: 'e'.repeat(64), bytes: 10 })).id}`
    const batch = { firstLine: 1, lastLine: Math.max(...lines), documents, lines, rejected: [] }
    return { send, state: await send('POST', `${path}/batches`, batch) }
  }

  test('with another text is named with both titles, and the first text stays', async () => {
    const documents = ['Quibblefrost was right', 'Quibblefrost was wrong', 'Quibblefrost was right'].map((title) => ({
      ...lineOf('a'),
      title,
    }))
    const { send, state } = await load(documents, [1, 3, 5])
    const [stored, other] = documents.map(({ title }) => title)
    expect(state).toMatchObject({ stored: 1, duplicates: 2, differing: 1 })
    expect(state.differences).toEqual([{ line: 3, nativeId: 'a', title: other, storedTitle: stored }])
    const query = { query_term: 'quibblefrost', sources: ['imported'] }
    const { signal_id: id } = await send('POST', '/explore/topicQuery', query)
    const { items } = await send('GET', `/signals/${id}/documents?perPage=200`)
    expect(JSON.stringify(items)).not.toContain(other)
  })

  test('is compared further than lists show of it, and its titles are cut between characters', async () => {
    const title = `${'x'.repeat(299)}😀 Quibblefrost`
    const bodyOf = (end: string) => ({ ...lineOf('a'), title, body: `${'Same words. '.repeat(60)}${end}` })
    const { state } = await load([bodyOf('One end'), bodyOf('One end'), bodyOf('Another end')])
    expect(state).toMatchObject({ stored: 1, duplicates: 2, differing: 1 })
    const cut = title.slice(0, 300).toWellFormed()
    expect(state.differences).toEqual([{ line: 3, nativeId: 'a', title: cut, storedTitle: cut }])
  })

  test('is known by its address where it has no id, and by its text where its outlet is unknown', async () => {
    const addressed = { ...lineOf('a'), nativeId: null, url: 'https://www.news.example/a/?utm_source=x' }
    const nowhere = { ...lineOf('1'), outlet: 'imported' }
    const { state } = await load([
      addressed,
      { ...addressed, url: 'http://news.example/a' },
      nowhere,
      { ...nowhere, title: 'Another file' },
    ])
    expect(state).toMatchObject({ stored: 3, duplicates: 1, differing: 0 })
  })

  test('has no address that is not of the web, and the story of an equal title', async () => {
    const title = 'Quibblefrost is back and people like it'
    const documents = ['a', 'b'].map((id) => ({ ...lineOf(id), title, url: `ftp://news.example/${id}` }))
    const { send } = await load(documents)
    const query = { query_term: 'quibblefrost', sources: ['imported'] }
    const { signal_id: id } = await send('POST', '/explore/topicQuery', query)
    const { items } = await send('GET', `/signals/${id}/documents?perPage=200`)
    const own = items.filter((item: { title: string }) => item.title === title)
    expect(own).toMatchObject([{ url: null }, { url: null }])
    expect(new Set(own.map(({ storyCluster }: { storyCluster: string }) => storyCluster)).size).toBe(1)
  })
})

describe('an import', () => {
  test('that failed says why and runs again with its next batch, and a completed one stays as it is', async () => {
    const send = open()
    const { id } = await send('POST', '/imports', { name: 'a.jsonl', sha256: 'f'.repeat(64), bytes: 10 })
    const path = `/imports/${id}`
    const store = (line: number) =>
      send('POST', `${path}/batches`, { firstLine: line, lastLine: line, documents: [lineOf(`${line}`)], rejected: [] })
    await store(1)
    const failed = await send('PATCH', path, { state: 'failed' })
    expect(failed).toMatchObject({ state: 'failed', failure: 'The client stopped the import without a reason.' })
    expect(await store(2)).toMatchObject({ state: 'running', failure: null, finishedAt: null, stored: 2 })
    expect(await store(9)).toMatchObject({
      code: 'imports.out_of_order',
      title: `Import ${id} continues at line 3, not at 9.`,
    })
    const completed = await send('PATCH', path, { state: 'completed', failure: 'not read' })
    expect(completed).toMatchObject({ state: 'completed', failure: null })
    expect(await store(2)).toEqual(completed)
    const refused = { status: 409, code: 'imports.finished', title: `Import ${id} is finished.` }
    expect(await store(3)).toMatchObject(refused)
    expect(await send('PATCH', path, { state: 'failed', failure: 'Too late.' })).toEqual(completed)
  })

  test('of a file that was begun before goes on, and another file begins another', async () => {
    const send = open('mira')
    const begin = (digit: string) =>
      send('POST', '/imports', { name: 'news.jsonl', sha256: digit.repeat(64), bytes: 10 })
    const first = await begin('7')
    expect((await begin('7'))['id']).toBe(first['id'])
    expect((await begin('8'))['id']).not.toBe(first['id'])
  })
})

describe('a comment', () => {
  const [signalId, documentId] = ['sig_k2m4p6q8', 'doc_3k9f2m']
  test.each([
    [{ kind: 'signal', itemId: signalId }, `/signals/${signalId}?comments=ID`],
    [{ kind: 'story', itemId: 'st_o1f2m3' }, '/stories/st_o1f2m3?comments=ID'],
    [{ kind: 'document', itemId: documentId }, '/comments?comments=ID'],
    [
      { kind: 'document', itemId: documentId, signalId },
      `/signals/${signalId}?docs=all&ids=${documentId}&doc=${documentId}&comments=ID`,
    ],
  ])('on %o has the address at which the app shows it, with its own id', async (subject, path) => {
    const send = open('mira')
    const made = await send('POST', '/comments', { ...subject, text: 'Why?' })
    // nothing has happened to it yet
    expect(made).toMatchObject({ path: path.replace('ID', String(made.id)), deletedAt: null, editedAt: null })
    const listed = (await send('GET', `/comments?kind=${subject.kind}&itemIds=${subject.itemId}`)) as {
      items: { id: string }[]
    }
    expect(listed.items.find(({ id }) => id === made.id)).toEqual(made)
  })
})

describe('a deleted item', () => {
  test('disappears from the lists that contained it', async () => {
    const send = open()
    const portfolio = await send('POST', '/portfolio/create', { title: 'Plant drinks' })
    const { projectId } = await send('POST', '/project/create', { title: 'Launch' })
    await send('POST', '/project/addPortfolios', { projectId, portfolioIds: [portfolio.id] })
    expect((await send('GET', `/project/${projectId}`)).portfolios).toEqual([{ id: portfolio.id }])
    await send('POST', '/portfolio/remove', { id: portfolio.id })
    expect((await send('GET', `/project/${projectId}`)).portfolios).toEqual([])
  })
})

describe('a new portfolio', () => {
  test('was never refreshed', async () => {
    const { refresh } = await open()('POST', '/portfolio/create', { title: 'Plant drinks' })
    expect(refresh).toEqual({ state: 'idle', trends: 0, done: 0, failed: 0, startedAt: null, finishedAt: null })
  })
})

describe('a saved search', () => {
  test('contains only the given criteria', async () => {
    const { query } = await open()('POST', '/explore/saveRecentSearch', { query_term: 'oat milk' })
    expect(query).toMatchObject({
      title: 'oat milk',
      query_term: 'oat milk',
      x_term: null,
      y_term: null,
      isCompound: false,
      geo: null,
      entity: null,
      sources: [],
      startDate: null,
      endDate: null,
    })
  })
})

describe('a project', () => {
  test('shows the given title', async () => {
    const send = open()
    const made = await send('POST', '/project/create', { title: 'Launch' })
    expect(made).toMatchObject({ title: 'launch', displayTitle: 'launch' })
    const named = await send('POST', '/project/create', { displayTitle: 'Launch 2027', title: 'Launch 2027' })
    expect(named).toMatchObject({ title: 'launch 2027', displayTitle: 'Launch 2027' })
  })
})

describe('the audit trail', () => {
  test('has the actions of administrators, with the previous values', async () => {
    const send = open()
    const jon = 'usr_9d3kk2aa'
    await send('PATCH', `/godmode/users/${jon}`, { disabled: true })
    const [disabled] = (await send('GET', '/godmode/audit')).items
    expect(disabled).toMatchObject({
      operation: 'updateUser',
      userId: 'usr_root',
      target: { kind: 'user', id: jon },
      changes: [{ field: 'disabled', before: 'no', after: 'yes' }],
      requestId: 'r-00000001',
    })
    const organizationId = 'org_northwind'
    const group = await send('POST', '/godmode/organization-groups', { organizationId, name: 'Taste' })
    await send('PATCH', `/godmode/organization-groups/${group.id}`, { name: 'Flavour' })
    await send('POST', `/godmode/users/${jon}/modules`, { module: 'newsfeed', access: false })
    const { items } = await send('GET', '/godmode/audit')
    expect(items.slice(0, 3)).toMatchObject([
      { operation: 'setModuleAccess', changes: [{ field: 'newsfeed', before: 'on', after: 'off' }] },
      { operation: 'updateOrganizationGroup', changes: [{ field: 'name', before: 'Taste', after: 'Flavour' }] },
      {
        operation: 'createOrganizationGroup',
        target: { kind: 'group', id: group.id, name: 'Taste' },
        organizationId,
        changes: [{ field: 'name', before: null, after: 'Taste' }],
      },
    ])
  })

  test('has no entry for a refused request or one without effect', async () => {
    const send = open()
    const { total } = (await send('GET', '/godmode/audit')).page
    await send('PATCH', '/godmode/users/usr_9d3kk2aa', { disabled: false })
    await send('PATCH', '/godmode/users/usr_nobody1', { disabled: true })
    expect((await send('GET', '/godmode/audit')).page.total).toBe(total)
  })
})
