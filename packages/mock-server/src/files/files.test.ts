import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../index.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const document = contractUnderTest()
const mira = 'org_northwind.usr_mira'
const signalId = 'sig_k2m4p6q8'
/** The first bytes of a local file header in a ZIP. */
const zip = 'PK\u0003\u0004'

const send = (mock: Mock, wanted: Call) => call(mock.fetch, 'http://mock.example', { token: mira, ...wanted })

async function bytesOf(mock: Mock, path: string, token = mira): Promise<Uint8Array> {
  const reply = await mock.fetch(`http://mock.example/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

async function exportOf(mock: Mock, json: { kind: string; id: string; format: string }) {
  const started = await send(mock, { method: 'POST', path: '/exports', json })
  expect(started.status).toBe(200)
  const path = `/exports/${started.body.id}`
  for (let poll = 0; poll < 10; poll += 1) {
    const { body } = await send(mock, { path })
    if (body.status === 'complete') return { path: `${path}/file`, export: body }
  }
  throw new Error('The export never ends')
}

describe('an export file', () => {
  test('is refused with 409 until it is complete', async () => {
    const mock = createMock({ document })
    const { body } = await send(mock, {
      method: 'POST',
      path: '/exports',
      json: { kind: 'signal', id: signalId, format: 'csv' },
    })
    const refused = await send(mock, { path: `/exports/${body.id}/file` })
    expect(refused.body).toMatchObject({ status: 409, code: 'exports.not_complete' })
  })

  test.each([
    ['csv', 'text/csv', 'id,', /^id,.*title/],
    ['jsonl', 'application/x-ndjson', '{', /^\{.*"id":"doc_/],
    ['html', 'text/html', '<!doctype html>', /<h1>/],
    ['pdf', 'application/pdf', '%PDF-1.', /%%EOF\s*$/],
    ['bundle', 'application/zip', zip, /documents\.csv/],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip, /publishedAt/],
  ])('of a signal as %s contains its documents', async (format, type, begin, content) => {
    const mock = createMock({ document })
    const { items } = (await send(mock, { path: `/signals/${signalId}/documents` })).body
    const made = await exportOf(mock, { kind: 'signal', id: signalId, format })
    const reply = await send(mock, { path: made.path, headers: { accept: '*/*' } })
    expect(reply.headers.get('content-type')).toContain(type)
    expect(reply.headers.get('content-disposition')).toContain(made.export.fileName)
    expect(reply.text.slice(0, begin.length)).toBe(begin)
    expect(reply.text).toMatch(content)
    for (const { title } of items.slice(0, 2)) expect(reply.text).toContain(title.split(/["'(&]/)[0])
    expect((await bytesOf(mock, made.path)).byteLength).toBe(made.export.bytes)
  })

  test('as CSV for Excel begins with a byte order mark', async () => {
    const mock = createMock({ document })
    const fileOf = async (format: string) =>
      Buffer.from(await bytesOf(mock, (await exportOf(mock, { kind: 'signal', id: signalId, format })).path))
    const [plain, forExcel] = [await fileOf('csv'), await fileOf('csv-excel')]
    expect(forExcel).toEqual(Buffer.concat([Buffer.from('\uFEFF'), plain]))
  })

  test('is about the signal that was searched for', async () => {
    const mock = createMock({ document })
    const { body } = await send(mock, {
      method: 'POST',
      path: '/explore/topicQuery',
      json: { query_term: 'heat pumps' },
    })
    const made = await exportOf(mock, { kind: 'signal', id: body.signal_id, format: 'csv' })
    const { text } = await send(mock, { path: made.path })
    expect(made.export.fileName).toBe('heat-pumps.csv')
    expect(text.toLowerCase()).toContain('heat pumps')
    expect(text.toLowerCase()).not.toContain('oat milk')
  })

  test.each([
    ['markdown', '# Winter\n', /It rises\./],
    ['html', '<!doctype html>', /<h1>Winter<\/h1>[^]*It rises\./],
    ['pdf', '%PDF-1.', /It rises\./],
    ['docx', zip, /word\/document\.xml[^]*It rises\./],
  ])('of a saved report as %s contains its text', async (format, begin, content) => {
    const mock = createMock({ document })
    const saved = await send(mock, {
      method: 'POST',
      path: '/zeus/saveZeusReport',
      json: { title: 'Winter', contents: 'It rises.' },
    })
    const made = await exportOf(mock, { kind: 'report', id: saved.body.id, format })
    const { text } = await send(mock, { path: made.path })
    expect(text.slice(0, begin.length)).toBe(begin)
    expect(text).toMatch(content)
  })

  test.each(['portfolio', 'project'])('of a %s has a row for each signal, with readable names', async (kind) => {
    const mock = createMock({ document })
    const trends = [{ signalId, title: 'Plant drinks, all' }]
    const { body } = await send(mock, {
      method: 'POST',
      path: '/portfolio/createWithTrendsBulk',
      json: { title: 'Drinks', trends },
    })
    const json = { title: 'spring', portfolios: [{ id: body.id }] }
    const project = await send(mock, { method: 'POST', path: '/project/create', json })
    const id = kind === 'portfolio' ? body.id : project.body.projectId
    const textOf = async (format: string) =>
      (await send(mock, { path: (await exportOf(mock, { kind, id, format })).path })).text
    const [head, ...rows] = (await textOf('csv')).trimEnd().split('\r\n')
    expect(head).toMatch(/^portfolioId,portfolio,trendId,signalId,title,/)
    expect(rows.map((row) => row.startsWith(`${body.id},Drinks,`))).toEqual([true])
    expect(rows[0]).toContain('"Plant drinks, all"')
    expect(JSON.parse(await textOf('jsonl'))).toMatchObject({ portfolioId: body.id, signalId })
    expect(await textOf('html')).toContain('Plant drinks, all')
  })

  test('belongs to the user who requested it', async () => {
    const mock = createMock({ document })
    const made = await exportOf(mock, { kind: 'signal', id: signalId, format: 'csv' })
    const foreign = await send(mock, { path: made.path, token: 'org_contoso.usr_ana' })
    expect(foreign.body).toMatchObject({ status: 404, code: 'exports.not_found' })
  })
})

describe('an image', () => {
  /** The first bytes of a WebP image. */
  const picture = new Uint8Array([
    ...new TextEncoder().encode('RIFF'),
    0,
    255,
    128,
    7,
    ...new TextEncoder().encode('WEBP'),
  ])

  async function upload(mock: Mock, bytes = picture) {
    const body = new FormData()
    body.set('title', 'Plant drinks')
    body.set('file', new File([bytes], 'cover.webp', { type: 'image/webp' }))
    return send(mock, { method: 'POST', path: '/portfolio/create', body })
  }

  test('is served byte for byte at the address in its item', async () => {
    const mock = createMock({ document })
    const { body } = await upload(mock)
    expect(body.image).toMatch(/^\/images\/img_[a-z0-9]+$/)
    expect(await bytesOf(mock, body.image)).toEqual(picture)
    const reply = await send(mock, { path: body.image })
    expect(reply.headers.get('content-type')).toBe('image/webp')
  })

  test('is identified by its first bytes, not by its name', async () => {
    const mock = createMock({ document })
    const refused = await upload(mock, new TextEncoder().encode('not a picture at all'))
    expect(refused.body).toMatchObject({ status: 422, code: 'images.unsupported' })
    expect(refused.body.title).toBe('The file is no picture that can be stored')
  })

  test('is restored with a snapshot, and 404 for another organization', async () => {
    const mock = createMock({ document })
    const { body } = await upload(mock)
    const foreign = await send(mock, { path: body.image, token: 'org_contoso.usr_ana' })
    expect(foreign.status).toBe(404)
    const other = createMock({ document })
    other.restore(mock.snapshot())
    expect(await bytesOf(other, body.image)).toEqual(picture)
  })
})
